import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import type { ArchiveEntry, RangedBytes } from './archive-entry.ts';
import { createBzip2Decompress } from './bzip2.ts';
import { createXzDecompress } from './xz.ts';

export type Packing = 'gzip' | 'xz' | 'zstd' | 'bzip2' | 'none';

function unpacker(packing: Packing) {
  switch (packing) {
    case 'gzip':
      return createGunzip();
    case 'xz':
      return createXzDecompress();
    case 'zstd':
      return createZstdDecompress();
    case 'bzip2':
      return createBzip2Decompress();
    case 'none':
      return new PassThrough();
  }
}

/** Gives what packed bytes hold. `count` is told how much comes out, and ends it by throwing: so a bomb is stopped while it goes off. */
export function unpacked(bytes: RangedBytes, packing: Packing, count: (length: number) => void): { stream: Transform; done: Promise<void> } {
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      try {
        count(chunk.length);
        next(null, chunk);
      } catch (error) {
        next(error as Error);
      }
    },
  });
  const body = bytes.open();
  const done = pipeline(body instanceof Readable ? body : Readable.from(body, { objectMode: false }), unpacker(packing), stream);
  done.catch(() => undefined);
  return { stream, done };
}

/** Length of what tar archives consist of. */
const block = 512;

/** Fills the last block of an archive with zeros, and tells how much of it was there: some writers leave out what fills the block behind their last file. */
function fillLastBlock(): { filler: Transform; readLastBlock: () => number } {
  let length = 0;
  const filler = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      length += chunk.length;
      next(null, chunk);
    },
    flush(next) {
      next(null, length % block === 0 ? undefined : Buffer.alloc(block - (length % block)));
    },
  });
  return { filler, readLastBlock: () => length % block };
}

/**
 * Every entry of a tar archive, in order, without unpacking it to disk. Ends well only when the archive was read to its end.
 * @throws the first reason why it could not be: what `count` throws, or what is damaged
 */
export async function* walkTar(bytes: RangedBytes, packing: Packing, count: (length: number) => void = () => undefined): AsyncGenerator<ArchiveEntry> {
  const { stream, done } = unpacked(bytes, packing, count);
  const unpack = extract();
  const { filler, readLastBlock } = fillLastBlock();
  const feeding = Promise.all([done, pipeline(stream, filler, unpack)]);
  // A failure of the feeding side also ends the loop below; the first reason is the one to tell.
  let reason: unknown;
  feeding.catch((error: unknown) => {
    reason ??= error;
  });
  const stop = async () => {
    stream.destroy();
    unpack.destroy();
    await feeding.catch(() => undefined);
  };
  let lastPart = 0;
  try {
    for await (const entry of unpack) {
      const { name, type, size } = entry.header;
      lastPart = size % block;
      const isFile = type === 'file' || type === 'contiguous-file';
      yield {
        name,
        kind: isFile ? 'file' : type === 'directory' ? 'folder' : 'other',
        size,
        packed: 0,
        open: async () => entry as AsyncIterable<Buffer>,
      };
      entry.resume();
    }
    await feeding;
    // What was filled up must not be of a file.
    if (readLastBlock() > 0 && (lastPart === 0 || lastPart > readLastBlock())) throw new Error('Unexpected end of data');
  } catch (error) {
    await stop();
    throw reason ?? error;
  } finally {
    await stop();
  }
}
