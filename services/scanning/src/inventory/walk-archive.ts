import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { createXzDecompress } from '@packhouse/formats/archive/xz.ts';
import { extract } from 'tar-stream';
import { type Entry, fromRandomAccessReaderPromise } from 'yauzl';
import { type Content, ContentReader } from './content.ts';
import { type Meter, UnreadableError } from './limits.ts';

/** One entry of an archive. */
export interface ArchiveEntry {
  /** Without a leading slash or dot; never leads outside. */
  path: string;
  kind: 'file' | 'other';
  size: number;
  /** The whole file; may be called once. @throws UnreadableError when it is larger than the limit */
  bytes(): Promise<Buffer>;
}

type Visit = (entry: ArchiveEntry) => Promise<void> | void;

/** The entry's place in the archive's own root; undefined for names that lead outside, which no unpacking tool would follow either. */
export function entryPath(name: string): string | undefined {
  const plain = name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  if (plain === '' || plain.length > 4096 || plain.includes('\0') || plain.split('/').includes('..')) return undefined;
  return plain;
}

async function collect(source: AsyncIterable<Buffer>, limit: number, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > limit) throw new UnreadableError(`${path} is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** First bytes of content. */
export async function headOf(content: Content, length: number): Promise<Buffer> {
  if (content.size === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of content.open({ start: 0, end: Math.min(length, content.size) - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks).subarray(0, length);
}

const magic = {
  zip: Buffer.from('PK\x03\x04', 'latin1'),
  emptyZip: Buffer.from('PK\x05\x06', 'latin1'),
  gzip: Buffer.from([0x1f, 0x8b]),
  xz: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]),
  zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
};

export type ContentKind = 'zip' | 'gzip' | 'xz' | 'zstd' | 'tar' | 'unknown';

/** What content is by its first bytes, never by its name. */
export function kindOf(head: Buffer): ContentKind {
  const begins = (bytes: Buffer) => head.subarray(0, bytes.length).equals(bytes);
  if (begins(magic.zip) || begins(magic.emptyZip)) return 'zip';
  if (begins(magic.gzip)) return 'gzip';
  if (begins(magic.xz)) return 'xz';
  if (begins(magic.zstd)) return 'zstd';
  return head.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : 'unknown';
}

function decompressor(kind: ContentKind) {
  if (kind === 'gzip') return createGunzip();
  if (kind === 'xz') return createXzDecompress();
  return kind === 'zstd' ? createZstdDecompress() : new PassThrough();
}

/** Decompresses content and counts what comes out. */
export function decompressed(content: Content, kind: ContentKind, meter: Meter): { stream: Transform; done: Promise<void> } {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      try {
        meter.unpacked(chunk.length);
        next(null, chunk);
      } catch (error) {
        next(error as Error);
      }
    },
  });
  const done = pipeline(Readable.from(content.open()), decompressor(kind), counted);
  done.catch(() => undefined);
  return { stream: counted, done };
}

function unreadable(error: unknown): Error {
  if (error instanceof UnreadableError || (error as Error).name === 'AbortError') return error as Error;
  return new UnreadableError(`The archive cannot be read: ${error instanceof Error ? error.message : 'damaged'}`, { cause: error });
}

/** Visits every entry of a tar archive, in order. Resolves only when it was read to its end. */
async function walkTar(content: Content, kind: ContentKind, meter: Meter, visit: Visit): Promise<void> {
  const unpack = extract();
  const { stream, done } = decompressed(content, kind, meter);
  const feeding = pipeline(stream, unpack);
  let reason: unknown;
  for (const part of [done, feeding])
    part.catch((error: unknown) => {
      reason ??= error;
    });
  try {
    for await (const entry of unpack) {
      meter.entry();
      const { header } = entry;
      const path = entryPath(header.name);
      const isFile = header.type === 'file' || header.type === 'contiguous-file';
      if (path !== undefined)
        await visit({
          path,
          kind: isFile ? 'file' : 'other',
          size: header.size ?? 0,
          bytes: () => collect(entry as AsyncIterable<Buffer>, meter.limits.file, path),
        });
      entry.resume();
    }
    await Promise.all([done, feeding]);
  } catch (error) {
    stream.destroy();
    unpack.destroy();
    await Promise.allSettled([done, feeding]);
    throw unreadable(error instanceof UnreadableError ? error : (reason ?? error));
  }
}

/** Visits every entry of a zip archive, in the order of its table. */
async function walkZip(content: Content, meter: Meter, visit: Visit): Promise<void> {
  try {
    const reader = new ContentReader(content, (bytes) => Readable.from(bytes, { objectMode: false }));
    const zip = await fromRandomAccessReaderPromise(reader, content.size, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    try {
      for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
        meter.entry();
        const path = entryPath(entry.fileName);
        if (path === undefined) continue;
        const isFile = !entry.fileName.endsWith('/');
        const bytes = async () => {
          meter.unpacked(entry.uncompressedSize);
          return collect((await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>, meter.limits.file, path);
        };
        await visit({ path, kind: isFile ? 'file' : 'other', size: entry.uncompressedSize, bytes });
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * Visits the entries of an archive: zip, or tar packed with gzip, xz, zstd or nothing. Nothing is written to disk.
 * @throws UnreadableError when it is damaged, cut off, or beyond a limit
 */
export async function walkArchive(content: Content, meter: Meter, visit: Visit): Promise<void> {
  const kind = kindOf(await headOf(content, 512));
  if (kind === 'zip') await walkZip(content, meter, visit);
  else if (kind === 'unknown') throw new UnreadableError('It is no archive of a known kind');
  else await walkTar(content, kind, meter, visit);
}
