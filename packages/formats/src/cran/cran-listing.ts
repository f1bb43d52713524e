import { gunzipSync } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { LRUCache } from 'lru-cache';
import type { FileSource, PackageRow, Part, Rows, Want } from '../format.ts';
import { findRecord, ownValue, plainText } from '../text/plain-json.ts';
import { fileFields, listedFields } from './cran-facts.ts';
import { findPlace, getFolder, isPackageName, sources } from './cran-paths.ts';
import { refusals } from './cran-refusals.ts';
import { isCranVersion, versionKey } from './cran-version-order.ts';
import { joinLines, readFields } from './description.ts';

/** A package as the listing of its folder tells of it. */
export interface CranEntry {
  version: string;
  md5?: string;
  /** Where its source keeps it, in its folder. */
  file: string;
  fields: Readonly<Record<string, string>>;
}

/** The packages of one folder, by their names. */
export interface CranListing {
  packages: Map<string, CranEntry[]>;
}

const largestListing = 256 * 1024 * 1024;
const pageSize = 500;

interface PlacedEntry extends CranEntry {
  folder: string;
}

function readStored(row: PackageRow): PlacedEntry[] {
  return row.versions.flatMap(({ version, facts, files }) => {
    const fields = findRecord(ownValue(facts.native, 'fields')) as Record<string, string> | undefined;
    if (!fields) return [];
    return files.flatMap(({ path, md5, properties }) => {
      const place = findPlace(path);
      if (!place) return [];
      const own = Object.entries(fileFields).flatMap(([field, property]) => (properties[property]?.[0] ? [[field, properties[property][0]]] : []));
      return [{ version, md5, folder: place.folder, file: path.slice(place.folder.length + 1), fields: { ...fields, ...Object.fromEntries(own) } }];
    });
  });
}

/** Packages by id, revision and name: of a listing in which one has changed, only that one is read. */
const known = new LRUCache<string, readonly PlacedEntry[]>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: (entries) => 200 + JSON.stringify(entries).length,
});

export async function load(want: Want, rows: Rows): Promise<CranListing> {
  const folder = getFolder(want);
  const all = await rows.packageRevisions();
  const found = new Map<number, readonly PlacedEntry[]>();
  const unknown = all.filter(({ id, revision, name }) => {
    const entries = known.get(`${id} ${revision} ${name}`);
    if (entries) found.set(id, entries);
    return !entries;
  });
  for (let start = 0; start < unknown.length; start += pageSize) {
    for (const row of await rows.packages(unknown.slice(start, start + pageSize).map(({ id }) => id))) {
      const entries = readStored(row);
      known.set(`${row.id} ${row.revision} ${row.name}`, entries);
      found.set(row.id, entries);
    }
  }
  const packages = new Map<string, CranEntry[]>();
  for (const { id, name } of all) {
    const own = (found.get(id) ?? []).filter((entry) => entry.folder === folder);
    if (own.length > 0) packages.set(name, own);
  }
  return { packages };
}

function unpack(document: Buffer): string {
  try {
    const bytes = document[0] === 0x1f && document[1] === 0x8b ? gunzipSync(document, { maxOutputLength: largestListing }) : document;
    return bytes.toString();
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_cran_packages, {}, { cause });
  }
}

const isPart = (text: string) => /^[A-Za-z0-9][A-Za-z0-9._~+/-]{0,300}$/.test(text) && !text.split('/').includes('..');

/** Upstreams may keep a package below its folder, or under a name of its own. */
function findFile(folder: string, name: string, version: string, path: string | undefined, file: string | undefined): string | undefined {
  const ending = folder === sources ? '.tar.gz' : folder.startsWith('bin/windows/') ? '.zip' : folder.startsWith('bin/macosx/') ? '.tgz' : '.tar.gz';
  const place = [...(path ? [path] : []), file ?? `${name}_${version}${ending}`].join('/');
  return isPart(place) ? place : undefined;
}

function readEntry(folder: string, stanza: string): [name: string, entry: CranEntry] | undefined {
  const all = readFields(plainText(stanza));
  const [name, version] = ['Package', 'Version'].map((field) => all?.get(field) ?? '') as [string, string];
  if (!all || !isPackageName(name) || !isCranVersion(version)) return undefined;
  const file = findFile(folder, name, version, all.get('Path'), all.get('File'));
  if (file === undefined) return undefined;
  const md5 = all.get('MD5sum')?.toLowerCase() ?? '';
  const fields = Object.fromEntries(listedFields.flatMap((field) => (all.has(field) ? [[field, joinLines(all.get(field) ?? '')]] : [])));
  return [name, { version, file, fields, ...(/^[0-9a-f]{32}$/.test(md5) ? { md5 } : {}) }];
}

/** @throws AppError `upstream_failed` when it is no listing, as a page for signing in is none */
export function parse(want: Want, document: Buffer): CranListing {
  const text = unpack(document);
  const packages = new Map<string, CranEntry[]>();
  for (const stanza of text.split(/\r?\n[ \t]*\r?\n/)) {
    const read = readEntry(getFolder(want), stanza);
    if (!read) continue;
    const entries = packages.get(read[0]) ?? [];
    entries.push(read[1]);
    packages.set(read[0], entries);
  }
  if (packages.size === 0 && text.trim() !== '') throw new AppError(refusals.upstream_sent_no_cran_packages);
  return { packages };
}

/** Earlier parts win by version, and a name that a local member has is never completed from a remote one. */
export function merge(_want: Want, parts: readonly Part<CranListing>[]): CranListing {
  const ours = new Set(parts.filter(({ source }) => source === 'local').flatMap(({ model }) => [...model.packages.keys()]));
  const packages = new Map<string, Map<string, CranEntry>>();
  for (const { source, model } of parts)
    for (const [name, entries] of model.packages) {
      if (source === 'remote' && ours.has(name)) continue;
      const versions = packages.get(name) ?? new Map<string, CranEntry>();
      for (const entry of entries) {
        const key = versionKey(entry.version);
        if (!versions.has(key)) versions.set(key, entry);
      }
      packages.set(name, versions);
    }
  return { packages: new Map([...packages].map(([name, versions]) => [name, [...versions.values()]])) };
}

/** Where a remote keeps a file. What its listing no longer names, others have followed: that is in its archive. */
export function fileSource(want: Want, { packages }: CranListing): FileSource | undefined {
  const place = findPlace(want.path);
  if (!place) return undefined;
  const entry = packages.get(place.package)?.find(({ version }) => version === place.version);
  if (entry) return { url: `${place.folder}/${entry.file}`, ...(entry.md5 ? { md5: entry.md5 } : {}) };
  if (place.folder !== sources) return undefined;
  return { url: `${sources}/Archive/${place.package}/${want.path.slice(sources.length + 1)}` };
}
