import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, symlink, unlink } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from '../../upstream/test-upstream.ts';
import { computeDigest } from '../container/test-registry.ts';
import { npmPublishBody } from './npm-test-package.ts';

const message = 'The storage is full, so nothing was stored; an administrator has to make room';
const bytes = randomBytes(300_000);

/** Has room. */
let roomy: RepositoryTestPlatform;
/** The same data on a disk that counts as full. */
let full: RepositoryTestPlatform;
let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startTestUpstream();
  roomy = await startRepositoryPlatform({ jobs: false });
  full = await startRepositoryPlatform({ joins: roomy, jobs: false, config: { blobs: { keepFree: '9000000g' } } });
  for (const format of ['generic', 'npm', 'maven', 'docker'] as const) await roomy.create({ class: 'local', key: format, format });
  const settings = { url: `${upstream.url}/up`, allowPrivate: true, missedSeconds: 0 };
  await roomy.create({ class: 'remote', key: 'kept', format: 'generic', settings });
  await roomy.create({ class: 'remote', key: 'passed', format: 'generic', settings: { ...settings, storeLocally: false } });
  upstream.on('/up/file.bin', (_asked, answer) => void answer.writeHead(200, { 'content-length': bytes.length }).end(bytes));
});
afterAll(async () => {
  await full?.stop();
  await roomy?.stop();
  await upstream?.stop();
});

const staging = () => readdir(join(roomy.home, 'blobs/staging'));
/** The body of an answer that began well. */
const whole = (answer: Response) => {
  expect(answer.status).toBe(200);
  return answer.arrayBuffer();
};
const getBody = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('uploads to a full storage', () => {
  it('are refused in the one envelope, and nothing of them can be seen', async () => {
    const answer = await full.put('generic/a/file.bin', bytes);
    expect([answer.status, await answer.json()]).toEqual([507, { errors: [{ status: 507, code: 'storage_full', message, requestId: expect.any(String) }] }]);
    expect((await full.ask('generic/a/file.bin')).status).toBe(404);
    expect((await full.ask('generic/a/')).status).toBe(404);
    expect(await staging()).toEqual([]);
  });

  it('are refused in the words of npm and of Maven', async () => {
    const publish = await full.put('api/npm/npm/full', await npmPublishBody('full', '1.0.0'), { 'content-type': 'application/json' });
    expect([publish.status, await publish.json()]).toEqual([507, { error: message, code: 'storage_full' }]);
    expect((await roomy.ask('api/npm/npm/full')).status).toBe(404);
    const deploy = await full.put('maven/org/full/1.0/full-1.0.jar', bytes);
    expect([deploy.status, deploy.statusText]).toEqual([507, 'Insufficient Storage']);
    expect(await staging()).toEqual([]);
  });

  it('are refused in the words of containers, and what had arrived makes room', async () => {
    const send = (platform: RepositoryTestPlatform, method: string, path: string, body?: Buffer) =>
      fetch(`${platform.baseUrl}${path}`, { method, headers: platform.headersOf('admin'), ...(body ? { body: new Uint8Array(body) } : {}) });
    const atOnce = await send(full, 'POST', `/v2/docker/image/blobs/uploads/?digest=${computeDigest(bytes)}`, bytes);
    expect([atOnce.status, await atOnce.json()]).toEqual([507, { errors: [{ code: 'STORAGE_FULL', message, detail: null }] }]);
    const opened = await send(roomy, 'POST', '/v2/docker/image/blobs/uploads/');
    const location = opened.headers.get('location') ?? '';
    expect((await send(roomy, 'PATCH', location, bytes)).status).toBe(202);
    expect(await staging()).toHaveLength(1);
    expect((await send(full, 'PATCH', location, bytes)).status).toBe(507);
    expect(await staging()).toEqual([]);
    expect((await send(roomy, 'GET', location)).status).toBe(404);
    expect((await send(roomy, 'HEAD', `/v2/docker/image/blobs/${computeDigest(bytes)}`)).status).toBe(404);
  });

  it('are refused when it is the system that has no room', async () => {
    const send = (method: string, path: string, body?: BodyInit) =>
      fetch(`${roomy.baseUrl}${path}`, { method, headers: roomy.headersOf('admin'), ...(body ? { body, duplex: 'half' } : {}) });
    const location = (await send('POST', '/v2/docker/image/blobs/uploads/')).headers.get('location') ?? '';
    // A part without a byte makes the file that the next one goes to.
    const empty = request(`${roomy.baseUrl}${location}`, { method: 'PATCH', headers: { ...roomy.headersOf('admin'), 'transfer-encoding': 'chunked' } });
    empty.end();
    const [opened] = (await once(empty, 'response')) as [IncomingMessage];
    opened.resume();
    expect(opened.statusCode).toBe(202);
    const [file = ''] = await staging();
    const path = join(roomy.home, 'blobs/staging', file);
    await unlink(path);
    await symlink('/dev/full', path);
    const answer = await send('PATCH', location, new Uint8Array(bytes));
    expect([answer.status, ((await answer.json()) as { errors: object[] }).errors[0]]).toEqual([507, { code: 'STORAGE_FULL', message, detail: null }]);
    expect(await staging()).toEqual([]);
  });

  it('leave reading as it was, and go through when there is room again', async () => {
    expect((await roomy.put('generic/b/file.bin', bytes)).status).toBe(201);
    expect((await getBody(await full.ask('generic/b/file.bin'))).equals(bytes)).toBe(true);
    expect((await full.put('generic/b/again.bin', bytes)).status).toBe(507);
    expect((await roomy.put('generic/b/again.bin', bytes)).status).toBe(201);
    expect((await full.ask('generic/b/again.bin', { method: 'DELETE' })).status).toBe(204);
  });
});

describe('remote repositories on a full storage', () => {
  it.each(['kept', 'passed'])('pass a file on without keeping it: %s', async (key) => {
    const both = await Promise.all([full.ask(`${key}/file.bin`), full.ask(`${key}/file.bin`)]);
    for (const answer of both) {
      expect(answer.status).toBe(200);
      expect((await getBody(answer)).equals(bytes)).toBe(true);
    }
    expect(await staging()).toEqual([]);
    expect((await full.ask(`${key}-cache/file.bin`)).status).toBe(404);
  });

  it('say so where they would need the file', async () => {
    const part = await full.ask('kept/file.bin', { headers: { range: 'bytes=0-9' } });
    expect([part.status, ((await part.json()) as { errors: object[] }).errors[0]]).toMatchObject([507, { code: 'storage_full' }]);
  });

  it('keep the end of a wrong file to themselves', async () => {
    upstream.on('/up/short.bin', (_asked, answer) => {
      answer.writeHead(200, { 'content-length': bytes.length * 2 });
      answer.write(bytes, () => setImmediate(() => answer.destroy()));
    });
    await expect(full.ask('kept/short.bin').then(whole)).rejects.toThrow();
    await roomy.create({ class: 'remote', key: 'summed', format: 'maven', settings: { url: `${upstream.url}/up`, allowPrivate: true } });
    upstream.on('/up/org/x/1/x-1.jar', (_asked, answer) => void answer.writeHead(200).end(bytes));
    upstream.on('/up/org/x/1/x-1.jar.sha1', (_asked, answer) => void answer.end('0'.repeat(40)));
    await expect(full.ask('summed/org/x/1/x-1.jar').then(whole)).rejects.toThrow();
  });

  it('keep the file for the next one who asks when there is room again', async () => {
    expect((await getBody(await roomy.ask('kept/file.bin'))).equals(bytes)).toBe(true);
    await expect.poll(async () => (await full.ask('kept-cache/file.bin')).status).toBe(200);
    const before = upstream.count('/up/file.bin');
    expect((await getBody(await full.ask('kept/file.bin'))).equals(bytes)).toBe(true);
    expect(upstream.count('/up/file.bin')).toBe(before);
  });
});
