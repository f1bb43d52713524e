import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { examineBlobStore } from '@packhouse/testkit/examine-blob-store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../tools/serve/free-port.ts';
import { type S3Server, startS3Server } from '../../../../tools/serve/s3-server.ts';
import { s3Blobs } from './s3-blobs.ts';

let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server?.stop());

const makeOptions = (prefix: string) => {
  const { bucket, endpoint, accessKeyId, secretAccessKey } = server;
  return { bucket, endpoint, accessKeyId, secretAccessKey, region: 'us-east-1', forcePathStyle: true, prefix };
};
const open = () => s3Blobs(makeOptions('one/'));

examineBlobStore('S3', open);

it('signs URLs that serve the blob under its name', async () => {
  const store = await open();
  const staged = await store.stage(Readable.from([Buffer.from('hello')], { objectMode: false }));
  await staged.promote();
  const url = await store.signedUrl!(staged.sha256, { expiresIn: 60, fileName: 'a b.txt', contentType: 'text/plain' });
  const answer = await fetch(url);
  expect(await answer.text()).toBe('hello');
  expect(url).toContain('X-Amz-Signature=');
  expect(new URL(url).searchParams.get('response-content-disposition')).toBe("attachment; filename*=UTF-8''a%20b.txt");
});

describe('SCALE-002 a store that is away', () => {
  const bytes = () => Readable.from([Buffer.from('hello')], { objectMode: false });
  const absent = 'ab'.repeat(32);
  const refusal = expect.objectContaining({ code: 'storage_unavailable', status: 503 });

  it('is said so at once, and used again when it is back', async () => {
    const port = await freePort();
    const store = await s3Blobs({ ...makeOptions('away/'), endpoint: `http://127.0.0.1:${port}` });
    for (let count = 0; count < 5; count++) {
      await expect(store.open(absent)).rejects.toEqual(refusal);
      await expect(store.stage(bytes())).rejects.toEqual(refusal);
    }
    const through = createServer((near) => {
      const far = connect(Number(new URL(server.endpoint).port), '127.0.0.1');
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    });
    through.listen(port, '127.0.0.1');
    await once(through, 'listening');
    await expect.poll(async () => (await store.stage(bytes())).size, { timeout: 30_000 }).toBe(5);
    through.close();
  });

  it('keeps nobody waiting when it hangs, once that is known', async () => {
    let asked = 0;
    const hanging = createServer((socket) => {
      asked++;
      socket.on('error', () => undefined);
    });
    hanging.listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const store = await s3Blobs({ ...makeOptions('hangs/'), endpoint: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}` });
    const first = await Promise.allSettled(Array.from({ length: 4 }, () => store.open(absent)));
    expect(first.map(({ status, ...rest }) => [status, (rest as PromiseRejectedResult).reason])).toEqual(Array(4).fill(['rejected', refusal]));
    const before = asked;
    for (let count = 0; count < 50; count++) await expect(store.open(absent)).rejects.toEqual(refusal);
    expect(asked - before).toBeLessThan(10);
    hanging.close();
  });
});

it('keeps installations that share a bucket apart', async () => {
  const other = await s3Blobs(makeOptions('two/'));
  const found: string[] = [];
  for await (const { sha256 } of other.list()) found.push(sha256);
  expect(found).toEqual([]);
});
