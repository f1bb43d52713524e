import { once } from 'node:events';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { storageStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { startS3Server } from '../../../../tools/serve/s3-server.ts';
import { operationsService } from '../service.ts';

// Whole platforms start, one after another.
const running: { stop(): Promise<void> }[] = [];
const services = [operationsService];
afterEach(async () => {
  for (const one of running.splice(0).toReversed()) await one.stop();
});

async function start(options: Parameters<typeof startTestPlatform>[0]): Promise<TestPlatform> {
  const test = await startTestPlatform({ services, jobs: false, actors: { ann: {} }, ...options });
  running.push(test);
  return test;
}
const readStates = async (test: TestPlatform) => (await test.call(storageStatus, {})).nodes;

const masterKey = 'cd'.repeat(32);
const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
const s3At = (endpoint: string, bucket: string) => ({
  nodeId: 'one',
  blobs: { s3: { bucket, endpoint, ...credentials, region: 'us-east-1', forcePathStyle: true, prefix: 'looks/', redirect: false } },
});

/** An S3 store that refuses whatever it is asked. */
async function startRefusing(): Promise<string> {
  const refusal = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
  const server = createServer((asked, answer) => {
    asked.resume().on('end', () => void answer.writeHead(403, { 'content-type': 'application/xml' }).end(refusal));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push({
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('STAT-001 how the storage is', () => {
  it('is told with what the disk has, and leaves nothing behind', async () => {
    const test = await start({ config: { nodeId: 'one' } });
    const disk = { total: expect.any(Number), free: expect.any(Number), kept: expect.any(Number) };
    expect(await readStates(test)).toEqual([{ node_id: 'one', state: 'Working', kind: 'filesystem', disk }]);
    expect(await readdir(join(test.home, 'blobs/staging'))).toEqual([]);
    await expect(test.call(storageStatus, {}, { as: 'ann' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is full for the node that has less room than it keeps free, and for no other', async () => {
    const first = await start({ config: { masterKey, nodeId: 'one' } });
    const second = await start({ joins: first, apart: true, config: { masterKey, nodeId: 'two', blobs: { keepFree: '9000000g' } } });
    const nodes = [
      { node_id: 'one', state: 'Working' },
      { node_id: 'two', state: 'Full', disk: { kept: Number.MAX_SAFE_INTEGER } },
    ];
    expect(await readStates(first)).toMatchObject(nodes);
    expect(await readStates(second)).toMatchObject(nodes);
  });

  it('is unusable where nothing can be written, in the words of the system', async () => {
    const test = await start({ config: { nodeId: 'one' } });
    const staging = join(test.home, 'blobs/staging');
    await rename(staging, `${staging}-away`);
    await writeFile(staging, 'in the way');
    expect(await readStates(test)).toMatchObject([{ state: 'Unusable', reason: 'ENOTDIR: not a directory' }]);
  });

  it('is that of an S3 store: works, lacks its bucket, refuses the key, or is not there', async () => {
    const { endpoint, bucket, stop } = await startS3Server();
    running.push({ stop: async () => stop() });
    expect(await readStates(await start({ config: s3At(endpoint, bucket) }))).toEqual([{ node_id: 'one', state: 'Working', kind: 's3' }]);
    const reasonAt = async (address: string, name: string) => {
      const [node] = await readStates(await start({ config: s3At(address, name) }));
      expect(node).toMatchObject({ state: 'Unusable', kind: 's3' });
      return node!.reason;
    };
    expect(await reasonAt(endpoint, 'nowhere')).toContain('NoSuchBucket');
    expect(await reasonAt(await startRefusing(), bucket)).toBe('AccessDenied: Access Denied');
    expect(await reasonAt('http://127.0.0.1:9', bucket)).toContain('ECONNREFUSED');
  });
});
