import { ForgetfulCache } from '@packhouse/limits/forgetful-cache.ts';
import type { ByteRange, Sender } from './blob-store.ts';

/** The longest that is kept. Opening and closing a file costs a download of this size more than sending it. */
const longest = 16 * 1024;
const keptBytes = 32 * 1024 * 1024;
/** An entry takes this beside its bytes, nearly. */
const overhead = 300;

export interface SmallBlobs {
  /** Sends a short beginning of a blob, from memory where it was sent lately; undefined for anything longer or further on. */
  sender(sha256: string, range: ByteRange): Promise<Sender> | undefined;
  forget(sha256: string): void;
}

/** Keeps the bytes of small blobs that are asked for again and again in memory: what a checksum names never changes. */
export function smallBlobs(read: (sha256: string, range: ByteRange) => Promise<Buffer>): SmallBlobs {
  const kept = new ForgetfulCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: ({ length }) => length + overhead });

  async function readKept(sha256: string, range: ByteRange): Promise<Buffer> {
    const known = kept.get(sha256);
    if (known && known.length > range.end) return known;
    const bytes = await read(sha256, range);
    kept.set(sha256, bytes);
    return bytes;
  }

  return {
    sender(sha256, { start, end }) {
      if (start !== 0 || end >= longest) return undefined;
      return readKept(sha256, { start, end }).then((bytes) => async (destination) => void destination.end(bytes.subarray(0, end + 1)));
    },
    forget: (sha256) => void kept.delete(sha256),
  };
}
