import { Readable } from 'node:stream';
import { examineBlobStore } from '@packhouse/testkit/examine-blob-store.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('keeps installations that share a bucket apart', async () => {
  const other = await s3Blobs(makeOptions('two/'));
  const found: string[] = [];
  for await (const { sha256 } of other.list()) found.push(sha256);
  expect(found).toEqual([]);
});
