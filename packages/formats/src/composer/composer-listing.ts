import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FileSource, Part, RenderContext, Rendered, Rows, VersionRow, Want } from '../format.ts';
import { parseBounded } from '../text/bounded-json.ts';
import { findRecord, ownText, ownValue, plainJson } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import { archivePath, isVersion } from './composer-place.ts';
import { refusals } from './composer-refusals.ts';
import { compareVersions, isDevelopment, versionKey } from './composer-version-order.ts';
import { expand, minify } from './minified.ts';

/** The archive of a version. */
export interface Dist {
  /** Where it is stored here. */
  path: string;
  /** Where its upstream keeps it. */
  url?: string;
  sha1?: string;
  reference: string;
}

export interface ComposerVersion {
  version: string;
  /** Absent for packages that only require others. */
  dist?: Dist;
  time?: string;
  /** What else its description says. */
  fields: Record<string, unknown>;
}

/** Where an upstream says its parts are. */
export interface ComposerRoot {
  metadata: string;
  search?: string;
  list?: string;
  advisories?: string;
}

export interface ComposerListing {
  versions: ComposerVersion[];
  root?: ComposerRoot;
}

function loadVersion({ version, createdAt, facts, files }: VersionRow): ComposerVersion[] {
  const lead = files.filter((file) => file.lead).toSorted((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime())[0];
  const fields = findRecord(ownValue(facts.native, 'manifest'));
  if (!lead || !fields) return [];
  const time = isDevelopment(version) ? lead.modifiedAt : createdAt;
  return [{ version, time: time.toISOString(), fields, dist: { path: lead.path, sha1: lead.sha1, reference: lead.sha1 } }];
}

export async function load(want: Want, rows: Rows): Promise<ComposerListing | undefined> {
  if (want.variant === 'root') return { versions: [] };
  const found = await rows.package(want.package ?? '');
  const versions = (found?.versions ?? []).filter(({ version }) => isDevelopment(version) === (want.variant === 'development')).flatMap(loadVersion);
  return versions.length > 0 ? { versions } : undefined;
}

function readAddress(text: string | undefined, base: string): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function readRoot(document: unknown, base: string): ComposerRoot {
  const metadata = readAddress(ownText(document, 'metadata-url', 1000), base);
  if (!metadata?.includes('%package%')) throw new AppError(refusals.upstream_of_composer_1);
  const advisories = readAddress(ownText(ownValue(document, 'security-advisories'), 'api-url', 1000), base);
  const [search, list] = ['search', 'list'].map((key) => readAddress(ownText(document, key, 1000), base));
  return { metadata, ...(search ? { search } : {}), ...(list ? { list } : {}), ...(advisories ? { advisories } : {}) };
}

/** What is said again when it is rendered, and what would lead clients past this platform. */
const notPassedOn = new Set(['name', 'version', 'time', 'dist', 'source', 'notification-url', 'transport-options', 'installation-source']);

function readDist(name: string, version: string, dist: unknown, base: string): Dist | undefined {
  const url = readAddress(ownText(dist, 'url', 2000), base);
  if (url === undefined || ownText(dist, 'type', 20) !== 'zip') return undefined;
  const sha1 = ownText(dist, 'shasum', 40)?.toLowerCase();
  const said = ownText(dist, 'reference', 200) ?? '';
  // Where no commit is named, the address stands for it.
  const reference = /^[0-9a-f]{7,64}$/.test(said) ? said : createHash('sha1').update(url).digest('hex');
  return { path: archivePath(name, version, reference), url, reference, ...(sha1 && /^[0-9a-f]{40}$/.test(sha1) ? { sha1 } : {}) };
}

/** A version without an archive is fetched from where its source is: past this platform, so it is left out. Those that only require others have none. */
function readVersion(name: string, value: Record<string, unknown>, base: string): ComposerVersion[] {
  const version = ownText(value, 'version', 200);
  if (version === undefined || !isVersion(version)) return [];
  const dist = readDist(name, version, value.dist, base);
  if (!dist && value.type !== 'metapackage') return [];
  const time = ownText(value, 'time', 100);
  const fields = Object.fromEntries(Object.entries(value).filter(([key]) => !notPassedOn.has(key)));
  return [{ version, fields, ...(dist ? { dist } : {}), ...(time ? { time } : {}) }];
}

export function parse(want: Want, bytes: Buffer, { url }: { url: string }): ComposerListing {
  let document: unknown;
  try {
    document = plainJson(parseBounded(bytes, () => new Error('too many values')));
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_composer_metadata, {}, { cause });
  }
  if (want.variant === 'root') return { versions: [], root: readRoot(document, url) };
  const listed = ownValue(ownValue(document, 'packages'), want.package ?? '');
  if (!Array.isArray(listed)) throw new AppError(refusals.upstream_sent_no_composer_metadata);
  const versions = listed.filter((one) => findRecord(one) !== undefined) as Record<string, unknown>[];
  const whole = ownText(document, 'minified') === undefined ? versions : expand(versions);
  return { versions: whole.flatMap((one) => readVersion(want.package ?? '', one, url)) };
}

export function merge(want: Want, parts: readonly Part<ComposerListing>[]): ComposerListing {
  if (want.variant === 'root') return { versions: [] };
  const versions = new Map<string, ComposerVersion>();
  for (const { model } of parts)
    for (const one of model.versions) {
      const key = versionKey(one.version);
      if (!versions.has(key)) versions.set(key, one);
    }
  return { versions: [...versions.values()] };
}

function renderVersion(name: string, { version, fields, dist, time }: ComposerVersion, baseUrl: string): Record<string, unknown> {
  return {
    name,
    ...fields,
    version,
    ...(dist ? { dist: { type: 'zip', url: `${baseUrl}/${encodeURI(dist.path)}`, reference: dist.reference, shasum: dist.sha1 ?? '' } } : {}),
    ...(time ? { time } : {}),
  };
}

function renderRoot(baseUrl: string): Rendered {
  return json({
    packages: [],
    'metadata-url': `${baseUrl}/p2/%package%.json`,
    search: `${baseUrl}/search.json?q=%query%&type=%type%`,
    list: `${baseUrl}/packages/list.json`,
    'security-advisories': { metadata: false, 'api-url': `${baseUrl}/api/security-advisories/` },
  });
}

export function render(want: Want, model: ComposerListing, { baseUrl }: RenderContext): Rendered {
  if (want.variant === 'root') return renderRoot(baseUrl);
  const name = want.package ?? '';
  const versions = model.versions.toSorted((a, b) => compareVersions(b.version, a.version)).map((one) => renderVersion(name, one, baseUrl));
  return json({ packages: { [name]: minify(versions) }, minified: 'composer/2.0' });
}

export function fileSource(want: Want, { versions }: ComposerListing): FileSource | undefined {
  const dist = versions.find((one) => one.dist?.path === want.path)?.dist;
  return dist?.url === undefined ? undefined : { url: dist.url, ...(dist.sha1 ? { sha1: dist.sha1 } : {}) };
}
