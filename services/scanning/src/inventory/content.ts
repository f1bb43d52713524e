import type { Readable } from 'node:stream';
import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import { RandomAccessReader } from 'yauzl';

/** Bytes that can be read from anywhere. */
export interface Content {
  size: number;
  /** From `start` to `end` inclusive when given. */
  open(range?: { start: number; end: number }): AsyncIterable<Buffer>;
}

/** A stored blob as content; undefined when there is no such blob. */
export async function blobContent(blobs: BlobStore, sha256: string): Promise<Content | undefined> {
  const size = await blobs.size(sha256);
  if (size === undefined) return undefined;
  return {
    size,
    async *open(range) {
      yield* (await blobs.open(sha256, range)) as AsyncIterable<Buffer>;
    },
  };
}

/** Bytes in memory as content: an archive inside another. */
export function memoryContent(bytes: Buffer): Content {
  return {
    size: bytes.length,
    async *open(range) {
      yield bytes.subarray(range?.start ?? 0, range ? range.end + 1 : undefined);
    },
  };
}

const windowSize = 256 * 1024;

/** Gives yauzl access to content; its many small reads of the table are answered from one window. */
export class ContentReader extends RandomAccessReader {
  readonly #content: Content;
  readonly #toStream: (bytes: AsyncIterable<Buffer>) => Readable;
  #window = Buffer.alloc(0);
  #windowStart = 0;
  constructor(content: Content, toStream: (bytes: AsyncIterable<Buffer>) => Readable) {
    super();
    this.#content = content;
    this.#toStream = toStream;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#toStream(this.#content.open({ start, end: end - 1 }));
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
    if (position < 0 || position + length > this.#content.size) throw new Error('unexpected end of the archive');
    if (position >= this.#windowStart && position + length <= this.#windowStart + this.#window.length) return;
    const end = Math.min(this.#content.size, position + Math.max(length, windowSize));
    const chunks: Buffer[] = [];
    for await (const chunk of this.#content.open({ start: position, end: end - 1 })) chunks.push(chunk);
    this.#window = Buffer.concat(chunks);
    this.#windowStart = position;
    if (this.#window.length < length) throw new Error('unexpected end of the archive');
  }
}
