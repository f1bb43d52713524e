import { Readable } from 'node:stream';
import type { BlobStore, ByteRange, Checksums, StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';

/** A stored blob in the clothes of a staged one, for formats that want to look into it. */
export function asStaged(blobs: BlobStore, { sha256, sha1, md5, size }: Checksums & { size: number }): StagedBlob {
  async function* read(range: ByteRange | undefined) {
    yield* await blobs.open(sha256, range);
  }
  return {
    sha256,
    sha1,
    md5,
    size,
    open: (range) => Readable.from(read(range), { objectMode: false }),
    promote: async () => undefined,
    discard: async () => undefined,
  };
}
