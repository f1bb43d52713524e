import type { FileRow, FileSource, Part, Rows, Want } from '../format.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import { findPlace, getFolder, isOfNewest, packageKey } from './conda-paths.ts';
import { compareVersions } from './conda-version-order.ts';

/** A package's file as the listing of its folder tells of it. */
export interface CondaEntry {
  /** The key of its package. */
  name: string;
  version: string;
  /** Its record in JSON, as its source has it: those of an upstream are handed on untouched, and are parts of its document. */
  record: string | Uint8Array;
}

/** Everything in one folder of a channel. */
export interface CondaListing {
  /** By the names of files. */
  files: Map<string, CondaEntry>;
  /** Where an upstream keeps the files, when that is not beside its listing. */
  base?: string;
}

export const parseRecord = ({ record }: CondaEntry): unknown =>
  JSON.parse(typeof record === 'string' ? record : Buffer.from(record.buffer, record.byteOffset, record.byteLength).toString());

function* readStored(rows: readonly FileRow[], folder: string): Generator<[file: string, entry: CondaEntry]> {
  for (const { path, content, md5, sha256, size, createdAt } of rows) {
    const place = findPlace(path);
    const said = findRecord(content);
    if (place?.folder !== folder || !said) continue;
    const record = JSON.stringify({ ...said, md5, sha256, size, indexed_timestamp: createdAt.getTime() });
    yield [path.slice(folder.length + 1), { name: packageKey(place.name), version: place.version, record }];
  }
}

/** All builds of the newest version of each package. */
function listNewest(files: CondaListing['files']): CondaListing['files'] {
  const newest = new Map<string, string>();
  for (const { name, version } of files.values()) {
    const known = newest.get(name);
    if (known === undefined || compareVersions(known, version) < 0) newest.set(name, version);
  }
  return new Map([...files].filter(([, { name, version }]) => compareVersions(newest.get(name)!, version) === 0));
}

/** A channel without packages has a listing too: clients ask for `noarch` in any case. */
export async function load(want: Want, rows: Rows): Promise<CondaListing> {
  const folder = getFolder(want);
  const files = new Map(readStored(await rows.filesWithin(folder, { depth: 0 }), folder));
  return { files: isOfNewest(want) ? listNewest(files) : files };
}

/** Earlier parts win by file, and a name that a local member has is never completed from a remote one. */
export function merge(_want: Want, parts: readonly Part<CondaListing>[]): CondaListing {
  const ours = new Set(parts.filter(({ source }) => source === 'local').flatMap(({ model }) => [...model.files.values()].map(({ name }) => name)));
  const files: CondaListing['files'] = new Map();
  for (const { source, model } of parts)
    for (const [file, entry] of model.files) if (!files.has(file) && !(source === 'remote' && ours.has(entry.name))) files.set(file, entry);
  return { files };
}

const isDigest = (text: string | undefined, length: number): text is string => text?.length === length && /^[0-9a-f]+$/.test(text);

/** Where a remote keeps a file, and what its listing promises of it; undefined where that does not name it. */
export function fileSource({ path }: Want, { files, base }: CondaListing): FileSource | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const entry = files.get(file);
  if (!entry) return undefined;
  const record = parseRecord(entry);
  const [sha256, md5] = ['sha256', 'md5'].map((key) => ownText(record, key)?.toLowerCase());
  const size = ownValue(record, 'size');
  return {
    url: base === undefined ? path : `${base}${encodeURIComponent(file)}`,
    ...(isDigest(sha256, 64) ? { sha256 } : isDigest(md5, 32) ? { md5 } : {}),
    ...(Number.isSafeInteger(size) ? { size: size as number } : {}),
  };
}
