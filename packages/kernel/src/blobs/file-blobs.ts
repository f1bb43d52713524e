import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { LRUCache } from 'lru-cache';
import type { Appendable, BlobStore, StagedBlob, StageOptions } from './blob-store.ts';
import { requireSha256, type Sums } from './digests.ts';
import { lazyReading, openForReading, syncFolder, withFile } from './file-handles.ts';
import { announcedLength, FreeSpace } from './free-space.ts';
import { GrowingSums, readSumsOfFile, smallFile } from './growing-sums.ts';
import { fileSender, readPart } from './send-file.ts';
import { smallBlobs } from './small-blobs.ts';
import { tellAbsence } from './store-presence.ts';
import { writeStreamToFile } from './write-stream-to-file.ts';

const ignoreExisting = (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? undefined : Promise.reject(error));
const markFile = 'store-mark';
const appendableKey = /^[0-9a-f-]{36}$/;

/** The store's functions share this: its folders and the hashes of uploads that are under way in this process. */
class Place {
  readonly folder: string;
  readonly staging: string;
  /** Running hashes by appendable, so that an upload in one request need not be read again to be finished in the next. */
  readonly running = new LRUCache<string, GrowingSums>({
    max: 2000,
    ttl: 3_600_000,
    // Who takes one out goes on with it; the others are forgotten.
    dispose: (sums, _key, reason) => reason !== 'delete' && sums.end(),
  });
  readonly busy = new Set<string>();
  readonly space: FreeSpace;
  #known = new Set<string>();
  constructor(folder: string, keepFree?: number) {
    this.folder = folder;
    this.staging = join(folder, 'staging');
    this.space = new FreeSpace(this.staging, keepFree);
  }

  pathOf(sha256: string): string {
    requireSha256(sha256);
    return join(this.folder, sha256.slice(0, 2), sha256);
  }

  async #shard(sha256: string): Promise<string> {
    const shard = join(this.folder, sha256.slice(0, 2));
    if (!this.#known.has(shard)) {
      await mkdir(shard).then(() => syncFolder(this.folder), ignoreExisting);
      this.#known.add(shard);
    }
    return shard;
  }

  /** The running hash of an upload of this length, which the caller goes on with or ends. */
  takeRunning(key: string, length: number): GrowingSums | undefined {
    const sums = this.running.get(key);
    this.running.delete(key);
    if (sums?.size === length) return sums;
    sums?.end();
    return undefined;
  }

  /** The checksums of all requests of an upload: as they ran along here, as another process left them, or read again. */
  async sumsOfUpload(key: string, path: string, size: number, options: StageOptions): Promise<Sums> {
    const running = this.takeRunning(key, size);
    try {
      if (running && !options.sha512) return await running.current();
      const known = options.sha512 || size <= smallFile ? undefined : await knownSums(path, size);
      return known ?? (await readSumsOfFile(path, size, options));
    } finally {
      running?.end();
      if (size > smallFile) await rm(`${path}.sums`, { force: true });
    }
  }

  /** Renames a file whose bytes are on disk to its name. The name is safe from a power cut when this resolves. */
  async keep(file: string, sums: Sums, sync: () => Promise<void>): Promise<void> {
    const target = this.pathOf(sums.sha256);
    const shard = await this.#shard(sums.sha256);
    try {
      const there = await stat(target).catch(() => undefined);
      if (there?.size !== sums.size) await sync().then(() => rename(file, target));
      else await rm(file, { force: true });
      await syncFolder(shard);
    } catch (error) {
      // Where the store is away the folder was made beside it.
      this.#known.delete(shard);
      throw error;
    }
  }

  staged(file: string, sums: Sums): StagedBlob {
    let synced: Promise<void> | undefined;
    let kept: Promise<void> | undefined;
    let isKept = false;
    const sync = () => {
      synced ??= withFile(file, 'r+', (handle) => handle.datasync());
      return synced;
    };
    return {
      ...sums,
      open: (range) => lazyReading(() => (isKept ? this.pathOf(sums.sha256) : file), range),
      sync,
      promote: () => {
        kept ??= this.keep(file, sums, sync).then(() => {
          isKept = true;
        });
        // A failed attempt (a full disk) may be tried again.
        kept.catch(() => {
          kept = undefined;
          synced = undefined;
        });
        return kept;
      },
      discard: async () => {
        if (!isKept) await rm(file, { force: true });
      },
    };
  }
}

async function stage(place: Place, body: Readable, options: StageOptions = {}): Promise<StagedBlob> {
  const { space } = place;
  await space.require(announcedLength(body), options.isOwn);
  const path = join(place.staging, randomUUID());
  const sums = new GrowingSums(path, options);
  try {
    await withFile(path, 'wx', (handle) => writeStreamToFile(handle, 0, body, sums, { ...options, space }));
    return place.staged(path, await sums.current());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    sums.end();
  }
}

/** The checksums that the last request left behind, when they are of all the bytes there are. */
async function knownSums(path: string, size: number): Promise<Sums | undefined> {
  try {
    const sums = JSON.parse(await readFile(`${path}.sums`, 'utf8')) as Sums;
    return sums.size === size ? sums : undefined;
  } catch {
    // Absent, or cut short by a crash: the bytes themselves are read instead.
    return undefined;
  }
}

async function appendable(place: Place, givenKey?: string): Promise<Appendable> {
  const key = givenKey ?? randomUUID();
  if (!appendableKey.test(key)) throw Object.assign(new Error('No such upload'), { code: 'ENOENT' });
  const path = join(place.staging, `append-${key}`);
  if (givenKey === undefined) await withFile(path, 'wx', async () => undefined);
  else await stat(path);

  async function append(offset: number, body: Readable): Promise<number> {
    if (place.busy.has(key)) throw new AppError(kernelWords.upload_busy);
    place.busy.add(key);
    try {
      await place.space.require(announcedLength(body));
      return await withFile(path, 'r+', async (handle) => {
        const { size } = await handle.stat();
        if (size !== offset) throw new AppError('range_not_satisfiable', { detail: { expected: size, got: offset } });
        // Until this request is through, the hash on record and the file do not agree.
        const sums = place.takeRunning(key, size) ?? (size === 0 ? new GrowingSums(path) : undefined);
        let now = size;
        try {
          now += await writeStreamToFile(handle, offset, body, sums, { space: place.space });
        } catch (error) {
          now = (await handle.stat()).size;
          throw error;
        } finally {
          if (sums?.size === now) {
            place.running.set(key, sums);
            // Another process may be asked to finish; it need not read everything again either, unless the disk has no room for this.
            if (now > smallFile) await writeFile(`${path}.sums`, JSON.stringify(await sums.current())).catch(() => undefined);
          } else sums?.end();
        }
        return now;
      });
    } finally {
      place.busy.delete(key);
    }
  }

  return {
    key,
    append,
    async finish(options = {}) {
      const { size } = await stat(path);
      if (options.limit !== undefined && size > options.limit) throw new AppError('too_large');
      return place.staged(path, await place.sumsOfUpload(key, path, size, options));
    },
    async discard() {
      place.takeRunning(key, -1);
      await rm(path, { force: true });
      await rm(`${path}.sums`, { force: true });
    },
  };
}

async function* list(place: Place): AsyncIterable<{ sha256: string; size: number; modified: Date }> {
  for await (const shard of await opendir(place.folder)) {
    if (!/^[0-9a-f]{2}$/.test(shard.name)) continue;
    for (const name of await readdir(join(place.folder, shard.name))) {
      const found = await stat(join(place.folder, shard.name, name)).catch(() => undefined);
      if (found) yield { sha256: name, size: found.size, modified: found.mtime };
    }
  }
}

async function sweepStaging(place: Place, olderThan: Date): Promise<number> {
  let swept = 0;
  for (const name of await readdir(place.staging)) {
    const path = join(place.staging, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || found.mtime >= olderThan) continue;
    await rm(path, { force: true });
    swept++;
  }
  return swept;
}

/** Written as a whole or not at all, and on disk when this resolves. */
async function writeMark(place: Place, mark: string): Promise<void> {
  const file = join(place.staging, randomUUID());
  await withFile(file, 'wx', async (handle) => {
    await handle.writeFile(`${mark}\n`);
    await handle.sync();
  });
  await rename(file, join(place.folder, markFile));
  await syncFolder(place.folder);
}

/**
 * Blobs as files: `<folder>/ab/<sha256>`, written under `<folder>/staging` first. All of it must be one file system, of which `keepFree` bytes
 * stay free (see `FreeSpace`).
 */
export async function fileBlobs(folder: string, keepFree?: number): Promise<BlobStore> {
  const place = new Place(folder, keepFree);
  await mkdir(place.staging, { recursive: true });
  const small = smallBlobs((sha256, range) => readPart(place.pathOf(sha256), range));
  const store: BlobStore = {
    kind: 'filesystem',
    stage: (body, options) => stage(place, body, options),
    requireRoom: (bytes) => place.space.require(bytes),
    appendable: (key) => appendable(place, key),
    size: async (sha256) => (await stat(place.pathOf(sha256)).catch(missing))?.size,
    open: async (sha256, range) => openForReading(place.pathOf(sha256), range),
    sender: async (sha256, range) => small.sender(sha256, range) ?? fileSender(place.pathOf(sha256), range),
    localPath: (sha256) => place.pathOf(sha256),
    async delete(sha256) {
      small.forget(sha256);
      await rm(place.pathOf(sha256), { force: true });
    },
    list: () => list(place),
    readMark: async () => (await readFile(join(folder, markFile), 'utf8').catch(missing))?.trim(),
    writeMark: (mark) => writeMark(place, mark),
    sweepStaging: (olderThan) => sweepStaging(place, olderThan),
  };
  return tellAbsence(store, place.staging);
}

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
}
