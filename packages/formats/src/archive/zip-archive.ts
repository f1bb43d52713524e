import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import yauzl from 'yauzl';
import type { StagedFile } from '../format.ts';
import { type Budget, checkEntryName, checkExpansion, collect, type Keep, maximumEntries, maximumKept, refuse, spend } from './archive-limits.ts';

const windowSize = 256 * 1024;

/** Gives yauzl random access to a staged file; its many small reads of the table are answered from one window. */
class StagedReader extends yauzl.RandomAccessReader {
  readonly #file: Pick<StagedFile, 'size' | 'open'>;
  #window = Buffer.alloc(0);
  #windowStart = 0;
  constructor(file: Pick<StagedFile, 'size' | 'open'>) {
    super();
    this.#file = file;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.open({ start, end: end - 1 });
  }
  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    this.#load(position, length).then(
      () => {
        this.#window.copy(buffer, offset, position - this.#windowStart, position - this.#windowStart + length);
        callback(null);
      },
      (error: unknown) => callback(error as Error),
    );
  }
  async #load(position: number, length: number): Promise<void> {
    if (length === 0) return;
    if (position < 0 || position + length > this.#file.size) throw new Error('unexpected end of the archive');
    if (position >= this.#windowStart && position + length <= this.#windowStart + this.#window.length) return;
    const end = Math.min(this.#file.size, position + Math.max(length, windowSize));
    const chunks: Buffer[] = [];
    for await (const chunk of this.#file.open({ start: position, end: end - 1 })) chunks.push(chunk as Buffer);
    this.#window = Buffer.concat(chunks);
    this.#windowStart = position;
    if (this.#window.length < length) throw new Error('unexpected end of the archive');
  }
}

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | undefined>((resolve, reject) => {
      const settle = (then: () => void): void => {
        for (const event of ['entry', 'end', 'error']) zip.removeAllListeners(event);
        then();
      };
      zip.once('entry', (one: yauzl.Entry) => settle(() => resolve(one)));
      zip.once('end', () => settle(() => resolve(undefined)));
      zip.once('error', (error: Error) => settle(() => reject(error)));
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

async function readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry, keep: Keep, name: string, budget: Budget): Promise<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  return collect(stream, keep, name, budget);
}

/**
 * Reads the table of a zip archive and gives the entries that `wanted` asks for; nothing is unpacked to disk.
 * @throws AppError `invalid_package` when it is truncated, damaged, a bomb, has names that lead outside, or more is wanted of it than `maximumKept`
 */
export async function readZip(file: Pick<StagedFile, 'size' | 'open'>, wanted: (name: string) => Keep | undefined): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(new StagedReader(file), file.size, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > maximumEntries) refuse('The archive has too many entries');
    if (zip.entryCount === 0) refuse('The archive is empty');
    let packed = 0;
    let unpacked = 0;
    const budget = { left: maximumKept };
    for await (const entry of entriesOf(zip)) {
      const name = checkEntryName(entry.fileName);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      if (packed > file.size) refuse('The archive has overlapping entries');
      checkExpansion(file.size, unpacked);
      const keep = name.endsWith('/') ? undefined : wanted(name);
      if (!keep) continue;
      spend(budget, name.length);
      found.set(name, await readEntry(zip, entry, keep, name, budget));
    }
    return found;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_package', { message: `The archive cannot be read: ${(error as Error).message}`, cause: error });
  }
}
