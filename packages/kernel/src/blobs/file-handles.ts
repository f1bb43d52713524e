import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from './blob-store.ts';

/** Brings the names in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function openForReading(path: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(path, 'r');
  return createReadStream('', { fd: handle, highWaterMark: 256 * 1024, ...range });
}

/** A stream that opens the file when it is first read, for callers that cannot wait. */
export function lazyReading(path: () => string, range?: ByteRange): Readable {
  return Readable.from(
    (async function* () {
      yield* (await openForReading(path(), range)) as AsyncIterable<Buffer>;
    })(),
    { objectMode: false },
  );
}

/** Opens a file for as long as it is used. */
export async function withFile<T>(path: string, flags: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path, flags, 0o640);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}
