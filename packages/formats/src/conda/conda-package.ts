import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { RangedBytes } from '../archive/archive-entry.ts';
import type { Keep } from '../archive/archive-limits.ts';
import { readTar } from '../archive/tar-archive.ts';
import { listStored, type StoredPart } from '../archive/walk-zip.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { Inspection, Location, Payload, StagedFile } from '../format.ts';
import { parseBounded } from '../text/bounded-json.ts';
import { findRecord, ownText, ownValue, plainJson } from '../text/plain-json.ts';
import { readFacts } from './conda-facts.ts';
import { findPlace, findPlatform, isBuild, isPackageName, isPlatform, type NamedPackage, packageKey, readFileName, writeFileName } from './conda-paths.ts';
import { refusals } from './conda-refusals.ts';
import { isCondaVersion } from './conda-version-order.ts';

// https://conda.org/learn/ceps/cep-0034/ and https://conda.org/learn/ceps/cep-0035/

const { condaInfo, condaIndex } = readingLimits;

const indexFile = 'info/index.json';
const aboutFile = 'info/about.json';
const keep = (entry: string): Keep | undefined => (entry === indexFile || entry === aboutFile ? { limit: condaIndex.most } : undefined);

/** Said by the listing: where and how the file is, not what is in it. */
const listingFields = new Set(['md5', 'sha256', 'size', 'fn', 'url', 'channel', 'schannel', 'subdir', 'signatures', 'indexed_timestamp']);

/** Packages hold three members; more is none. */
const mostMembers = 20;
/** Above this, what comes behind `info` in a package that bzip2 packs as a whole is not read: unpacking goes at a few megabytes a second. */
const readWhole = 16 * 1024 * 1024;

async function listMembers(file: RangedBytes): Promise<StoredPart[]> {
  try {
    return await listStored(file, mostMembers);
  } catch (cause) {
    throw new AppError(sharedWords.archive_unreadable, { reason: (cause as Error).message }, { cause });
  }
}

const getPart = (file: RangedBytes, { start, end }: StoredPart): RangedBytes => ({
  size: end - start + 1,
  open: (range) => file.open(range ? { start: start + range.start, end: start + range.end } : { start, end }),
});

const findOne = (members: readonly StoredPart[], kind: 'info' | 'pkg') => {
  const found = members.filter(({ name }) => name.startsWith(`${kind}-`) && name.endsWith('.tar.zst'));
  if (found.length !== 1 || !found[0]) throw new AppError(refusals.conda_package_has_no_parts);
  return found[0];
};

/** What is installed of a package. @throws AppError `invalid_package` */
export async function findPayload(file: RangedBytes): Promise<Payload> {
  const head: Buffer[] = [];
  for await (const chunk of file.open({ start: 0, end: Math.min(file.size, 4) - 1 })) head.push(chunk);
  if (!Buffer.concat(head).toString('latin1').startsWith('PK')) return { start: 0, end: file.size - 1, kind: 'tar', packing: 'bzip2' };
  const { start, end } = findOne(await listMembers(file), 'pkg');
  return { start, end, kind: 'tar', packing: 'zstd' };
}

/** In the newer format what a package says stands beside what it installs, and only that is read. */
async function readInformation(file: StagedFile, ending: NamedPackage['ending']): Promise<Map<string, Buffer>> {
  if (ending === '.conda') {
    const members = await listMembers(file);
    findOne(members, 'pkg');
    return readTar(getPart(file, findOne(members, 'info')), keep, 'zstd', undefined, { largestUnpacked: condaInfo.most });
  }
  const isBehind = (entry: string, found: ReadonlyMap<string, Buffer>) => found.has(indexFile) && !/^info(?:\/|$)/.test(entry);
  return readTar(file, keep, 'bzip2', undefined, file.size > readWhole ? { isEnough: isBehind } : {});
}

function parse(bytes: Buffer): Record<string, unknown> {
  const unreadable = (cause?: unknown) => new AppError(refusals.conda_index_unreadable, {}, { cause });
  let parsed: unknown;
  try {
    parsed = plainJson(parseBounded(bytes, unreadable), { nodes: 100_000, text: condaIndex.most, exceeded: unreadable });
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(cause);
  }
  const record = findRecord(parsed);
  if (!record) throw unreadable();
  return record;
}

/** What a package says of itself that nobody needs to know: absent, or no JSON. */
function parseAbout(bytes: Buffer | undefined): unknown {
  try {
    return bytes && parse(bytes);
  } catch {
    return undefined;
  }
}

interface Package extends NamedPackage {
  record: Record<string, unknown>;
  /** For which platform it is, where it says so. */
  subdir: string | undefined;
  about: unknown;
}

/** @throws AppError `invalid_package` */
async function readPackage(file: StagedFile, ending: NamedPackage['ending']): Promise<Package> {
  const found = await readInformation(file, ending);
  const bytes = found.get(indexFile);
  if (!bytes) throw new AppError(refusals.conda_package_says_nothing);
  const record = parse(bytes);
  const [name = '', version = '', build = ''] = ['name', 'version', 'build'].map((key) => ownText(record, key));
  const number = ownValue(record, 'build_number');
  if (!isPackageName(name) || !isCondaVersion(version) || !isBuild(build) || !Number.isSafeInteger(number) || Number(number) < 0)
    throw new AppError(refusals.conda_index_names_nothing);
  for (const key of ['depends', 'constrains']) {
    const list = ownValue(record, key);
    if (list !== undefined && !(Array.isArray(list) && list.every((one) => typeof one === 'string'))) throw new AppError(refusals.conda_index_unreadable);
  }
  const subdir = ownText(record, 'subdir');
  return { name, version, build, ending, record, subdir, about: parseAbout(found.get(aboutFile)) };
}

function makeInspection({ name, version, build, record, about }: Package, folder: string): Inspection {
  const subdir = findPlatform(folder) ?? '';
  const said = Object.entries(record).filter(([key]) => !listingFields.has(key));
  const properties = { name, version, build, subdir, build_number: String(record.build_number), license: ownText(record, 'license', 1000) };
  return {
    package: packageKey(name),
    version,
    lead: true,
    facts: readFacts(record, about),
    listed: { ...Object.fromEntries(said), depends: record.depends ?? [], subdir },
    properties: Object.fromEntries(Object.entries(properties).flatMap(([key, value]) => (value === undefined ? [] : [[`conda.${key}`, [value]]]))),
  };
}

/** Clients look for a package where its platform is, so that is where it has to be. */
function requirePlatform(folder: string, { subdir }: Package): void {
  if (subdir !== undefined && subdir !== findPlatform(folder)) throw new AppError(refusals.conda_package_elsewhere, { subdir: subdir.slice(0, 100), folder });
}

/** A package at its place. @throws AppError `invalid_package` when it is another than its file's name says */
export async function inspect(_location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const place = findPlace(path);
  if (!place) throw new AppError(refusals.conda_platform_unknown);
  const found = await readPackage(file, place.ending);
  const { name, version, build } = found;
  if (name !== place.name || version !== place.version || build !== place.build)
    throw new AppError(documentRefusals.package_named_otherwise, { name, version, place: `${place.folder}/${writeFileName(found)}` });
  requirePlatform(place.folder, found);
  return makeInspection(found, place.folder);
}

/** A package whose place only it can tell, in a channel. @throws AppError `invalid_package` */
export async function identify(file: StagedFile, path: string): Promise<Inspection & { path: string }> {
  const at = path.lastIndexOf('/') + 1;
  const ending = path.endsWith('.conda') ? '.conda' : '.tar.bz2';
  const found = await readPackage(file, ending);
  if (found.subdir === undefined || !isPlatform(found.subdir)) throw new AppError(refusals.conda_platform_unknown);
  const folder = `${path.slice(0, at)}${found.subdir}`;
  const name = writeFileName(found);
  if (!readFileName(name)) throw new AppError(refusals.conda_index_names_nothing);
  return { ...makeInspection(found, folder), path: `${folder}/${name}` };
}
