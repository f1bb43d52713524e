import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ByteRange } from './blob-store.ts';

/** One bucket and the library that speaks to it, passed along so that it is loaded only where it is used. */
export interface Bucket {
  name: string;
  prefix: string;
  sdk: typeof import('@aws-sdk/client-s3');
  send: S3Client['send'];
}

/** The store says that there is no such object. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
}

export function missingBlob(cause: unknown): Error {
  return Object.assign(new Error('There is no such blob', { cause }), { code: 'ENOENT' });
}

export function rangeHeader(range: ByteRange | undefined): { Range?: string } {
  return range ? { Range: `bytes=${range.start}-${range.end}` } : {};
}

/** A stream that asks for the object when it is first read. */
export function lazyBody(bucket: Bucket, key: () => string, range?: ByteRange): Readable {
  return Readable.from(
    (async function* () {
      const answer = await bucket.send(new bucket.sdk.GetObjectCommand({ Bucket: bucket.name, Key: key(), ...rangeHeader(range) }));
      yield* answer.Body as AsyncIterable<Buffer>;
    })(),
    { objectMode: false },
  );
}

/** Every object below a prefix. */
export async function* objects(bucket: Bucket, prefix: string) {
  let token: string | undefined;
  do {
    const page = await bucket.send(
      new bucket.sdk.ListObjectsV2Command({ Bucket: bucket.name, Prefix: prefix, ...(token === undefined ? {} : { ContinuationToken: token }) }),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? []) yield { key: Key!, size: Size ?? 0, modified: LastModified ?? new Date() };
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
