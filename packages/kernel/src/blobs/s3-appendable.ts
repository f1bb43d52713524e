import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Appendable, StagedBlob, StageOptions } from './blob-store.ts';
import { Digests, type Sums } from './digests.ts';
import { type Bucket, isMissing, lazyBody, objects } from './s3-bucket.ts';
import { stagedObject } from './s3-staged.ts';
import { uploadStream } from './s3-upload.ts';

const keyPattern = /^[0-9a-f-]{36}$/;

interface Segment {
  key: string;
  offset: number;
  size: number;
}

const readSize = (segments: readonly Segment[]) => segments.reduce((sum, segment) => sum + segment.size, 0);
const noSuchUpload = () => Object.assign(new Error('No such upload'), { code: 'ENOENT' });

/** What breaks off is an end here: the bytes that arrived count. */
async function* untilBroken(body: Readable, onBroken: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    onBroken(error);
  }
}

/** A folder of objects, one a request, beside a mark that it exists. The checksums of an only segment are kept with it, so that it need not be read again. */
class S3Appendable implements Appendable {
  readonly key: string;
  readonly #bucket: Bucket;
  readonly #staging: string;
  readonly #folder: string;
  constructor(bucket: Bucket, staging: string, key: string) {
    this.key = key;
    this.#bucket = bucket;
    this.#staging = staging;
    this.#folder = `${staging}append-${key}/`;
  }

  async create(): Promise<void> {
    await this.#put('mark', '');
  }

  /** @throws with code `ENOENT` when there is no such upload. */
  async requirePresent(): Promise<void> {
    const { sdk, name, send } = this.#bucket;
    await send(new sdk.HeadObjectCommand({ Bucket: name, Key: `${this.#folder}mark` })).catch((error) => {
      throw isMissing(error) ? noSuchUpload() : error;
    });
  }

  async append(offset: number, body: Readable): Promise<number> {
    const size = readSize(await this.#segments());
    if (size !== offset) throw new AppError('range_not_satisfiable', { detail: { expected: size, got: offset } });
    let broken: unknown;
    const digests = new Digests();
    const whole = Readable.from(
      untilBroken(body, (error) => {
        broken = error;
      }),
      { objectMode: false },
    );
    // Fixed width, so that the names sort by their offsets.
    await uploadStream(this.#bucket, `${this.#folder}part-${String(offset).padStart(16, '0')}`, whole, digests);
    if (offset === 0) await this.#put('sums', JSON.stringify(digests.peek()));
    if (broken !== undefined) throw broken;
    return offset + digests.size;
  }

  async finish(options: StageOptions = {}): Promise<StagedBlob> {
    const all = await this.#segments();
    const size = readSize(all);
    if (options.limit !== undefined && size > options.limit) throw new AppError('too_large');
    const sums = all.length === 1 && !options.sha512 ? await this.#knownSums(size) : undefined;
    const staged = sums ? stagedObject(this.#bucket, all[0]!.key, sums) : await this.#join(all, options);
    return {
      ...staged,
      promote: async () => {
        await staged.promote();
        await this.discard();
      },
      discard: async () => {
        await staged.discard();
        await this.discard();
      },
    };
  }

  async discard(): Promise<void> {
    const { sdk, name, send } = this.#bucket;
    const keys = [...(await this.#segments()).map((segment) => segment.key), `${this.#folder}sums`, `${this.#folder}mark`];
    for (const one of keys) await send(new sdk.DeleteObjectCommand({ Bucket: name, Key: one }));
  }

  async #put(file: string, text: string): Promise<void> {
    const { sdk, name, send } = this.#bucket;
    await send(new sdk.PutObjectCommand({ Bucket: name, Key: `${this.#folder}${file}`, Body: Buffer.from(text) }));
  }

  async #segments(): Promise<Segment[]> {
    const prefix = `${this.#folder}part-`;
    const found: Segment[] = [];
    for await (const { key, size } of objects(this.#bucket, prefix)) found.push({ key, offset: Number(key.slice(prefix.length)), size });
    return found.toSorted((a, b) => a.offset - b.offset);
  }

  async #knownSums(size: number): Promise<Sums | undefined> {
    const { sdk, name, send } = this.#bucket;
    try {
      const answer = await send(new sdk.GetObjectCommand({ Bucket: name, Key: `${this.#folder}sums` }));
      const sums = JSON.parse(await answer.Body!.transformToString()) as Sums;
      return sums.size === size ? sums : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async #join(all: readonly Segment[], options: StageOptions): Promise<StagedBlob> {
    const bucket = this.#bucket;
    const target = `${this.#staging}${randomUUID()}`;
    const digests = new Digests(options);
    const whole = Readable.from(
      (async function* () {
        for (const segment of all) yield* lazyBody(bucket, () => segment.key) as AsyncIterable<Buffer>;
      })(),
      { objectMode: false },
    );
    await uploadStream(bucket, target, whole, digests, options);
    return stagedObject(bucket, target, digests.peek());
  }
}

/** Opens a new upload, or the one with this key. */
export async function s3Appendable(bucket: Bucket, staging: string, givenKey?: string): Promise<Appendable> {
  const key = givenKey ?? randomUUID();
  if (!keyPattern.test(key)) throw noSuchUpload();
  const appendable = new S3Appendable(bucket, staging, key);
  await (givenKey === undefined ? appendable.create() : appendable.requirePresent());
  return appendable;
}
