import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DistributionRelease, OriginListings, PackageList } from '@packhouse/formats/distribution-origin.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { PackageOrigin } from '@packhouse/peers/package-contents.ts';
import { LRUCache } from 'lru-cache';
import type { Db } from '../schema.ts';
import { type OriginRow, selectKeptDocuments, selectOriginRows } from './origin-queries.ts';

type Blobs = Pick<BlobStore, 'open'>;
type Head = ReturnType<OriginListings['readHead']>;

/** Bytes of the head of a listing; the largest known ones have a tenth. */
const longestHead = 16 * 1024 * 1024;
/** Files of one listing; the largest known one has a twentieth. */
const mostFiles = 2_000_000;
/** Memory for listings that have been read, by their size: eight bytes for each file that one names. */
const memory = 32 * 1024 * 1024;
/** Paths after which others may have the processor. */
const atOnce = 2000;

/** What stands for a path in memory: two that meet in it are one in 10^19 pairs. */
const shorten = (path: string) => createHash('sha1').update(path).digest().readBigUInt64LE(0);

function holds(sorted: BigUint64Array, wanted: bigint): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < wanted) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === wanted;
}

/** Reads what upstreams' listings name, each once as long as there is room to remember it. */
class Listings {
  readonly #blobs: Blobs;
  readonly #heads = new LRUCache<string, { head: Head }>({ max: 200 });
  readonly #lists = new LRUCache<string, BigUint64Array>({ maxSize: memory, sizeCalculation: ({ byteLength }) => Math.max(1, byteLength) });
  readonly #reading = new Map<string, Promise<BigUint64Array>>();

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  async head(origin: OriginListings, sha256: string): Promise<Head> {
    const known = this.#heads.get(sha256);
    if (known) return known.head;
    const text = (await readUpTo(await this.#blobs.open(sha256), longestHead, () => new Error('The head of a listing is too long'))).toString();
    const head = origin.readHead(text);
    this.#heads.set(sha256, { head });
    return head;
  }

  /** Whether a listing names files, in the order asked. */
  async names(origin: OriginListings, list: PackageList, paths: readonly string[]): Promise<boolean[]> {
    const known = this.#lists.get(list.sha256) ?? (await this.#read(origin, list));
    return paths.map((path) => holds(known, shorten(path)));
  }

  #read(origin: OriginListings, list: PackageList): Promise<BigUint64Array> {
    const before = this.#reading.get(list.sha256);
    if (before) return before;
    const reading = this.#readAnew(origin, list).finally(() => this.#reading.delete(list.sha256));
    this.#reading.set(list.sha256, reading);
    return reading;
  }

  async #readAnew(origin: OriginListings, list: PackageList): Promise<BigUint64Array> {
    const found: bigint[] = [];
    for await (const path of origin.readPaths(list, await this.#blobs.open(list.sha256))) {
      found.push(shorten(path));
      if (found.length > mostFiles) throw new Error('A listing names too many files');
      if (found.length % atOnce === 0) await setImmediate();
    }
    const sorted = BigUint64Array.from(found).sort();
    this.#lists.set(list.sha256, sorted);
    return sorted;
  }
}

interface Upstream {
  db: Db;
  listings: Listings;
  origin: OriginListings;
}

/** Releases whose listings, as far as they are kept of an upstream, name files; by path. What cannot be read says nothing. */
async function readUpstream({ db, listings, origin }: Upstream, repositoryId: number, paths: readonly string[]): Promise<Map<string, DistributionRelease[]>> {
  const kept = await selectKeptDocuments(db, repositoryId);
  const there = new Set(kept.map(({ sha256 }) => sha256));
  const found = new Map<string, DistributionRelease[]>();
  const done = new Set<string>();
  for (const { path, sha256 } of kept) {
    if (!origin.isHead(path)) continue;
    const head = await listings.head(origin, sha256).catch(() => undefined);
    for (const list of head?.lists ?? []) {
      if (!there.has(list.sha256) || done.has(list.sha256)) continue;
      done.add(list.sha256);
      const named = await listings.names(origin, list, paths).catch(() => []);
      for (const [at, isNamed] of named.entries()) if (isNamed) found.set(paths[at]!, [...(found.get(paths[at]!) ?? []), head!.release]);
    }
  }
  return found;
}

/** Tells of which distribution packages are: of an upstream by its own listings, of others by the suites that they were put into. */
export function findOrigins(db: Db, blobs: Blobs): (repository: string, paths: readonly string[]) => Promise<Map<string, PackageOrigin>> {
  const listings = new Listings(blobs);
  const ofRows = async (origin: OriginListings, rows: readonly OriginRow[]) => {
    const [first] = rows;
    if (first?.class !== 'remote')
      return new Map(rows.map(({ path, properties }) => [path, origin.listSuites(properties).flatMap((suite) => origin.ofSuite(suite) ?? [])] as const));
    const paths = rows.map(({ path }) => path);
    return readUpstream({ db, listings, origin }, first.repositoryId, paths);
  };
  return async (repository, paths) => {
    const rows = await selectOriginRows(db, repository, paths);
    const origin = rows[0] && getFormat(rows[0].format).origin;
    if (!origin) return new Map();
    const listed = origin.listings && (await ofRows(origin.listings, rows));
    return new Map(
      rows.flatMap((row) => {
        const release = origin.ofPackage?.({ ...row, isRemote: row.class === 'remote' }) ?? origin.listings?.oldest(listed?.get(row.path) ?? []);
        return release ? [[row.path, { ...release, source: origin.sourceOf(row) }] as const] : [];
      }),
    );
  };
}
