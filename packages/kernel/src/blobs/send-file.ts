import { close, open, read, readSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ByteRange, Sender } from './blob-store.ts';

const openFile = promisify(open);
const closeFile = promisify(close);

const bufferSize = 256 * 1024;
/** Buffers are used again and again: fresh ones cost more than the reading itself, in page faults and cold caches. */
const spare: Buffer[] = [];
const spareLimit = 64;

/** Milliseconds that a read from memory never takes. */
const slow = 2;
/** How many reads are left to another thread once the disk had to be waited for. */
const carefulReads = 16;
/** After so many buffers other requests have their turn. */
const turn = 8;

function readInto(file: number, buffer: Buffer, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, buffer, 0, length, position, (error, count) => (error ? reject(error) : resolve(count)));
  });
}

/**
 * Reads what the system has in memory at once, which costs half of what asking another thread for it does. As soon as a read is slow, because the
 * disk is asked, threads do the next ones, so that nobody else waits.
 */
class Reader {
  readonly #file: number;
  #careful = 1;
  constructor(file: number) {
    this.#file = file;
  }

  async read(buffer: Buffer, length: number, position: number): Promise<number> {
    if (this.#careful > 0) {
      this.#careful--;
      return readInto(this.#file, buffer, length, position);
    }
    const start = performance.now();
    const count = readSync(this.#file, buffer, 0, length, position);
    if (performance.now() - start > slow) this.#careful = carefulReads;
    return count;
  }
}

/** Resolves with true when the bytes have left the buffer, with false when the destination is gone before. */
function write(destination: Writable, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false);
    destination.once('close', onClose);
    destination.write(bytes, () => {
      destination.off('close', onClose);
      resolve(true);
    });
  });
}

/** Writes a part of a file through one buffer. */
async function copy(file: number, { start, end }: ByteRange, destination: Writable): Promise<void> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(bufferSize);
  const reader = new Reader(file);
  for (let position = start, round = 1; position <= end && !destination.destroyed; round++) {
    const count = await reader.read(buffer, Math.min(bufferSize, end - position + 1), position);
    if (count === 0) throw new Error('The file is shorter than it was');
    position += count;
    // A buffer whose bytes may still be on their way to a connection that broke is not used again.
    if (!(await write(destination, buffer.subarray(0, count)))) return;
    if (round % turn === 0) await setImmediate();
  }
  if (spare.length < spareLimit) spare.push(buffer);
  if (!destination.destroyed) await new Promise<void>((resolve) => destination.once('close', resolve).end(resolve));
}

/** Reads a short part of a file. @throws with code `ENOENT` when there is none. */
export async function readPart(path: string, { start, end }: ByteRange): Promise<Buffer> {
  const file = await openFile(path, 'r');
  try {
    // Of its own: kept for long, a piece of the shared pool would keep all of it.
    const part = Buffer.allocUnsafeSlow(end - start + 1);
    const count = await readInto(file, part, part.length, start);
    if (count !== part.length) throw new Error('The file is shorter than it was');
    return part;
  } finally {
    await closeFile(file);
  }
}

/** Opens a file for one sending. @throws with code `ENOENT` when there is none. */
export async function fileSender(path: string, { start, end }: ByteRange): Promise<Sender> {
  const file = await openFile(path, 'r');
  return async (destination) => {
    try {
      if (end - start + 1 > bufferSize / 4) return await copy(file, { start, end }, destination);
      const small = Buffer.allocUnsafe(end - start + 1);
      const count = await readInto(file, small, small.length, start);
      if (count !== small.length) throw new Error('The file is shorter than it was');
      destination.end(small);
    } catch (error) {
      destination.destroy(error as Error);
    } finally {
      await closeFile(file);
    }
  };
}
