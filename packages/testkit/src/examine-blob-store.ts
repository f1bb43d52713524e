import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const hex = (algorithm: string, data: Buffer) => createHash(algorithm).update(data).digest('hex');
const absent = hex('sha256', Buffer.from('never stored'));

/** A body that arrives in pieces of this size. */
function inPieces(data: Buffer, size: number): Readable {
  return Readable.from(
    (function* () {
      for (let start = 0; start < data.length; start += size) yield data.subarray(start, start + size);
    })(),
    { objectMode: false },
  );
}

/** A body whose sender goes away in the middle. */
function broken(data: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield data;
      throw new Error('the connection broke');
    })(),
    { objectMode: false },
  );
}

async function computeSha256(body: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function listed(store: BlobStore): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { sha256, size } of store.list()) found.set(sha256, size);
  return found;
}

async function put(store: BlobStore, data: Buffer): Promise<string> {
  const staged = await store.stage(Readable.from([data], { objectMode: false }));
  await staged.promote();
  return staged.sha256;
}

/** The examination every blob store sits. `reopen` gives the same store as another process would see it. */
export function examineBlobStore(name: string, reopen: () => Promise<BlobStore>): void {
  describe(`START-003 the ${name} blob store`, () => {
    let store: BlobStore;
    beforeAll(async () => {
      store = await reopen();
    });

    examineStaging(() => store, reopen);
    examineReading(() => store);
    examineAppending(() => store, reopen);
    examineUpkeep(() => store);
    afterAll(async () => {
      await store.sweepStaging(new Date(Date.now() + 60_000));
    });
  });
}

function examineStaging(store: () => BlobStore, reopen: () => Promise<BlobStore>): void {
  it('CORE-002 hashes a body on the way and shows it only when it is promoted', async () => {
    const data = randomBytes(300_000);
    const staged = await store().stage(inPieces(data, 7001), { sha512: true });
    expect(staged).toMatchObject({
      size: data.length,
      sha256: hex('sha256', data),
      sha1: hex('sha1', data),
      md5: hex('md5', data),
      sha512: hex('sha512', data),
    });
    expect(await store().size(staged.sha256)).toBeUndefined();
    expect((await buffer(staged.open())).equals(data)).toBe(true);
    expect((await buffer(staged.open({ start: 10, end: 19 }))).equals(data.subarray(10, 20))).toBe(true);
    await staged.promote();
    await staged.promote();
    await staged.discard();
    expect(await (await reopen()).size(staged.sha256)).toBe(data.length);
    expect((await buffer(staged.open())).equals(data)).toBe(true);
  });

  it('keeps an empty body and a body of many parts whole', async () => {
    expect(await put(store(), Buffer.alloc(0))).toBe(hex('sha256', Buffer.alloc(0)));
    expect(await store().size(hex('sha256', Buffer.alloc(0)))).toBe(0);
    const large = randomBytes(21 * 1024 * 1024 + 17);
    const staged = await store().stage(inPieces(large, 65_536));
    await staged.promote();
    expect(await computeSha256(await store().open(staged.sha256))).toBe(hex('sha256', large));
  });

  it('keeps one copy of the same content, whoever sends it, even at the same moment', async () => {
    const data = randomBytes(50_000);
    const staged = await Promise.all([1, 2, 3, 4].map(() => store().stage(inPieces(data, 9999))));
    await Promise.all(staged.map((one) => one.promote()));
    expect((await listed(store())).get(hex('sha256', data))).toBe(data.length);
    expect((await buffer(await store().open(hex('sha256', data)))).equals(data)).toBe(true);
  });

  it('leaves nothing of a body that breaks off, is too large or is called off', async () => {
    const before = await listed(store());
    await expect(store().stage(broken(randomBytes(10_000)))).rejects.toThrow('the connection broke');
    await expect(store().stage(inPieces(randomBytes(10_000), 1000), { limit: 9999 })).rejects.toMatchObject({ code: 'too_large' });
    await expect(store().stage(inPieces(randomBytes(10_000), 1000), { signal: AbortSignal.abort() })).rejects.toThrow();
    const discarded = await store().stage(inPieces(randomBytes(10_000), 1000));
    await discarded.discard();
    await discarded.discard();
    expect(await listed(store())).toEqual(before);
    expect(await store().sweepStaging(new Date(Date.now() + 60_000))).toBe(0);
  });
}

function examineReading(store: () => BlobStore): void {
  it('gives any part of a blob', async () => {
    const data = randomBytes(600_000);
    const sha256 = await put(store(), data);
    for (const [start, end] of [
      [0, 0],
      [0, 599_999],
      [599_999, 599_999],
      [262_143, 262_145],
    ] as const)
      expect((await buffer(await store().open(sha256, { start, end }))).equals(data.subarray(start, end + 1))).toBe(true);
  });

  it('says ENOENT for what is not there and for what is no SHA-256', async () => {
    expect(await store().size(absent)).toBeUndefined();
    await expect(store().open(absent)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(store().open('../../etc/passwd')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('serves many readers of one blob at once, also when some go away', async () => {
    const data = randomBytes(3_000_000);
    const sha256 = await put(store(), data);
    const readers = await Promise.all(Array.from({ length: 16 }, () => store().open(sha256)));
    const sums = readers.map(async (reader, index) => {
      if (index % 4 !== 0) return computeSha256(reader);
      reader.on('error', () => undefined).destroy();
      return sha256;
    });
    expect(new Set(await Promise.all(sums))).toEqual(new Set([sha256]));
  });
}

function examineAppending(store: () => BlobStore, reopen: () => Promise<BlobStore>): void {
  it('SCALE-001 grows a body over several requests and processes', async () => {
    const data = randomBytes(400_000);
    const upload = await store().appendable();
    expect(await upload.append(0, inPieces(data.subarray(0, 100_000), 5000))).toBe(100_000);
    const elsewhere = await (await reopen()).appendable(upload.key);
    expect(await elsewhere.append(100_000, inPieces(data.subarray(100_000, 300_000), 5000))).toBe(300_000);
    expect(await upload.append(300_000, inPieces(data.subarray(300_000), 5000))).toBe(400_000);
    const staged = await (await (await reopen()).appendable(upload.key)).finish({ sha512: true });
    expect(staged).toMatchObject({ size: 400_000, sha256: hex('sha256', data), md5: hex('md5', data), sha512: hex('sha512', data) });
    await staged.promote();
    expect(await computeSha256(await store().open(staged.sha256))).toBe(staged.sha256);
    await expect(store().appendable(upload.key)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('finishes in another process what came in one request', async () => {
    const data = randomBytes(120_000);
    const upload = await store().appendable();
    await upload.append(0, inPieces(data, 4096));
    const staged = await (await (await reopen()).appendable(upload.key)).finish();
    expect(staged).toMatchObject({ size: data.length, sha256: hex('sha256', data), sha1: hex('sha1', data) });
    await staged.discard();
    await expect(store().appendable(upload.key)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps what arrived when a request breaks off, and refuses gaps', async () => {
    const data = randomBytes(90_000);
    const upload = await store().appendable();
    await expect(upload.append(0, broken(data.subarray(0, 60_000)))).rejects.toThrow('the connection broke');
    await expect(upload.append(0, inPieces(data, 5000))).rejects.toMatchObject({ code: 'range_not_satisfiable', detail: { expected: 60_000 } });
    await expect(upload.append(60_001, inPieces(data, 5000))).rejects.toMatchObject({ code: 'range_not_satisfiable' });
    expect(await upload.append(60_000, inPieces(data.subarray(60_000), 5000))).toBe(90_000);
    const staged = await upload.finish();
    expect(staged.sha256).toBe(hex('sha256', data));
    await staged.discard();
  });

  it('finishes empty, forgets what is discarded, and knows no strangers', async () => {
    const upload = await store().appendable();
    const staged = await upload.finish();
    expect(staged).toMatchObject({ size: 0, sha256: hex('sha256', Buffer.alloc(0)) });
    await staged.promote();
    const other = await store().appendable();
    await other.append(0, inPieces(randomBytes(100), 10));
    await other.discard();
    await expect(store().appendable(other.key)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(store().appendable('../../../etc/passwd')).rejects.toMatchObject({ code: 'ENOENT' });
  });
}

function examineUpkeep(store: () => BlobStore): void {
  it('lists every blob with its size, and deletes', async () => {
    const data = randomBytes(1234);
    const sha256 = await put(store(), data);
    expect((await listed(store())).get(sha256)).toBe(1234);
    await store().delete(sha256);
    await store().delete(sha256);
    expect(await store().size(sha256)).toBeUndefined();
    expect((await listed(store())).has(sha256)).toBe(false);
  });

  it('sweeps only what was left in staging long ago', async () => {
    const upload = await store().appendable();
    await upload.append(0, inPieces(randomBytes(1000), 100));
    expect(await store().sweepStaging(new Date(Date.now() - 60_000))).toBe(0);
    expect(await store().sweepStaging(new Date(Date.now() + 60_000))).toBeGreaterThan(0);
    await expect(store().appendable(upload.key)).rejects.toMatchObject({ code: 'ENOENT' });
  });
}
