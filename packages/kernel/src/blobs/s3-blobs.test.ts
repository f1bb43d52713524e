import { type ChildProcess, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { examineBlobStore } from '@packhouse/testkit/examine-blob-store.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client } from '../../../../tools/clients.ts';
import { freePort } from '../../../../tools/serve/free-port.ts';
import { s3Blobs } from './s3-blobs.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
let server: ChildProcess;
let endpoint: string;

async function answering(url: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
  }
  throw new Error(`${url} does not answer`);
}

beforeAll(async () => {
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  server = spawn(client('moto-server'), ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  await answering(endpoint);
  const admin = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await admin.send(new CreateBucketCommand({ Bucket: 'packages' }));
  admin.destroy();
});
afterAll(() => void server.kill());

const open = () => s3Blobs({ bucket: 'packages', endpoint, region: 'us-east-1', forcePathStyle: true, prefix: 'one/', ...credentials });

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
  const other = await s3Blobs({ bucket: 'packages', endpoint, region: 'us-east-1', forcePathStyle: true, prefix: 'two/', ...credentials });
  const found: string[] = [];
  for await (const { sha256 } of other.list()) found.push(sha256);
  expect(found).toEqual([]);
});
