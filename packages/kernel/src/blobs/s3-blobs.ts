import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BlobStore, ByteRange, StagedBlob, StageOptions } from './blob-store.ts';
import { Digests } from './digests.ts';
import { s3Appendable } from './s3-appendable.ts';
import { type Bucket, isMissing, missingBlob, objects, rangeHeader } from './s3-bucket.ts';
import { withPatience } from './s3-patience.ts';
import { blobPrefix, getKey, readSize, stagedObject, stagingPrefix } from './s3-staged.ts';
import { uploadStream } from './s3-upload.ts';

export interface S3Options {
  bucket: string;
  endpoint?: string | undefined;
  region: string;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  forcePathStyle: boolean;
  /** Put before every key, so that several installations may share a bucket. */
  prefix: string;
}

async function stage(bucket: Bucket, body: Readable, options: StageOptions = {}): Promise<StagedBlob> {
  const key = `${stagingPrefix(bucket)}${randomUUID()}`;
  const digests = new Digests(options);
  await uploadStream(bucket, key, body, digests, options);
  return stagedObject(bucket, key, digests.peek());
}

async function open(bucket: Bucket, sha256: string, range?: ByteRange): Promise<Readable> {
  try {
    const answer = await bucket.send(new bucket.sdk.GetObjectCommand({ Bucket: bucket.name, Key: getKey(bucket, sha256), ...rangeHeader(range) }));
    return answer.Body as Readable;
  } catch (error) {
    throw isMissing(error) ? missingBlob(error) : error;
  }
}

async function* list(bucket: Bucket) {
  for await (const { key, size, modified } of objects(bucket, blobPrefix(bucket))) yield { sha256: key.slice(key.lastIndexOf('/') + 1), size, modified };
}

async function sweepStaging(bucket: Bucket, olderThan: Date): Promise<number> {
  let swept = 0;
  for await (const { key, modified } of objects(bucket, stagingPrefix(bucket))) {
    if (modified >= olderThan) continue;
    await bucket.send(new bucket.sdk.DeleteObjectCommand({ Bucket: bucket.name, Key: key }));
    swept++;
  }
  const { Uploads = [] } = await bucket.send(new bucket.sdk.ListMultipartUploadsCommand({ Bucket: bucket.name, Prefix: bucket.prefix }));
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Key || !UploadId || !Initiated || Initiated >= olderThan) continue;
    await bucket.send(new bucket.sdk.AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId }));
    swept++;
  }
  return swept;
}

const markKey = (bucket: Bucket) => `${bucket.prefix}store-mark`;

async function readMark(bucket: Bucket): Promise<string | undefined> {
  try {
    const answer = await bucket.send(new bucket.sdk.GetObjectCommand({ Bucket: bucket.name, Key: markKey(bucket) }));
    return (await answer.Body?.transformToString())?.trim();
  } catch (error) {
    const { name } = error as { name?: string };
    // A bucket that is not there is no unmarked store.
    if (isMissing(error) && name !== 'NoSuchBucket') return undefined;
    throw error;
  }
}

async function connect(options: S3Options): Promise<{ bucket: Bucket; client: S3Client }> {
  // Loaded only where it is used: it costs tens of megabytes.
  const sdk = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey } = options;
  const client = new sdk.S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(accessKeyId !== undefined && secretAccessKey !== undefined ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Trailing checksums are an extension that many compatible stores do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { httpsAgent: { maxSockets: 256 }, httpAgent: { maxSockets: 256 }, connectionTimeout: 3000, socketTimeout: 30_000 },
  });
  return { bucket: { name: options.bucket, prefix: options.prefix, sdk, send: withPatience(client.send.bind(client) as Bucket['send']) }, client };
}

/** Blobs in an S3-compatible store: `<prefix>blobs/ab/<sha256>`, uploaded under `<prefix>staging/` first and copied there by the store itself. */
export async function s3Blobs(options: S3Options): Promise<BlobStore> {
  const { bucket, client } = await connect(options);
  return {
    kind: 's3',
    stage: (body, stageOptions) => stage(bucket, body, stageOptions),
    appendable: (key) => s3Appendable(bucket, stagingPrefix(bucket), key),
    size: (sha256) => readSize(bucket, sha256),
    open: (sha256, range) => open(bucket, sha256, range),
    async signedUrl(sha256, { expiresIn, fileName, contentType }) {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;
      const command = new bucket.sdk.GetObjectCommand({
        Bucket: bucket.name,
        Key: getKey(bucket, sha256),
        ResponseContentDisposition: disposition,
        ResponseContentType: contentType,
      });
      return getSignedUrl(client, command, { expiresIn });
    },
    async delete(sha256) {
      await bucket.send(new bucket.sdk.DeleteObjectCommand({ Bucket: bucket.name, Key: getKey(bucket, sha256) }));
    },
    list: () => list(bucket),
    readMark: () => readMark(bucket),
    async writeMark(mark) {
      await bucket.send(new bucket.sdk.PutObjectCommand({ Bucket: bucket.name, Key: markKey(bucket), Body: mark, ContentType: 'text/plain' }));
    },
    sweepStaging: (olderThan) => sweepStaging(bucket, olderThan),
  };
}
