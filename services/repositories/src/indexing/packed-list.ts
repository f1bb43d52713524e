import { createHash } from 'node:crypto';
import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib';

/** A piece of a list, compressed on its own so that it can stand anywhere in a gzip document. */
export interface PackedBlock {
  entries: number;
  /** Uncompressed. */
  size: number;
  /** SHA-256 of the uncompressed text. */
  digest: string;
  packed: Buffer;
  raw?: Buffer;
}

/**
 * Compresses a text into a run of deflate blocks that ends on a byte and refers to nothing before it.
 * https://www.rfc-editor.org/rfc/rfc1951
 */
export async function packBlock(text: string | Buffer, entries: number): Promise<PackedBlock> {
  const raw = typeof text === 'string' ? Buffer.from(text) : text;
  const packed = raw.length === 0 ? raw : await deflated(raw);
  return { entries, size: raw.length, digest: createHash('sha256').update(raw).digest('hex'), packed, raw };
}

function deflated(raw: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    deflateRaw(raw, { level: 6, finishFlush: constants.Z_FULL_FLUSH }, (error, packed) => (error ? reject(error) : resolve(packed)));
  });
}

export function getRaw(block: PackedBlock): Buffer {
  if (block.raw) return block.raw;
  return block.size === 0 ? Buffer.alloc(0) : inflateRawSync(block.packed, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** No name, no time: the same content gives the same bytes. https://www.rfc-editor.org/rfc/rfc1952 */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const emptyLastBlock = Buffer.from([3, 0]);

/** The whole document unpacks to this; complete when the last piece has been taken. */
export interface RawSum {
  size: number;
  sha256: string;
}

/** Puts blocks together to one gzip member, without compressing them again. */
export async function* packGzip(blocks: AsyncIterable<PackedBlock> | Iterable<PackedBlock>, sum: RawSum): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let crc = 0;
  yield gzipHead;
  for await (const block of blocks) {
    if (block.size === 0) continue;
    const raw = getRaw(block);
    hash.update(raw);
    crc = crc32(raw, crc);
    sum.size += raw.length;
    yield block.packed;
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE(sum.size % 2 ** 32, 4);
  sum.sha256 = hash.digest('hex');
  yield Buffer.concat([emptyLastBlock, end]);
}
