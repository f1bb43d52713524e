import { Duplex } from 'node:stream';
import { BitReader, type Block, readBlock } from './bzip2-block.ts';

// The format has no document of its own; this follows https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf

/** A block of 900,000 values takes no more packed, with its tables. */
const largestPacked = 1_400_000;
const pieceSize = 64 * 1024;

const blockMark = 0x314159265359;
const endMark = 0x177245385090;

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});

/** What a block holds, in pieces: four equal bytes in a row are followed by how many more there are. @throws Error when it is not what its checksum says */
function* unpackBlock({ links, start, checksum }: Block): Generator<Buffer> {
  let piece = Buffer.allocUnsafe(pieceSize);
  let [filled, sum, last, equal, link] = [0, 0xffffffff, -1, 0, start];
  for (let read = 0; read < links.length; read++) {
    const entry = links[link]!;
    const value = entry & 0xff;
    link = entry >>> 8;
    const isCount = equal === 4;
    const byte = isCount ? last : value;
    const times = isCount ? value : 1;
    equal = isCount ? 0 : value === last ? equal + 1 : 1;
    last = isCount ? -1 : value;
    for (let time = 0; time < times; time++) {
      sum = (sum << 8) ^ checksums[((sum >>> 24) ^ byte) & 0xff]!;
      piece[filled++] = byte;
    }
    if (filled < pieceSize - 256) continue;
    yield piece.subarray(0, filled);
    piece = Buffer.allocUnsafe(pieceSize);
    filled = 0;
  }
  if (filled > 0) yield piece.subarray(0, filled);
  if (~sum >>> 0 !== checksum) throw new Error('a block of the archive is not what its checksum says');
}

/** Holds what has come and was not read, as long as it may be needed for the next block. */
class Incoming {
  readonly #source: AsyncIterator<Uint8Array>;
  #bytes: Uint8Array = new Uint8Array(0);
  #isOver = false;
  /** Bits of the first byte that were read. */
  #bits = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** A reader of the next so many bytes, or of those that there are. */
  async look(length: number): Promise<BitReader> {
    const chunks = [this.#bytes];
    let held = this.#bytes.length;
    while (held < length && !this.#isOver) {
      const { done, value } = await this.#source.next();
      if (done) this.#isOver = true;
      else chunks.push(value);
      held += done ? 0 : value.length;
    }
    if (chunks.length > 1) this.#bytes = Buffer.concat(chunks);
    const reader = new BitReader(this.#bytes);
    reader.bits(this.#bits);
    return reader;
  }

  /** What a reader has read has been. */
  pass({ position }: BitReader): void {
    this.#bytes = this.#bytes.subarray(position >>> 3);
    this.#bits = position & 7;
  }

  async isAtEnd(): Promise<boolean> {
    await this.look(1);
    return this.#bytes.length === 0;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

async function* unpackStream(incoming: Incoming): AsyncGenerator<Buffer> {
  const head = await incoming.look(4);
  const isStream = head.bits(8) === 0x42 && head.bits(8) === 0x5a && head.bits(8) === 0x68;
  const level = head.bits(8) - 0x30;
  if (!isStream || level < 1 || level > 9) throw new Error('it is not packed with bzip2');
  incoming.pass(head);
  let sum = 0;
  for (;;) {
    const reader = await incoming.look(largestPacked);
    const mark = reader.bits(24) * 0x1000000 + reader.bits(24);
    if (mark === endMark) {
      if (reader.word() !== sum) throw new Error('the archive is not what its checksum says');
      reader.skipToByte();
      return incoming.pass(reader);
    }
    if (mark !== blockMark) throw new Error('a block of the archive is damaged');
    const block = readBlock(reader, level * 100_000);
    incoming.pass(reader);
    sum = (((sum << 1) | (sum >>> 31)) ^ block.checksum) >>> 0;
    yield* unpackBlock(block);
  }
}

async function* unpack(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const incoming = new Incoming(packed);
  try {
    do yield* unpackStream(incoming);
    while (!(await incoming.isAtEnd()));
  } finally {
    await incoming.close();
  }
}

/**
 * A stream that takes a bzip2 file, of one part or several, and gives what it holds, block by block as it is asked for: a block of a few bytes may stand for
 * many megabytes. The well-kept libraries want the whole file at once, or give out all that is left of it when its end comes.
 */
export function createBzip2Decompress(): Duplex {
  return Duplex.from(unpack);
}
