import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import semver from 'semver';
import type { Draft, DraftFile, PackageRow, PublishContext, Removal, RemoveContext, Rows, StagedFile, Want } from '../format.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import { inspect, type NativeFacts } from './npm-package.ts';
import { attestationPath, isPackageName, tarballPath } from './npm-paths.ts';
import { refusals } from './npm-refusals.ts';
import { readPublishDocument } from './publish-document.ts';
import { readDocument } from './read-document.ts';

const documentLimit = readingLimits.npmDocument.most;

/** A tag must not look like a version range, or installing by it would be ambiguous. */
export function checkTag(tag: string): string {
  if (!/^[\w][\w.~-]{0,127}$/.test(tag) || tag === '__proto__' || semver.validRange(tag, { loose: true }) !== null) {
    throw new AppError(refusals.npm_tag_invalid, { tag: JSON.stringify(tag.slice(0, 100)) });
  }
  return tag;
}

function checkRevision(revision: string | undefined, row: PackageRow): void {
  if (revision !== undefined && /^[1-9]\d*$/.test(revision) && revision !== String(row.revision)) throw new AppError('conflict');
}

function readTags(document: unknown, versions: ReadonlySet<string>): { name: string; version: string }[] {
  return Object.entries(findRecord(ownValue(document, 'dist-tags')) ?? {})
    .filter((tag): tag is [string, string] => typeof tag[1] === 'string' && versions.has(tag[1]))
    .map(([name, version]) => ({ name: checkTag(name), version }));
}

/** Compares what the client says about its tarball with what arrived. */
function checkPromises(document: unknown, key: string, version: string, staged: StagedFile): void {
  const length = ownValue(ownValue(ownValue(document, '_attachments'), key), 'length');
  const dist = ownValue(ownValue(ownValue(document, 'versions'), version), 'dist');
  const shasum = ownText(dist, 'shasum')?.toLowerCase();
  const promised = /(?:^|\s)sha512-([A-Za-z0-9+/=]+)/.exec(ownText(dist, 'integrity') ?? '')?.[1];
  const sha512 = promised === undefined ? undefined : Buffer.from(promised, 'base64').toString('hex');
  const wrong = (typeof length === 'number' && length !== staged.size) || (shasum && shasum !== staged.sha1) || (sha512 && sha512 !== staged.sha512);
  if (wrong) throw new AppError(refusals.tarball_differs);
}

function publishedVersion(document: unknown, name: string, key: string): string {
  const versions = Object.keys(findRecord(ownValue(document, 'versions')) ?? {});
  const version = versions.find((one) => key === `${name}-${one}.tgz`) ?? (versions.length === 1 ? versions[0] : undefined);
  if (!version || semver.valid(version) !== version) throw new AppError(refusals.tarball_without_version);
  return version;
}

function findPredicateType(bundle: unknown): string | undefined {
  try {
    const payload = ownText(ownValue(bundle, 'dsseEnvelope'), 'payload') ?? '';
    return ownText(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')), 'predicateType', 200);
  } catch {
    return undefined;
  }
}

/** Reads a provenance bundle, and makes the document of it that clients ask for later. */
export async function readAttestation(data: string): Promise<{ predicateType: string; attestations: string }> {
  let bundle: unknown;
  try {
    bundle = JSON.parse(data);
  } catch (cause) {
    throw new AppError(refusals.provenance_is_no_json, {}, { cause });
  }
  const predicateType = findPredicateType(bundle);
  if (!predicateType) throw new AppError(refusals.provenance_unsigned);
  return { predicateType, attestations: JSON.stringify({ attestations: [{ predicateType, bundle }] }) };
}

/** The provenance bundle beside a tarball, as the document that clients ask for later. */
async function readProvenance(
  document: unknown,
  name: string,
  version: string,
  context: PublishContext,
): Promise<{ file: DraftFile; predicateType: string } | undefined> {
  const data = ownText(ownValue(ownValue(document, '_attachments'), `${name}-${version}.sigstore`), 'data', documentLimit);
  if (data === undefined) return undefined;
  const { predicateType, attestations } = await context.read(readAttestation, data);
  const staged = await context.stage(Readable.from([Buffer.from(attestations)]));
  return { file: { path: attestationPath(name, version), staged, inspection: { package: name, version } }, predicateType };
}

async function publishTarball(name: string, document: unknown, key: string, staged: StagedFile, context: PublishContext): Promise<Draft> {
  const version = publishedVersion(document, name, key);
  checkPromises(document, key, version, staged);
  const existing = await context.rows.package(name);
  if (!existing && name !== name.toLowerCase()) throw new AppError(refusals.name_must_be_lower_case);
  const path = tarballPath(name, version);
  const inspection = await context.read(inspect, { package: name, version, lead: true }, path, staged);
  const deprecated = ownText(ownValue(ownValue(document, 'versions'), version), 'deprecated', 2000);
  const provenance = await readProvenance(document, name, version, context);
  const native = { ...(inspection.facts?.native as NativeFacts), ...(provenance ? { provenance: provenance.predicateType } : {}) };
  const tags = readTags(document, new Set([version]));
  const facts = { ...inspection.facts, native, ...(deprecated ? { deprecated } : {}) };
  const properties = { ...inspection.properties, ...(tags.length > 0 ? { 'npm.disttag': tags.map((tag) => tag.name) } : {}) };
  return {
    files: [{ path, staged, inspection: { ...inspection, facts, properties } }, ...(provenance ? [provenance.file] : [])],
    pointers: tags.map((tag) => ({ package: name, ...tag })),
    answer: json({ ok: true, id: name, success: true }, { status: 201 }),
  };
}

/** A document put back without a tarball: deprecations and tags that differ from ours are taken over, nothing else. */
async function changeDocument(name: string, document: unknown, rows: Rows): Promise<Draft> {
  const row = await rows.package(name);
  if (!row) throw new AppError('package_not_found');
  checkRevision(ownText(document, '_rev'), row);
  const versions = ownValue(document, 'versions');
  const amend = row.versions
    .filter(
      ({ version, facts }) =>
        ownValue(versions, version) !== undefined && (ownText(ownValue(versions, version), 'deprecated', 2000) ?? '') !== (facts.deprecated ?? ''),
    )
    .map(({ version }) => ({ package: name, version, facts: { deprecated: ownText(ownValue(versions, version), 'deprecated', 2000) } }));
  const pointers = readTags(document, new Set(row.versions.map(({ version }) => version))).filter((tag) => row.pointers[tag.name] !== tag.version);
  return {
    files: [],
    amend,
    pointers: pointers.map((tag) => ({ package: name, ...tag })),
    answer: json({ ok: true, id: name, success: true }, { status: 201 }),
  };
}

/** `npm publish`, `npm deprecate` and the first half of unpublishing a version. */
export async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.variant === 'tarball') return undefined;
  const { document, tarballs } = await readPublishDocument(
    context.body,
    documentLimit,
    (body) => context.stage(body, { sha512: true }),
    (bytes) => context.read(readDocument, bytes),
  );
  const name = want.package ?? '';
  if (!isPackageName(name) || ownValue(document, 'name') !== name) throw new AppError(refusals.document_about_other_package);
  const [tarball] = tarballs;
  return tarball ? publishTarball(name, document, ...tarball, context) : changeDocument(name, document, context.rows);
}

/** Unpublishing a version or the whole package. */
export async function remove(want: Want, { rows }: RemoveContext): Promise<Removal> {
  const name = want.package ?? '';
  const row = await rows.package(name);
  if (!row) throw new AppError('package_not_found');
  checkRevision(want.variant, row);
  const { version } = want;
  return {
    versions: [version === undefined ? { package: name } : { package: name, version }],
    answer: json({ ok: true }),
  };
}
