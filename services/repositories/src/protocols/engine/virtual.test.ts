import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from '../../upstream/test-upstream.ts';
import { npmPublishBody } from './npm-test-package.ts';

interface Packument {
  versions: Record<string, { dist: { tarball: string } }>;
}

const remoteSettings = { metadataSeconds: 0, missedSeconds: 0, assumedOfflineSeconds: 0, allowPrivate: true, timeoutSeconds: 2 };

describe('virtual repositories', () => {
  let outside: RepositoryTestPlatform;
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;

  async function publish(platform: RepositoryTestPlatform, key: string, name: string, version: string): Promise<number> {
    const body = await npmPublishBody(name, version);
    const answer = await platform.ask(`api/npm/${key}/${name.replace('/', '%2f')}`, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    return answer.status;
  }
  const packument = async (key: string, name: string, as = 'admin') => test.ask(`api/npm/${key}/${name.replace('/', '%2f')}`, { as });
  const versions = async (key: string, name: string) => Object.keys(((await (await packument(key, name)).json()) as Packument).versions).sort();

  beforeAll(async () => {
    outside = await startRepositoryPlatform();
    await outside.create({ class: 'local', key: 'public', format: 'npm' });
    for (const version of ['1.0.0', '1.1.0']) await publish(outside, 'public', 'left-pad', version);
    await publish(outside, 'public', 'acme-secret', '99.0.0');

    upstream = await startTestUpstream();
    const reader = (names: string[]) => ({
      grants: [{ permission: 'p', resourceType: 'repository' as const, names, include: [], exclude: [], actions: ['read' as const], through: 'test' }],
    });
    test = await startRepositoryPlatform({ actors: { inner: reader(['npm-local']), stranger: reader(['nothing']) } });
    await test.create({ class: 'local', key: 'npm-local', format: 'npm' });
    await test.create({
      class: 'remote',
      key: 'npm-remote',
      format: 'npm',
      settings: { ...remoteSettings, url: `${outside.baseUrl}/artifactory/api/npm/public`, username: 'admin' },
      password: outside.adminPassword,
    });
    await test.create({ class: 'virtual', key: 'npm', format: 'npm', members: ['npm-local', 'npm-remote'], settings: { defaultDeployment: 'npm-local' } });
  });
  afterAll(async () => {
    await test?.stop();
    await outside?.stop();
    await upstream?.stop();
  });

  it('CORE-007 serves a remote package with our own addresses, and its tarball from there', async () => {
    const answer = (await (await packument('npm', 'left-pad')).json()) as Packument;
    expect(Object.keys(answer.versions)).toEqual(['1.0.0', '1.1.0']);
    const tarball = answer.versions['1.1.0']?.dist.tarball ?? '';
    expect(tarball.startsWith(`${test.baseUrl}/artifactory/api/npm/npm/`)).toBe(true);
    const bytes = await fetch(tarball, { headers: test.headersOf('admin') });
    expect(bytes.status).toBe(200);
    expect((await bytes.arrayBuffer()).byteLength).toBeGreaterThan(100);
    await expect.poll(async () => (await test.ask('npm-remote-cache/left-pad/-/left-pad-1.1.0.tgz')).status).toBe(200);
  });

  it('CORE-007 publishes into the default deployment repository', async () => {
    expect(await publish(test, 'npm', '@acme/tool', '1.0.0')).toBe(201);
    expect((await test.ask('npm-local/@acme/tool/-/tool-1.0.0.tgz')).status).toBe(200);
    expect(await versions('npm', '@acme/tool')).toEqual(['1.0.0']);
    expect(await publish(test, 'npm', '@acme/tool', '1.0.0')).toBeOneOf([201, 403, 409]);
  });

  it('CORE-007 never asks upstreams for, nor merges from them, a name that a local member has published', async () => {
    expect(await versions('npm', 'acme-secret')).toEqual(['99.0.0']);
    expect(await publish(test, 'npm', 'acme-secret', '1.0.0')).toBe(201);
    expect(await versions('npm', 'acme-secret')).toEqual(['1.0.0']);
    expect((await test.ask('api/npm/npm/acme-secret/-/acme-secret-99.0.0.tgz')).status).toBe(404);
    // Removing the package does not open the door again.
    expect((await test.ask('npm-local/acme-secret', { method: 'DELETE' })).status).toBe(204);
    expect((await packument('npm', 'acme-secret')).status).toBe(404);
  });

  it('CORE-007 merges when an administrator switches claims off', async () => {
    await test.create({ class: 'virtual', key: 'npm-open', format: 'npm', members: ['npm-local', 'npm-remote'], settings: { claims: false } });
    expect(await publish(test, 'npm', 'left-pad', '3.0.0')).toBe(201);
    expect(await versions('npm-open', 'left-pad')).toEqual(['1.0.0', '1.1.0', '3.0.0']);
    expect(await versions('npm', 'left-pad')).toEqual(['3.0.0']);
    await test.call(updateRepository, { params: { key: 'npm-local' }, body: { settings: { priorityResolution: true } } });
    expect(await versions('npm-open', 'left-pad')).toEqual(['3.0.0']);
    await test.call(updateRepository, { params: { key: 'npm-local' }, body: { settings: { priorityResolution: false } } });
  });

  it('CORE-007 tests patterns before a member is contacted', async () => {
    await test.create({ class: 'remote', key: 'watched', format: 'npm', settings: { ...remoteSettings, url: upstream.url, excludePatterns: ['@acme/**'] } });
    await test.create({ class: 'virtual', key: 'npm-watched', format: 'npm', members: ['npm-local', 'watched'] });
    expect((await packument('npm-watched', '@acme/unknown')).status).toBe(404);
    expect((await test.ask('api/npm/npm-watched/@acme/unknown/-/unknown-1.0.0.tgz')).status).toBe(404);
    expect(upstream.asked).toEqual([]);
    expect((await packument('npm-watched', 'elsewhere')).status).toBe(404);
    expect(upstream.asked.length).toBe(1);
  });

  it('CORE-007 fails rather than serving a listing that lacks a member', async () => {
    const url = `${upstream.url}/flaky`;
    await test.create({ class: 'remote', key: 'flaky', format: 'npm', settings: { ...remoteSettings, url } });
    await test.create({ class: 'virtual', key: 'npm-flaky', format: 'npm', members: ['npm-remote', 'flaky'], settings: {} });
    upstream.on('/flaky/left-pad', (_request, response) => void response.writeHead(503).end());
    expect((await packument('npm-flaky', 'left-pad')).status).toBe(503);
    const theirs = {
      name: 'left-pad',
      'dist-tags': { latest: '7.0.0' },
      versions: { '7.0.0': { name: 'left-pad', version: '7.0.0', dist: { tarball: `${url}/left-pad-7.0.0.tgz`, shasum: 'a'.repeat(40) } } },
    };
    upstream.on('/flaky/left-pad', (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(theirs)));
    expect(await versions('npm-flaky', 'left-pad')).toEqual(['1.0.0', '1.1.0', '7.0.0']);
    upstream.on('/flaky/left-pad', (_request, response) => void response.writeHead(503).end());
    expect(await versions('npm-flaky', 'left-pad')).toEqual(['1.0.0', '1.1.0', '7.0.0']);
  });

  it('CORE-006 keeps nothing whose checksum is not the promised one, and breaks the answer off', async () => {
    upstream.on('/flaky/left-pad-7.0.0.tgz', (_request, response) => void response.end(Buffer.alloc(100_000, 'x')));
    const whole = test.ask('api/npm/flaky/left-pad/-/left-pad-7.0.0.tgz').then(async (answer) => (await answer.arrayBuffer()) && answer.status);
    // Refused in words only if it was known before the first byte had gone out.
    expect(await whole.catch(() => 'broken off')).toBeOneOf(['broken off', 502]);
    expect((await test.ask('flaky-cache/left-pad/-/left-pad-7.0.0.tgz')).status).toBe(404);
  });

  it('CORE-007 answers from the members that the caller may read', async () => {
    expect((await packument('npm', '@acme/tool', 'inner')).status).toBe(200);
    expect((await packument('npm-open', 'left-pad', 'inner')).status).toBe(200);
    expect(Object.keys(((await (await packument('npm-open', 'left-pad', 'inner')).json()) as Packument).versions)).toEqual(['3.0.0']);
    expect((await packument('npm', '@acme/tool', 'stranger')).status).toBe(403);
    expect((await packument('npm', '@acme/tool', 'anonymous')).status).toBe(401);
  });

  it('answers an unchanged listing with 304, packed for who takes it', async () => {
    const first = await packument('npm', 'left-pad');
    await first.text();
    const etag = first.headers.get('etag') ?? '';
    const again = await test.ask('api/npm/npm/left-pad', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await publish(test, 'npm', 'left-pad', '3.1.0')).toBe(201);
    expect((await test.ask('api/npm/npm/left-pad', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('CORE-007 takes files from local members first, then caches, then upstreams, in order', async () => {
    const names = ['one', 'two'];
    for (const name of names) {
      await test.create({
        class: 'remote',
        key: `gen-${name}`,
        format: 'generic',
        settings: { ...remoteSettings, metadataSeconds: 600, url: `${upstream.url}/${name}` },
      });
      upstream.on(`/${name}/file`, (_request, response) => void response.end(`from ${name}`));
    }
    await test.create({ class: 'local', key: 'gen-local', format: 'generic' });
    await test.create({
      class: 'virtual',
      key: 'gen',
      format: 'generic',
      members: ['gen-one', 'gen-two', 'gen-local'],
      settings: { defaultDeployment: 'gen-local' },
    });
    const read = async () => (await test.ask('gen/file')).text();
    // The second is cached: caches come before any upstream.
    expect(await (await test.ask('gen-two/file')).text()).toBe('from two');
    await expect.poll(async () => (await test.ask('gen-two-cache/file')).status).toBe(200);
    expect(await read()).toBe('from two');
    expect(upstream.count('/one/file')).toBe(0);
    expect((await test.put('gen/file', 'ours')).status).toBe(201);
    expect(await read()).toBe('ours');
    expect((await test.ask('gen/nothing')).status).toBe(404);
    const page = await (await test.ask('gen/')).text();
    expect(page).toContain('>file<');
  });

  it.each([
    ['cargo', 'config.json'],
    ['nuget', 'index.json'],
  ] as const)('tells %s clients where it is while an upstream fails', async (format, path) => {
    await test.create({ class: 'local', key: `${format}-own`, format });
    await test.create({ class: 'remote', key: `${format}-down`, format, settings: { ...remoteSettings, url: 'http://127.0.0.1:9' } });
    await test.create({ class: 'virtual', key: `${format}-all`, format, members: [`${format}-own`, `${format}-down`] });
    const answer = await test.ask(`api/${format}/${format}-all/${path}`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`/artifactory/api/${format}/${format}-all`)]);
  });
});
