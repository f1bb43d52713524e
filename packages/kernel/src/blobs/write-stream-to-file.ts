import type { FileHandle } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import type { StageOptions } from './blob-store.ts';
import type { FreeSpace } from './free-space.ts';
import type { GrowingSums } from './growing-sums.ts';

/** Bytes that may wait for the disk before the sender is made to wait. */
const highWater = 4 * 1024 * 1024;

/**
 * Gives the memory of a request's part back at once. Nobody else looks at it; left to the garbage collector, parts of 64 KB count so heavily that
 * a body of 100 MB makes it walk through everything there is twice.
 */
function release(chunk: Buffer): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}

/**
 * Writes a stream to a file while hashing it. Hashing goes on while the disk works: what arrives meanwhile is written in one go afterwards.
 * When the body breaks off, what arrived is in the file, and counted in `sums`, before the error is thrown.
 */
export async function writeStreamToFile(
  file: FileHandle,
  position: number,
  body: Readable,
  sums: GrowingSums | undefined,
  options: StageOptions & { space?: FreeSpace } = {},
): Promise<number> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let written = 0;
  let arrived = 0;
  let writing: Promise<void> | undefined;
  let failure: unknown;

  async function drain(): Promise<void> {
    while (waiting.length > 0 && failure === undefined) {
      const chunks = waiting;
      const length = waitingBytes;
      waiting = [];
      waitingBytes = 0;
      await options.space?.take(length, options.isOwn);
      const { bytesWritten } = await file.writev(chunks, position + written);
      if (bytesWritten !== length) throw Object.assign(new Error('The disk took only a part of the bytes'), { code: 'ENOSPC' });
      written += length;
      if (body instanceof IncomingMessage) for (const chunk of chunks) release(chunk);
      sums?.written(position + written);
    }
  }

  const kick = () => {
    writing ??= drain()
      .catch((error) => {
        failure = error;
      })
      .finally(() => {
        writing = undefined;
      });
    return writing;
  };

  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      options.signal?.throwIfAborted();
      arrived += chunk.length;
      if (options.limit !== undefined && arrived > options.limit) throw new AppError('too_large');
      waiting.push(chunk);
      waitingBytes += chunk.length;
      const writes = kick();
      sums?.add(chunk);
      if (waitingBytes >= highWater) await writes;
      if (failure !== undefined) throw failure;
    }
  } finally {
    while (writing || (waiting.length > 0 && failure === undefined)) await kick();
  }
  if (failure !== undefined) throw failure;
  return written;
}
