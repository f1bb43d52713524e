import { createHash } from 'node:crypto';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { LRUCache } from 'lru-cache';
import { ownText } from '../text/plain-json.ts';
import type { CondaEntry, CondaListing } from './conda-listing.ts';
import { packageKey, readFileName } from './conda-paths.ts';
import { refusals } from './conda-refusals.ts';
import { JsonScanner } from './scan-json.ts';

const { condaListing, condaIndex } = readingLimits;

function unpack(document: Buffer): Buffer {
  const magic = document.subarray(0, 4).toString('hex');
  const options = { maxOutputLength: condaListing.most };
  if (magic === '28b52ffd') return zstdDecompressSync(document, options);
  return magic.startsWith('1f8b') ? gunzipSync(document, options) : document;
}

/** A record that names another package than its file does is left out. */
function readEntry(file: string, record: Buffer): CondaEntry | undefined {
  const named = readFileName(file);
  if (!named || record.length > condaIndex.most) return undefined;
  const said: unknown = JSON.parse(record.toString());
  const [name, version] = [ownText(said, 'name'), ownText(said, 'version')];
  return name === named.name && version === named.version ? { name: packageKey(name), version, record } : undefined;
}

function* readFiles(scanner: JsonScanner): Generator<[file: string, entry: CondaEntry]> {
  for (const file of scanner.members()) {
    const entry = readEntry(file, scanner.value());
    if (entry) yield [file, entry];
  }
}

/** https://conda.org/learn/ceps/cep-0015/: an address, or a path from the listing's own. */
function findBase(info: Buffer, url: string): string | undefined {
  const base = ownText(JSON.parse(info.toString()), 'base_url', 2000);
  if (base === undefined || base === '') return undefined;
  return new URL(base.endsWith('/') ? base : `${base}/`, url).href;
}

function readListing(document: Buffer, url: string): CondaListing {
  const scanner = new JsonScanner(unpack(document));
  const files: CondaListing['files'] = new Map();
  let base: string | undefined;
  let isListing = false;
  for (const key of scanner.members()) {
    const holdsFiles = (key === 'packages' || key === 'packages.conda') && scanner.isRecord();
    if (holdsFiles) for (const [file, entry] of readFiles(scanner)) files.set(file, entry);
    else if (key === 'info') base = findBase(scanner.value(), url);
    else scanner.value();
    isListing ||= holdsFiles;
  }
  if (!isListing) throw new AppError(refusals.upstream_sent_no_conda_packages);
  return { files, ...(base === undefined ? {} : { base }) };
}

/** The last that this thread has read: an environment is made of a hundred files of one listing, and reading a large one takes seconds. */
const last = new LRUCache<string, CondaListing>({ max: 1 });

/** @throws AppError `upstream_failed` when it is no listing, as a page for signing in is none */
export function parse(document: Buffer, url: string): CondaListing {
  const key = `${createHash('sha256').update(document).digest('hex')} ${url}`;
  const known = last.get(key);
  if (known) return known;
  try {
    const listing = readListing(document, url);
    last.set(key, listing);
    return listing;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(refusals.upstream_sent_no_conda_packages, {}, { cause });
  }
}
