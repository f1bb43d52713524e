import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parsePackument } from '@packhouse/formats/npm/packument.ts';
import { packTar } from '@packhouse/formats/test-fixtures.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';

/** A packument of some megabytes, most of which nobody needs. */
function makePackument(url: string): Buffer {
  const versions = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const version = `1.0.${at}`;
      return [version, { name: 'large', version, files: Array.from({ length: 60_000 }, () => []), dist: { tarball: `${url}/elsewhere/large-${version}.tgz` } }];
    }),
  );
  return Buffer.from(JSON.stringify({ name: 'large', 'dist-tags': { latest: '1.0.39' }, versions }));
}

describe('large listings of upstreams', () => {
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;
  let document: Buffer;

  beforeAll(async () => {
    upstream = await startTestUpstream();
    test = await startRepositoryPlatform();
    document = makePackument(upstream.url);
    const tarball = await packTar({ 'package/package.json': '{"name":"large","version":"1.0.7"}' });
    upstream.on('/large', (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(document));
    upstream.on('/elsewhere/large-1.0.7.tgz', (_, response) => response.end(tarball));
    upstream.on('/broken', (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(document.subarray(0, 1_000_000)));
    await test.create({ class: 'remote', key: 'far', format: 'npm', settings: { url: upstream.url, allowPrivate: true } });
    await test.create({ class: 'local', key: 'near', format: 'npm' });
    await test.create({ class: 'virtual', key: 'all', format: 'npm', members: ['near', 'far'] });
  });
  afterAll(async () => {
    await test?.stop();
    await upstream?.stop();
  });

  const read = async (path: string) => {
    const answer = await test.ask(`api/npm/${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as { 'dist-tags': Record<string, string>; versions: Record<string, { dist: { tarball: string } }> };
  };

  it('are read where nobody waits for it', async () => {
    const began = performance.now();
    parsePackument({ kind: 'index', path: 'large', package: 'large' }, document, { url: upstream.url });
    const whole = performance.now() - began;
    await test.ask('api/system/ping');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const answer = await test.ask('api/npm/far/large');
    delay.disable();
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    expect(delay.max / 1e6, `a whole one takes ${whole} ms`).toBeLessThan(whole * 0.7);
  });

  it('are shown with links of ours, as every listing', async () => {
    const { versions, 'dist-tags': tags } = await read('far/large');
    expect([Object.keys(versions).length, tags]).toEqual([40, { latest: '1.0.39' }]);
    expect(versions['1.0.7']?.dist.tarball).toMatch(/\/api\/npm\/far\/large\/-\/large-1\.0\.7\.tgz$/);
  });

  it('are merged with what is here', async () => {
    const { versions } = await read('all/large');
    expect(versions['1.0.7']?.dist.tarball).toMatch(/\/api\/npm\/all\/large\/-\/large-1\.0\.7\.tgz$/);
  });

  it('say where their files are', async () => {
    expect((await test.ask('api/npm/far/large/-/large-1.0.7.tgz')).status).toBe(200);
    expect(upstream.count('/elsewhere/large-1.0.7.tgz')).toBe(1);
  });

  it('are refused, and not kept, when they cannot be read', async () => {
    expect((await test.ask('api/npm/far/broken')).status).toBe(502);
  });
});
