import type { ArchiveEntry, RangedBytes } from './archive-entry.ts';
import { type Packing, unpacked } from './walk-tar.ts';

const headSize = 110;
const longestName = 8192;
const fileKind = 0o100000;
const folderKind = 0o040000;

/** Bytes of a stream, taken in the pieces that somebody asks for. */
class Pieces {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);
  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }
  /** Up to `most` bytes, as they come; none at the end. */
  async next(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) return Buffer.alloc(0);
      this.#rest = value as Buffer<ArrayBuffer>;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
  /** @throws Error when there are fewer */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = length; left > 0; left -= parts.at(-1)!.length) {
      parts.push(await this.next(left));
      if (parts.at(-1)!.length === 0) throw new Error('unexpected end of the archive');
    }
    return Buffer.concat(parts);
  }
}

/** The bytes of one entry; whoever stops in the middle leaves the rest to be passed over. */
class Body implements AsyncIterable<Buffer> {
  readonly #pieces: Pieces;
  #left: number;
  constructor(pieces: Pieces, size: number) {
    this.#pieces = pieces;
    this.#left = size;
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let piece = await this.#next(); piece; piece = await this.#next()) yield piece;
  }
  async #next(): Promise<Buffer | undefined> {
    if (this.#left === 0) return undefined;
    const piece = await this.#pieces.next(this.#left);
    if (piece.length === 0) throw new Error('unexpected end of the archive');
    this.#left -= piece.length;
    return piece;
  }
  async pass(): Promise<void> {
    while (await this.#next());
  }
}

const padding = (length: number) => (4 - (length % 4)) % 4;

async function readHead(pieces: Pieces): Promise<{ name: string; mode: number; size: number }> {
  const head = (await pieces.take(headSize)).toString('latin1');
  const number = (field: number) => Number.parseInt(head.slice(6 + field * 8, 14 + field * 8), 16);
  const [mode, size, nameSize] = [number(1), number(6), number(11)];
  if (!/^07070[12][0-9a-fA-F]{104}$/.test(head) || nameSize < 1 || nameSize > longestName) throw new Error('no archive of a known kind');
  const name = (await pieces.take(nameSize)).toString('utf8', 0, nameSize - 1);
  await pieces.take(padding(headSize + nameSize));
  return { name, mode, size };
}

/**
 * Every entry of a cpio archive, in order, in the form that packages of distributions have. https://man.freebsd.org/cgi/man.cgi?query=cpio&sektion=5
 * @throws what `count` throws, or Error when it is damaged or cut off
 */
export async function* walkCpio(bytes: RangedBytes, packing: Packing, count: (length: number) => void): AsyncGenerator<ArchiveEntry> {
  const { stream, done } = unpacked(bytes, packing, count);
  try {
    const pieces = new Pieces(stream as AsyncIterable<Buffer>);
    for (;;) {
      const { name, mode, size } = await readHead(pieces);
      if (name === 'TRAILER!!!') return;
      const body = new Body(pieces, size);
      const form = mode & 0o170000;
      yield { name, kind: form === fileKind ? 'file' : form === folderKind ? 'folder' : 'other', size, packed: 0, open: async () => body };
      await body.pass();
      await pieces.take(padding(size));
    }
  } finally {
    stream.destroy();
    await done.catch(() => undefined);
  }
}
