import type { RangedBytes } from '@packhouse/formats/archive/archive-entry.ts';
import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';

/** This is looked into. */
export type Content = RangedBytes;

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
