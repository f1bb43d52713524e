import { AppError } from '@packhouse/contract/errors.ts';
import type { FileSource, PackageRow, Part, Rows, VersionRow, Want } from '../format.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import type { NativeFacts } from './npm-package.ts';
import { tarballName } from './npm-paths.ts';
import { refusals } from './npm-refusals.ts';
import { highest } from './npm-version-order.ts';

export interface PackumentVersion {
  /** package.json and what the registry added, without `dist`. */
  manifest: Record<string, unknown>;
  dist: { integrity?: string; shasum?: string; fileCount?: number; unpackedSize?: number; signatures?: unknown };
  /** When it was published. */
  time?: string;
  /** Where a remote keeps the tarball. */
  url?: string;
  /** Predicate type of its provenance. */
  provenance?: string;
}

/** A package's listing, wherever it came from. */
export interface Packument {
  name: string;
  revision: string;
  tags: ReadonlyMap<string, string>;
  versions: ReadonlyMap<string, PackumentVersion>;
  created?: string;
  modified?: string;
  readme?: string;
  readmeFilename?: string;
}

function withLatest(tags: Iterable<[string, string]>, versions: ReadonlyMap<string, unknown>): Map<string, string> {
  const known = new Map([...tags].filter(([, version]) => versions.has(version)));
  const latest = known.get('latest') ?? highest(versions.keys());
  return latest === undefined ? known : new Map([['latest', latest], ...known]);
}

function getVersion(row: VersionRow): PackumentVersion | undefined {
  const lead = row.files.find((file) => file.lead);
  const native = row.facts.native as NativeFacts | undefined;
  if (!lead || !native) return undefined;
  return {
    manifest: { ...native.manifest, ...(row.facts.deprecated ? { deprecated: row.facts.deprecated } : {}) },
    dist: { integrity: native.integrity, shasum: lead.sha1 },
    time: row.createdAt.toISOString(),
    ...(native.provenance ? { provenance: native.provenance } : {}),
  };
}

function findPackument(row: PackageRow): Packument | undefined {
  const versions = new Map<string, PackumentVersion>();
  for (const one of row.versions) {
    const version = getVersion(one);
    if (version) versions.set(one.version, version);
  }
  if (versions.size === 0) return undefined;
  const tags = withLatest(Object.entries(row.pointers), versions);
  const latest = row.versions.find(({ version }) => version === tags.get('latest'));
  const times = [...versions.values()].map(({ time }) => time ?? '').toSorted();
  const readmeFilename = (latest?.facts.native as NativeFacts | undefined)?.readmeFilename;
  return {
    name: row.name,
    revision: String(row.revision),
    tags,
    versions,
    ...(times[0] ? { created: times[0], modified: times.at(-1) ?? times[0] } : {}),
    ...(latest?.facts.readme ? { readme: latest.facts.readme } : {}),
    ...(readmeFilename ? { readmeFilename } : {}),
  };
}

export async function loadPackument(want: Want, rows: Rows): Promise<Packument | undefined> {
  const row = want.package === undefined ? undefined : await rows.package(want.package);
  return row ? findPackument(row) : undefined;
}

function parseVersion(value: unknown, time: unknown, base: string): PackumentVersion | undefined {
  const manifest = findRecord(value);
  const dist = findRecord(manifest?.dist);
  const tarball = ownText(dist, 'tarball');
  if (!manifest || !dist || !tarball || !URL.canParse(tarball, base)) return undefined;
  const { dist: _dist, ...rest } = manifest;
  const integrity = ownText(dist, 'integrity');
  const shasum = ownText(dist, 'shasum');
  const provenance = ownText(ownValue(ownValue(dist, 'attestations'), 'provenance'), 'predicateType');
  return {
    manifest: rest,
    dist: {
      ...(integrity ? { integrity } : {}),
      ...(shasum ? { shasum } : {}),
      ...(typeof dist.fileCount === 'number' ? { fileCount: dist.fileCount } : {}),
      ...(typeof dist.unpackedSize === 'number' ? { unpackedSize: dist.unpackedSize } : {}),
      ...(Array.isArray(dist.signatures) ? { signatures: dist.signatures } : {}),
    },
    url: new URL(tarball, base).href,
    ...(typeof time === 'string' ? { time } : {}),
    ...(provenance ? { provenance } : {}),
  };
}

/** Reads an upstream's packument, full or abbreviated. @throws AppError `upstream_failed` */
export function parsePackument(want: Want, document: Buffer, source: { url: string }): Packument {
  let parsed: unknown;
  try {
    parsed = JSON.parse(document.toString('utf8'));
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_packument, {}, { cause });
  }
  const listed = findRecord(ownValue(parsed, 'versions'));
  const name = ownText(parsed, 'name');
  if (!listed || name === undefined || name !== want.package) throw new AppError(refusals.upstream_sent_other_packument);
  const times = ownValue(parsed, 'time');
  const versions = new Map<string, PackumentVersion>();
  for (const [version, value] of Object.entries(listed)) {
    const one = parseVersion(value, ownValue(times, version), source.url);
    if (one) versions.set(version, one);
  }
  const tags = Object.entries(findRecord(ownValue(parsed, 'dist-tags')) ?? {}).filter((tag): tag is [string, string] => typeof tag[1] === 'string');
  const created = ownText(times, 'created');
  const modified = ownText(times, 'modified') ?? ownText(parsed, 'modified');
  const readme = ownText(parsed, 'readme');
  const readmeFilename = ownText(parsed, 'readmeFilename');
  return {
    name,
    revision: ownText(parsed, '_rev') ?? '0',
    tags: withLatest(tags, versions),
    versions,
    ...(created ? { created } : {}),
    ...(modified ? { modified } : {}),
    ...(readme ? { readme } : {}),
    ...(readmeFilename ? { readmeFilename } : {}),
  };
}

/** Versions and tags of all parts, the earlier part winning; `latest` is never recomputed across members. */
export function mergePackuments(parts: readonly Part<Packument>[]): Packument {
  const [first, ...others] = parts.map(({ model }) => model);
  if (!first) throw new Error('nothing to merge');
  const versions = new Map(first.versions);
  const tags = new Map(first.tags);
  for (const other of others) {
    for (const [version, one] of other.versions) if (!versions.has(version)) versions.set(version, one);
    for (const [tag, version] of other.tags) if (!tags.has(tag)) tags.set(tag, version);
  }
  const modified = [first, ...others]
    .map((one) => one.modified ?? '')
    .toSorted()
    .at(-1);
  // A merged listing has no one revision, so changes made from it are not checked against one.
  return { ...first, revision: '0', versions, tags, ...(modified ? { modified } : {}) };
}

function computeChecksums(dist: PackumentVersion['dist']): Partial<FileSource> {
  const hashes = new Map(
    (dist.integrity ?? '')
      .split(/\s+/)
      .map((one) => /^(sha\d+)-([A-Za-z0-9+/=]+)/.exec(one))
      .filter((match) => match !== null)
      .map(([, algorithm = '', value = '']) => [algorithm, Buffer.from(value, 'base64').toString('hex')]),
  );
  const [sha512, sha256, sha1] = [hashes.get('sha512'), hashes.get('sha256'), hashes.get('sha1') ?? dist.shasum?.toLowerCase()];
  return { ...(sha512 ? { sha512 } : {}), ...(sha256 ? { sha256 } : {}), ...(sha1 ? { sha1 } : {}) };
}

/** Where a remote keeps a tarball, and the checksums its listing promises. */
export function tarballSource(want: Want, { name, versions }: Packument): FileSource | undefined {
  const file = want.path.slice(want.path.lastIndexOf('/') + 1);
  const named = want.version === undefined ? undefined : versions.get(want.version);
  const found =
    named ??
    [...versions].find(
      ([version, one]) => tarballName(name, version) === file || (one.url !== undefined && new URL(one.url).pathname.endsWith(`/${file}`)),
    )?.[1];
  return found?.url === undefined ? undefined : { url: found.url, ...computeChecksums(found.dist) };
}
