import { PassThrough, pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { ArchiveEntry, RangedBytes } from './archive-entry.ts';

const windowSize = 256 * 1024;

/** Gives yauzl access to bytes anywhere; its many small reads of the table are answered from one window. */
class WindowReader extends RandomAccessReader {
  readonly #bytes: RangedBytes;
  #window = Buffer.alloc(0);
  #windowStart = 0;
  constructor(bytes: RangedBytes) {
    super();
    this.#bytes = bytes;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const body = this.#bytes.open({ start, end: end - 1 });
    return body instanceof Readable ? body : Readable.from(body, { objectMode: false });
  }
  override read(target: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    this.#load(position, length).then(
      () => {
        this.#window.copy(target, offset, position - this.#windowStart, position - this.#windowStart + length);
        callback(null);
      },
      (error: unknown) => callback(error as Error),
    );
  }
  async #load(position: number, length: number): Promise<void> {
    if (length === 0) return;
    if (position < 0 || position + length > this.#bytes.size) throw new Error('unexpected end of the archive');
    if (position >= this.#windowStart && position + length <= this.#windowStart + this.#window.length) return;
    const end = Math.min(this.#bytes.size, position + Math.max(length, windowSize));
    this.#window = await buffer(this.#bytes.open({ start: position, end: end - 1 }));
    this.#windowStart = position;
    if (this.#window.length < length) throw new Error('unexpected end of the archive');
  }
}

function getEntry(zip: ZipFile, entry: Entry): ArchiveEntry {
  return {
    name: entry.fileName,
    kind: entry.fileName.endsWith('/') ? 'folder' : 'file',
    size: entry.uncompressedSize,
    packed: entry.compressedSize,
    // The library inflates ahead, and reports what is damaged at once and only once, maybe before anybody reads: the copy keeps the error for its reader.
    open: async () => pipeline(await zip.openReadStreamPromise(entry), new PassThrough(), () => undefined) as AsyncIterable<Buffer>,
  };
}

/**
 * Reads a zip archive by its table, which is at its end: of an entry that nobody opens no byte is read. Nothing is written to disk.
 * The library refuses names that lead outside and sizes that are not what the table says.
 * @throws Error when it is damaged or cut off
 */
export async function openZip(bytes: RangedBytes): Promise<{ count: number; entries(): AsyncGenerator<ArchiveEntry> }> {
  const zip = await fromRandomAccessReaderPromise(new WindowReader(bytes), bytes.size, { lazyEntries: true, autoClose: false });
  return {
    /** As its end says. */
    count: zip.entryCount,
    /** In the order of the table. May be called once. */
    async *entries() {
      try {
        for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) yield getEntry(zip, entry);
      } finally {
        zip.close();
      }
    },
  };
}

/** Where a zip keeps something as it is, from `start` to `end` inclusive. */
export interface StoredPart {
  name: string;
  start: number;
  end: number;
}

/**
 * Every entry of a zip archive that packs nothing again, as parts of its bytes.
 * @throws Error when it is damaged or cut off, an entry is packed, or there are more than `most`
 */
export async function listStored(bytes: RangedBytes, most: number): Promise<StoredPart[]> {
  const zip = await fromRandomAccessReaderPromise(new WindowReader(bytes), bytes.size, { lazyEntries: true, autoClose: false });
  const parts: StoredPart[] = [];
  try {
    if (zip.entryCount > most) throw new Error('it has too many entries');
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.compressionMethod !== 0 || entry.compressedSize !== entry.uncompressedSize) throw new Error(`${entry.fileName} is packed`);
      const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const end = start + entry.compressedSize - 1;
      if (end >= bytes.size) throw new Error('unexpected end of the archive');
      parts.push({ name: entry.fileName, start, end });
    }
  } finally {
    zip.close();
  }
  return parts;
}
