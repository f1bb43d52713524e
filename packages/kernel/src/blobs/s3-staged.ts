import type { StagedBlob } from './blob-store.ts';
import { requireSha256, type Sums } from './digests.ts';
import { type Bucket, isMissing, lazyBody } from './s3-bucket.ts';
import { copyObject } from './s3-upload.ts';

/** Where unfinished uploads lie. */
export const stagingPrefix = (bucket: Bucket) => `${bucket.prefix}staging/`;
/** Where blobs lie. */
export const blobPrefix = (bucket: Bucket) => `${bucket.prefix}blobs/`;

/** The key of a blob. */
export function getKey(bucket: Bucket, sha256: string): string {
  requireSha256(sha256);
  return `${blobPrefix(bucket)}${sha256.slice(0, 2)}/${sha256}`;
}

/** Its size, or undefined when there is no such blob. */
export async function readSize(bucket: Bucket, sha256: string): Promise<number | undefined> {
  try {
    return (await bucket.send(new bucket.sdk.HeadObjectCommand({ Bucket: bucket.name, Key: getKey(bucket, sha256) }))).ContentLength ?? 0;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Gives what stands under a staging key, with its checksums, as a staged blob. */
export function stagedObject(bucket: Bucket, key: string, sums: Sums): StagedBlob {
  let isKept = false;
  const remove = () => bucket.send(new bucket.sdk.DeleteObjectCommand({ Bucket: bucket.name, Key: key }));
  return {
    ...sums,
    open: (range) => lazyBody(bucket, () => (isKept ? getKey(bucket, sums.sha256) : key), range),
    async promote() {
      if (isKept) return;
      // A blob that is there is there whole; the copy is only made when it is not.
      if ((await readSize(bucket, sums.sha256)) !== sums.size) await copyObject(bucket, key, getKey(bucket, sums.sha256), sums.size);
      isKept = true;
      await remove();
    },
    async discard() {
      if (!isKept) await remove();
    },
  };
}
