import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { extract } from 'tar-stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { storagePath } from './path.ts';

/** Bytes that can be read from any position: a staged upload or a stored blob. */
export interface Seekable {
  size: number;
  open(range?: { start: number; end: number }): Readable;
}

export interface UnpackedEntry {
  /** A safe storage path. */
  path: string;
  /** To be read to its end before the next entry is asked for. */
  body: Readable;
}

export interface UnpackLimits {
  entries: number;
  /** Bytes of all entries together. */
  size: number;
  /** Unpacked bytes for each packed byte, over the whole archive. */
  ratio: number;
}

const defaultLimits: UnpackLimits = { entries: 100_000, size: 64 * 1024 ** 3, ratio: 1000 };

/** Can `unpack` read a file of this name? */
export function isUnpackable(name: string): boolean {
  return /\.(zip|tar|tar\.gz|tgz)$/i.test(name);
}

/**
 * The files inside an archive, in order. Links and devices are passed over.
 * @throws AppError `invalid_package` for a broken archive, a name that leads outside, or an archive that unpacks to more than the limits allow.
 */
export async function* unpack(name: string, archive: Seekable, limits: UnpackLimits = defaultLimits): AsyncGenerator<UnpackedEntry> {
  const guard = new UnpackGuard(archive.size, limits);
  try {
    yield* /\.zip$/i.test(name) ? unpackZip(archive, guard) : unpackTar(archive, /gz$/i.test(name), guard);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_package', { message: `The archive cannot be read: ${(error as Error).message}`, cause: error });
  }
}

class UnpackGuard {
  private entries = 0;
  private bytes = 0;
  private readonly most: number;
  private readonly limits: UnpackLimits;
  constructor(packed: number, limits: UnpackLimits) {
    this.limits = limits;
    this.most = Math.min(limits.size, Math.max(packed, 4096) * limits.ratio);
  }
  /** The entry's storage path. */
  admit(name: string): string {
    if (++this.entries > this.limits.entries) throw new AppError('invalid_package', { message: `The archive has more than ${this.limits.entries} entries` });
    try {
      return storagePath(name.replace(/^(\.\/)+/, ''));
    } catch {
      throw new AppError('invalid_package', { message: `The archive has an entry whose name is not allowed: ${name.slice(0, 200)}` });
    }
  }
  /** Counts what really comes out, whatever the archive's own headers say. */
  async *count(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      this.bytes += chunk.length;
      if (this.bytes > this.most) throw new AppError('invalid_package', { message: 'The archive unpacks to far more than its own size' });
      yield chunk;
    }
  }
}

async function* unpackTar(archive: Seekable, gzip: boolean, guard: UnpackGuard): AsyncGenerator<UnpackedEntry> {
  const tar = extract();
  const source = archive.open();
  source.on('error', (error) => tar.destroy(error));
  if (gzip) {
    const gunzip = createGunzip();
    gunzip.on('error', (error) => tar.destroy(error));
    source.pipe(gunzip).pipe(tar);
  } else source.pipe(tar);
  try {
    for await (const entry of tar) {
      if (entry.header.type === 'file')
        yield { path: guard.admit(entry.header.name), body: Readable.from(guard.count(entry as unknown as AsyncIterable<Buffer>), { objectMode: false }) };
      entry.resume();
    }
  } finally {
    source.destroy();
  }
}

/** Lets a zip be read from its end, where its directory is. */
export class SeekableReader extends RandomAccessReader {
  private readonly archive: Seekable;
  constructor(archive: Seekable) {
    super();
    this.archive = archive;
  }
  override _readStreamForRange(start: number, end: number) {
    return this.archive.open({ start, end: end - 1 });
  }
}

async function* unpackZip(archive: Seekable, guard: UnpackGuard): AsyncGenerator<UnpackedEntry> {
  const zip = await fromRandomAccessReaderPromise(new SeekableReader(archive), archive.size, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.fileName.endsWith('/')) continue;
      const path = guard.admit(entry.fileName);
      // The library inflates ahead, and reports what is damaged at once and only once, maybe before anybody reads: the copy keeps the error for its reader.
      const body = pipeline(await zip.openReadStreamPromise(entry), new PassThrough(), () => undefined);
      yield { path, body: Readable.from(guard.count(body), { objectMode: false }) };
    }
  } finally {
    zip.close();
  }
}
