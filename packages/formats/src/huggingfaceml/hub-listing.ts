import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FileSource, PackageRow, Rows, VersionRow, Want } from '../format.ts';
import { findRecord, ownText, ownValue, plainJson } from '../text/plain-json.ts';
import { getFolder, getPackage, isFile, isRevision, leadFile, readPackage, readStored } from './hub-place.ts';
import { refusals } from './huggingfaceml-refusals.ts';

export interface HubFile {
  path: string;
  size: number;
  /** Git's name for what stands for the file in the repository: the file, or the pointer to a large one. */
  oid: string;
  /** Known of large files alone, which is every one that is stored here. */
  sha256?: string;
}

export interface HubRevision {
  sha: string;
  /** ISO 8601. */
  time?: string;
  files: HubFile[];
  card: unknown;
  /** Tags as the upstream tells them; else they follow from the card. */
  tags?: string[];
}

export interface HubReference {
  name: string;
  sha: string;
}

export interface HubChange {
  id: string;
  title: string;
  message: string;
  /** ISO 8601. */
  date: string;
}

/** One of the three, whichever was asked for. */
export interface HubListing {
  revision?: HubRevision;
  references?: { branches: HubReference[]; tags: HubReference[] };
  changes?: HubChange[];
}

/** What a revision's own file says of it. */
export interface RevisionNote {
  title: string;
  description: string;
  time: string;
  parent?: string;
}

const tagPrefix = 'tags/';
export const tagPointer = (name: string) => `${tagPrefix}${name}`;
/** The name of the branch or tag that a revision's name means. */
const toPointer = (name: string) => name.replace(/^refs\/(?:heads\/)?/, '');

/** Large files stand in a repository as a few lines. https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md#the-pointer */
export function makePointer({ sha256, size }: { sha256: string; size: number }): { oid: string; size: number } {
  const text = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
  return { oid: createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex'), size: text.length };
}

export const compareVersions = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const isWhole = ({ version, files }: VersionRow) => isRevision(version) && files.some(({ lead }) => lead);

function findNewest(found: PackageRow): string | undefined {
  return found.versions
    .filter(isWhole)
    .map(({ version }) => version)
    .sort(compareVersions)
    .at(-1);
}

/** The revision that a name means here; the main branch of what came without branches is the newest of it. */
export function findRevision(found: PackageRow, name: string): string | undefined {
  if (isRevision(name)) return found.versions.some(({ version }) => version === name) ? name : undefined;
  const pointer = toPointer(name);
  const pointed = found.pointers[pointer] ?? found.pointers[tagPointer(pointer)];
  if (pointed !== undefined && found.versions.some(({ version }) => version === pointed)) return pointed;
  return pointer === 'main' ? findNewest(found) : undefined;
}

const readNote = (version: VersionRow | undefined) => version?.facts.native as (Partial<RevisionNote> & { card?: unknown }) | undefined;

async function loadRevision(found: PackageRow, name: string, rows: Rows): Promise<HubRevision | undefined> {
  const sha = findRevision(found, name);
  if (sha === undefined) return undefined;
  const folder = `${getFolder(readPackage(found.name))}/${sha}`;
  const version = found.versions.find((one) => one.version === sha);
  const note = readNote(version);
  const files = (await rows.filesWithin(folder))
    .map(({ path, size, sha256 }): HubFile => ({ path: path.slice(folder.length + 1), size, sha256, oid: makePointer({ sha256, size }).oid }))
    .filter(({ path }) => path !== leadFile)
    .sort((a, b) => compareVersions(a.path, b.path));
  return { sha, time: note?.time ?? version?.createdAt.toISOString() ?? '', files, card: note?.card ?? {} };
}

function loadReferences(found: PackageRow): HubListing['references'] {
  const known = new Set(found.versions.map(({ version }) => version));
  const all = Object.entries(found.pointers).filter(([, sha]) => known.has(sha));
  const [tags, branches] = [true, false].map((isTag) => all.filter(([name]) => name.startsWith(tagPrefix) === isTag));
  const main = found.pointers.main === undefined ? findNewest(found) : undefined;
  return {
    branches: [...(main ? [{ name: 'main', sha: main }] : []), ...branches!.map(([name, sha]) => ({ name, sha }))],
    tags: tags!.map(([name, sha]) => ({ name: name.slice(tagPrefix.length), sha })),
  };
}

/** From a revision back to the first. */
function loadChanges(found: PackageRow, name: string): HubChange[] | undefined {
  const byName = new Map(found.versions.map((version) => [version.version, version]));
  const changes = new Map<string, HubChange>();
  let at = findRevision(found, name);
  while (at !== undefined && !changes.has(at)) {
    const version = byName.get(at);
    if (!version) break;
    const { title = '', description = '', time, parent }: Partial<RevisionNote> = readNote(version) ?? {};
    changes.set(at, { id: at, title, message: description, date: time ?? version.createdAt.toISOString() });
    at = parent;
  }
  return changes.size > 0 ? [...changes.values()] : undefined;
}

export async function load(want: Want, rows: Rows): Promise<HubListing | undefined> {
  const found = await rows.package(want.package ?? '');
  if (!found) return undefined;
  if (want.variant === 'refs') return { references: loadReferences(found)! };
  if (want.variant === 'commits') {
    const changes = loadChanges(found, want.version ?? '');
    return changes && { changes };
  }
  const revision = await loadRevision(found, want.version ?? '', rows);
  return revision && { revision };
}

function parseFile(value: unknown): HubFile[] {
  const path = ownText(value, 'rfilename', 2000);
  const [size, lfs] = [ownValue(value, 'size'), ownValue(value, 'lfs')];
  const sha256 = ownText(lfs, 'sha256', 64);
  if (path === undefined || !isFile(path)) return [];
  const isSum = sha256 !== undefined && /^[0-9a-f]{64}$/.test(sha256);
  return [{ path, size: typeof size === 'number' ? size : 0, oid: ownText(value, 'blobId', 64) ?? '', ...(isSum ? { sha256 } : {}) }];
}

function parseRevision(document: unknown): HubRevision {
  const [sha, siblings] = [ownText(document, 'sha', 40), ownValue(document, 'siblings')];
  if (sha === undefined || !isRevision(sha) || !Array.isArray(siblings)) throw new Error('no revision');
  const time = ownText(document, 'lastModified', 100);
  const tags = ownValue(document, 'tags');
  const [task, library] = [ownText(document, 'pipeline_tag', 200), ownText(document, 'library_name', 200)];
  const card = findRecord(plainJson(ownValue(document, 'cardData'))) ?? {};
  return {
    sha,
    files: siblings.flatMap(parseFile),
    card: { ...card, ...(task ? { pipeline_tag: task } : {}), ...(library ? { library_name: library } : {}) },
    ...(time ? { time } : {}),
    ...(Array.isArray(tags) ? { tags: tags.filter((tag) => typeof tag === 'string').map((tag) => tag.slice(0, 500)) } : {}),
  };
}

function parseReferences(list: unknown): HubReference[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    const [name, sha] = [ownText(one, 'name', 300), ownText(one, 'targetCommit', 40)];
    return name && sha && isRevision(sha) ? [{ name, sha }] : [];
  });
}

function parseChanges(list: unknown): HubChange[] {
  if (!Array.isArray(list)) throw new Error('no commits');
  return list.flatMap((one) => {
    const [id, date] = [ownText(one, 'id', 40), ownText(one, 'date', 100)];
    return id && date && isRevision(id) ? [{ id, date, title: ownText(one, 'title', 1000) ?? '', message: ownText(one, 'message', 10_000) ?? '' }] : [];
  });
}

export function parse(want: Want, bytes: Buffer): HubListing {
  try {
    const document: unknown = JSON.parse(bytes.toString());
    if (want.variant === 'commits') return { changes: parseChanges(document) };
    if (want.variant !== 'refs') return { revision: parseRevision(document) };
    if (!Array.isArray(ownValue(document, 'branches'))) throw new Error('no branches');
    return { references: { branches: parseReferences(ownValue(document, 'branches')), tags: parseReferences(ownValue(document, 'tags')) } };
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_hub_document, {}, { cause });
  }
}

/** Only a revision's own name leads to a file: what a branch means is asked first (`newestPath`). */
export function fileSource(want: Want, { revision }: HubListing): FileSource | undefined {
  const place = readStored(want.path);
  const file = place && revision?.files.find(({ path }) => path === place.file);
  if (!place || !file || revision?.sha !== place.revision) return undefined;
  return { url: `${getPackage(place)}/resolve/${place.revision}/${place.file}`, ...(file.sha256 ? { sha256: file.sha256, size: file.size } : {}) };
}

/** The path of a file under the name of the revision that its branch means. */
export function newestPath({ path, newest }: Want, { revision }: HubListing): string | undefined {
  if (!revision || newest?.version === undefined || newest.package === undefined) return undefined;
  const folder = getFolder(readPackage(newest.package));
  return `${folder}/${revision.sha}/${path.slice(folder.length + newest.version.length + 2)}`;
}
