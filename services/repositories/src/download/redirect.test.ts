import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../../../tools/serve/s3-server.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

describe('downloads from an S3 bucket', () => {
  let s3: S3Server;
  let test: RepositoryTestPlatform;
  let plain: RepositoryTestPlatform;
  const large = randomBytes(200_000);

  async function platformWith(redirect: boolean): Promise<RepositoryTestPlatform> {
    const { bucket, endpoint, accessKeyId, secretAccessKey } = s3;
    const store = { bucket, endpoint, accessKeyId, secretAccessKey, region: 'us-east-1', forcePathStyle: true, prefix: `${redirect}/`, redirect };
    const started = await startRepositoryPlatform({ config: { blobs: { s3: store } } });
    await started.create({ class: 'local', key: 'files', format: 'generic' });
    expect((await started.put('files/a/large file.bin', large)).status).toBe(201);
    expect((await started.put('files/small.txt', 'small')).status).toBe(201);
    return started;
  }
  const from = (agent: string, more: Record<string, string> = {}) => ({ headers: { 'user-agent': agent, ...more } });

  beforeAll(async () => {
    s3 = await startS3Server();
    [test, plain] = await Promise.all([platformWith(true), platformWith(false)]);
  });
  afterAll(async () => {
    await test?.stop();
    await plain?.stop();
    s3?.stop();
  });

  it.each([
    'docker/28.2.2 go/go1.24',
    'npm/11.6.0 node/v24.21.0 linux x64',
    'pip/26.3',
    'Apache-Maven/3.8.7 (Java 17)',
    'Go-http-client/1.1',
    'Debian APT-HTTP/1.3 (2.6.1)',
  ])('CORE-004 sends %s to the bucket, when it is so configured', async (agent) => {
    const answer = await test.ask('files/a/large%20file.bin', from(agent));
    expect([answer.status, answer.headers.get('content-length')]).toEqual([307, '0']);
    expect(answer.headers.get('x-checksum-sha256')).toHaveLength(64);
    const location = answer.headers.get('location') ?? '';
    expect(location.startsWith(s3.endpoint)).toBe(true);
    const bytes = await fetch(location);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(large)).toBe(true);
    expect(new URL(location).searchParams.get('response-content-disposition')).toContain('large%20file.bin');
  });

  it('CORE-004 sends the bytes to clients that might not follow', async () => {
    for (const init of [
      from('curl/7.88.1'),
      from('a-script/1'),
      from('npm/11.6.0', { range: 'bytes=0-199999' }),
      from('Mozilla/5.0', { 'sec-fetch-mode': 'cors' }),
    ]) {
      const answer = await test.ask('files/a/large%20file.bin', init);
      expect([200, 206]).toContain(answer.status);
      expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
    }
    const headers = { ...test.headersOf('admin'), 'user-agent': 'Mozilla/5.0', 'sec-fetch-mode': 'navigate' };
    expect((await test.app.inject({ url: '/artifactory/files/a/large%20file.bin', headers })).statusCode).toBe(307);
  });

  it('CORE-004 sends small files, and everything where it is not configured, itself', async () => {
    expect(await (await test.ask('files/small.txt', from('npm/11.6.0'))).text()).toBe('small');
    expect((await plain.ask('files/a/large%20file.bin', from('npm/11.6.0'))).status).toBe(200);
    const head = await test.ask('files/a/large%20file.bin', { method: 'HEAD', ...from('npm/11.6.0') });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '200000']);
  });

  it('CORE-004 tells nobody the address who may not read the file', async () => {
    const answer = await test.ask('files/a/large%20file.bin', { as: 'anonymous', ...from('npm/11.6.0') });
    expect([answer.status, answer.headers.get('location')]).toEqual([401, null]);
  });

  it('CORE-004 says that what a client has is still good, before anything else', async () => {
    const etag = (await test.ask('files/a/large%20file.bin', { method: 'HEAD' })).headers.get('etag') ?? '';
    expect((await test.ask('files/a/large%20file.bin', from('npm/11.6.0', { 'if-none-match': etag }))).status).toBe(304);
  });
});
