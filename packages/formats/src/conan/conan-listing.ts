import { AppError } from '@packhouse/contract/errors.ts';
import type { FileRow, Part, Rendered, Rows, Want } from '../format.ts';
import { findRecord, ownText, ownValue, plainJson } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import { type ConanPlace, contentFolder, getFolder, type Reference, readReference, readStored } from './conan-place.ts';
import { refusals } from './conan-refusals.ts';

/** This makes a revision complete: clients send it after everything else that is part of it. */
const manifest = 'conanmanifest.txt';

interface Revision {
  revision: string;
  /** When it came, as its source writes it: clients keep it in their lock files. */
  time: string;
}

export interface ConanListing {
  /** The newest first. */
  revisions?: readonly Revision[];
  /** Names of one revision's files. */
  files?: readonly string[];
  /** Packages were made of this, by their id. */
  packages?: ReadonlyMap<string, unknown>;
  /** A search found these. */
  references?: readonly Reference[];
}

const latestFirst = (a: FileRow, b: FileRow) => b.createdAt.getTime() - a.createdAt.getTime();

async function loadRevisions(place: ConanPlace, rows: Rows): Promise<ConanListing | undefined> {
  const { packageId } = place;
  const manifests = await rows.filesWithin(getFolder(place), { name: manifest, depth: packageId === undefined ? 2 : 1 });
  const revisions = manifests
    .toReversed()
    .sort(latestFirst)
    .flatMap(({ path, createdAt }): Revision[] => {
      const found = readStored(path);
      const revision = packageId === undefined ? found?.recipeRevision : found?.packageRevision;
      return revision === undefined ? [] : [{ revision, time: createdAt.toISOString() }];
    });
  return revisions.length > 0 ? { revisions } : undefined;
}

/** Tells whether this was packed otherwise when it was sent again: clients take two archives of one thing for damage. */
function isOutdated(name: string, files: ReadonlyMap<string, FileRow>): boolean {
  const [, thing] = /^(conan_(?:export|sources|package))\.[^/]+$/.exec(name) ?? [];
  if (thing === undefined) return false;
  const modified = (one: string) => files.get(one)!.modifiedAt.getTime();
  return [...files.keys()].some((other) => other !== name && other.startsWith(`${thing}.`) && modified(other) > modified(name));
}

async function loadFiles(place: ConanPlace, rows: Rows): Promise<ConanListing | undefined> {
  const folder = `${contentFolder(place)}/`;
  const files = new Map((await rows.filesWithin(contentFolder(place))).map((file) => [file.path.slice(folder.length), file]));
  return files.has(manifest) ? { files: [...files.keys()].filter((name) => !isOutdated(name, files)).sort() } : undefined;
}

async function loadPackages(place: ConanPlace, rows: Rows): Promise<ConanListing | undefined> {
  if (!(await rows.file(`${contentFolder(place)}/${manifest}`))) return undefined;
  const within = (name: string) => rows.filesWithin(`${getFolder(place)}/package`, { name, depth: 2 });
  const [manifests, infos] = await Promise.all([within(manifest), within('conaninfo.txt')]);
  const contents = new Map(infos.map(({ path, content }) => [path, content]));
  const packages = new Map<string, unknown>();
  for (const { path } of manifests.toReversed().sort(latestFirst)) {
    const packageId = readStored(path)?.packageId;
    const content = contents.get(path.replace(manifest, 'conaninfo.txt'));
    if (packageId !== undefined && content !== undefined && !packages.has(packageId)) packages.set(packageId, { content });
  }
  return { packages };
}

export async function load(want: Want, rows: Rows): Promise<ConanListing | undefined> {
  const place = readStored(want.path);
  if (!place) return undefined;
  if (want.variant === 'files') return loadFiles(place, rows);
  return want.variant === 'packages' ? loadPackages(place, rows) : loadRevisions(place, rows);
}

const hash = /^[0-9a-f]{1,64}$/;

function getRevision(value: unknown): Revision[] {
  const [revision, time] = [ownText(value, 'revision', 100), ownText(value, 'time', 50)];
  return revision !== undefined && hash.test(revision) && time !== undefined && !Number.isNaN(Date.parse(time)) ? [{ revision, time }] : [];
}

function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new AppError(refusals.upstream_sent_no_revisions);
  return value;
}

/** @throws AppError `upstream_failed` */
export function parse(want: Want, document: Buffer): ConanListing {
  let parsed: unknown;
  try {
    parsed = plainJson(JSON.parse(document.toString()));
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_json, {}, { cause });
  }
  if (want.variant === 'search')
    return { references: readList(ownValue(parsed, 'results')).flatMap((text) => (typeof text === 'string' ? (readReference(text) ?? []) : [])) };
  const record = findRecord(want.variant === 'packages' ? parsed : ownValue(parsed, 'files'));
  if (want.variant === 'files' || want.variant === 'packages') {
    if (!record) throw new AppError(refusals.upstream_sent_no_conan_files);
    if (want.variant === 'packages') return { packages: new Map(Object.entries(record).filter(([id, one]) => hash.test(id) && findRecord(one))) };
    const folder = contentFolder(readStored(want.path)!);
    return { files: Object.keys(record).filter((name) => readStored(`${folder}/${name}`)?.file === name) };
  }
  return { revisions: readList(ownValue(parsed, 'revisions')).flatMap(getRevision) };
}

/** Earlier parts win: theirs is the newest revision, and all files of one revision are theirs. */
export function merge(_want: Want, parts: readonly Part<ConanListing>[]): ConanListing {
  const first = parts[0]?.model;
  if (first?.files) return first;
  if (first?.packages) return { packages: new Map(parts.toReversed().flatMap(({ model }) => [...(model.packages ?? [])])) };
  const revisions = new Map<string, Revision>();
  for (const { model } of parts) for (const one of model.revisions ?? []) if (!revisions.has(one.revision)) revisions.set(one.revision, one);
  return { revisions: [...revisions.values()] };
}

export function render(want: Want, { revisions = [], files = [], packages = new Map() }: ConanListing): Rendered {
  if (want.variant === 'files') return json({ files: Object.fromEntries(files.map((name) => [name, {}])) });
  if (want.variant === 'packages') return json(Object.fromEntries(packages));
  if (want.variant === 'revisions') return json({ revisions });
  if (revisions.length === 0) throw new AppError('package_not_found');
  return json(revisions[0]);
}
