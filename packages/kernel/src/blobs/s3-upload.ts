import type { Readable } from 'node:stream';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { AppError } from '@packhouse/contract/errors.ts';
import type { StageOptions } from './blob-store.ts';
import type { Digests } from './digests.ts';
import type { Bucket } from './s3-bucket.ts';

const mebibyte = 1024 * 1024;
const firstPartSize = 8 * mebibyte;
const partsInFlight = 2;
/** The largest object that one copy call takes. https://docs.aws.amazon.com/AmazonS3/latest/userguide/copy-object.html */
const copyLimit = 5 * 1024 * mebibyte;
const copyPartSize = 1024 * mebibyte;

/** Grows with the upload, so that the 10 000 parts that a store allows are enough for any size. */
const partSize = (number: number) => firstPartSize * (1 + Math.floor(number / 500));

/** Cuts a stream into parts, hashing on the way; never more than one part is held here. */
async function* readParts(body: Readable, digests: Digests, options: StageOptions): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    options.signal?.throwIfAborted();
    if (options.limit !== undefined && digests.size + chunk.length > options.limit) throw new AppError('too_large');
    digests.update(chunk);
    chunks.push(chunk);
    size += chunk.length;
    if (size < partSize(number)) continue;
    yield Buffer.concat(chunks, size);
    chunks = [];
    size = 0;
    number++;
  }
  if (size > 0 || number === 1) yield Buffer.concat(chunks, size);
}

class MultipartUpload {
  readonly #bucket: Bucket;
  readonly #target: { Bucket: string; Key: string; UploadId: string };
  readonly #parts: CompletedPart[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #failure: unknown;
  #number = 0;
  constructor(bucket: Bucket, key: string, uploadId: string) {
    this.#bucket = bucket;
    this.#target = { Bucket: bucket.name, Key: key, UploadId: uploadId };
  }

  static async begin(bucket: Bucket, key: string): Promise<MultipartUpload> {
    const { UploadId } = await bucket.send(new bucket.sdk.CreateMultipartUploadCommand({ Bucket: bucket.name, Key: key }));
    return new MultipartUpload(bucket, key, UploadId!);
  }

  /** Sends one part; resolves when there is room for the next. */
  async add(send: (target: { Bucket: string; Key: string; UploadId: string; PartNumber: number }) => Promise<string | undefined>): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const PartNumber = ++this.#number;
    const sending = send({ ...this.#target, PartNumber })
      .then((ETag) => void this.#parts.push({ PartNumber, ...(ETag === undefined ? {} : { ETag }) }))
      .catch((error) => {
        this.#failure = error;
      })
      .finally(() => this.#inFlight.delete(sending));
    this.#inFlight.add(sending);
    if (this.#inFlight.size >= partsInFlight) await Promise.race(this.#inFlight);
  }

  async complete(): Promise<void> {
    await Promise.all(this.#inFlight);
    if (this.#failure !== undefined) throw this.#failure;
    const Parts = this.#parts.toSorted((a, b) => a.PartNumber! - b.PartNumber!);
    await this.#bucket.send(new this.#bucket.sdk.CompleteMultipartUploadCommand({ ...this.#target, MultipartUpload: { Parts } }));
  }

  async abort(): Promise<void> {
    await Promise.all(this.#inFlight);
    await this.#bucket.send(new this.#bucket.sdk.AbortMultipartUploadCommand(this.#target)).catch(() => undefined);
  }
}

/** Streams a body to an object: small ones in one call, large ones in parts. A broken body leaves no object. */
export async function uploadStream(bucket: Bucket, key: string, body: Readable, digests: Digests, options: StageOptions = {}): Promise<void> {
  const { sdk } = bucket;
  const abort = options.signal ? { abortSignal: options.signal } : {};
  let upload: MultipartUpload | undefined;
  try {
    for await (const part of readParts(body, digests, options)) {
      if (!upload && part.length < firstPartSize) {
        await bucket.send(new sdk.PutObjectCommand({ Bucket: bucket.name, Key: key, Body: part, ContentLength: part.length }), abort);
        return;
      }
      upload ??= await MultipartUpload.begin(bucket, key);
      await upload.add(async (target) => (await bucket.send(new sdk.UploadPartCommand({ ...target, Body: part, ContentLength: part.length }), abort)).ETag);
    }
    await upload?.complete();
  } catch (error) {
    await upload?.abort();
    throw error;
  }
}

/** Lets the store copy an object, in parts where one call cannot. */
export async function copyObject(bucket: Bucket, from: string, to: string, size: number): Promise<void> {
  const { sdk } = bucket;
  const CopySource = `${bucket.name}/${from.split('/').map(encodeURIComponent).join('/')}`;
  if (size <= copyLimit) {
    await bucket.send(new sdk.CopyObjectCommand({ Bucket: bucket.name, Key: to, CopySource }));
    return;
  }
  const upload = await MultipartUpload.begin(bucket, to);
  try {
    for (let start = 0; start < size; start += copyPartSize) {
      const CopySourceRange = `bytes=${start}-${Math.min(start + copyPartSize, size) - 1}`;
      await upload.add(async (target) => (await bucket.send(new sdk.UploadPartCopyCommand({ ...target, CopySource, CopySourceRange }))).CopyPartResult?.ETag);
    }
    await upload.complete();
  } catch (error) {
    await upload.abort();
    throw error;
  }
}
