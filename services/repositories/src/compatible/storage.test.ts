import { createHash, randomBytes } from 'node:crypto';
import { downloadFolder } from '@packhouse/contract/repositories/artifact-routes.ts';
import { changeFolderDownload, type FolderDownload, readFolderDownload } from '@packhouse/contract/repositories/folder-download-routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const sum = (algorithm: string, bytes: Buffer | string) => createHash(algorithm).update(bytes).digest('hex');
const grant = (names: string[], actions: ('read' | 'deploy' | 'delete' | 'annotate')[]) => ({
  permission: 'p',
  resourceType: 'repository' as const,
  names,
  include: [],
  exclude: [],
  actions,
  through: 'test',
});

describe('storage calls of existing clients', () => {
  let test: RepositoryTestPlatform;
  let number = 0;
  let key: string;
  const info = async (path: string) => (await test.ask(`api/storage/${path}`)).json();

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: {
        writer: { grants: [grant(['ANY LOCAL'], ['read', 'deploy'])] },
        blind: { grants: [grant(['blind-own'], ['read', 'deploy'])] },
      },
    });
    await test.create({ class: 'local', key: 'blind-own', format: 'generic' });
  });
  afterAll(() => test?.stop());
  beforeEach(async () => {
    key = `files-${++number}`;
    await test.create({ class: 'local', key, format: 'generic' });
  });

  it('CORE-005 stores matrix parameters as properties and answers what was stored', async () => {
    const answer = await test.put(`${key}/a/b.txt;build.name=x%3By;stage=dev,test;note=two%20words`, 'hello');
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-checksum-sha256')).toBe(sum('sha256', 'hello'));
    expect(await answer.json()).toMatchObject({ repo: key, path: '/a/b.txt', size: '5', checksums: { sha1: sum('sha1', 'hello'), md5: sum('md5', 'hello') } });
    expect((await info(`${key}/a/b.txt?properties`)).properties).toEqual({ 'build.name': ['x;y'], stage: ['dev', 'test'], note: ['two words'] });
    expect(await info(`${key}/a/b.txt`)).toMatchObject({ size: '5', mimeType: 'text/plain', createdBy: 'admin' });
    expect((await info(`${key}/a`)).children).toEqual([{ uri: '/b.txt', folder: false }]);
    expect((await info(key)).children).toEqual([{ uri: '/a', folder: true }]);
  });

  it('CORE-005 keeps properties that are called like members of any object', async () => {
    expect((await test.put(`${key}/odd/a.txt;constructor=1;__proto__=2;__proto__=3`, 'a')).status).toBe(201);
    const { properties } = await info(`${key}/odd/a.txt?properties`);
    expect(Object.entries(properties)).toEqual([
      ['__proto__', ['2', '3']],
      ['constructor', ['1']],
    ]);
  });

  it('CORE-005 sets, reads and deletes properties, over a whole folder when asked', async () => {
    await test.put(`${key}/d/one`, '1');
    await test.put(`${key}/d/e/two`, '2');
    const none = await test.ask(`api/storage/${key}/d/one?properties`);
    expect([none.status, await none.text()]).toEqual([404, expect.stringContaining('No properties could be found')]);
    const set = await test.ask(`api/storage/${key}/d?properties=${encodeURIComponent('k=v1,v2;odd=a\\,b')}&recursive=1`, { method: 'PUT' });
    expect(set.status).toBe(204);
    expect((await info(`${key}/d/e/two?properties`)).properties).toEqual({ k: ['v1', 'v2'], odd: ['a,b'] });
    expect((await test.ask(`api/storage/${key}/d?properties=k&recursive=1`, { method: 'DELETE' })).status).toBe(204);
    expect((await info(`${key}/d/one?properties`)).properties).toEqual({ odd: ['a,b'] });
    const patch = await test.ask(`api/metadata/${key}/d/one`, { method: 'PATCH', body: JSON.stringify({ props: { odd: null, fresh: 'yes' } }) });
    expect(patch.status).toBe(204);
    expect((await info(`${key}/d/one?properties`)).properties).toEqual({ fresh: ['yes'] });
  });

  it('CORE-005 deploys by checksum only what the caller could read', async () => {
    const bytes = randomBytes(1000);
    await test.put(`${key}/secret.bin`, bytes);
    const headers = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': sum('sha256', bytes) };
    expect((await test.put(`${key}/again.bin`, '', headers)).status).toBe(201);
    expect(Buffer.from(await (await test.ask(`${key}/again.bin`)).arrayBuffer()).equals(bytes)).toBe(true);
    expect((await test.put(`${key}/x`, '', { ...headers, 'x-checksum-sha256': sum('sha256', 'unknown') })).status).toBe(404);
    const blind = await test.ask('blind-own/stolen.bin', { method: 'PUT', headers, as: 'blind' });
    expect(blind.status).toBe(404);
    expect((await test.put(`${key}/wrong`, 'other', { 'x-checksum-sha1': sum('sha1', bytes) })).status).toBe(409);
    expect((await test.ask(`${key}/wrong`)).status).toBe(404);
  });

  it('CORE-005 copies and moves files and folders without copying bytes', async () => {
    await test.put(`${key}/a/one.txt;q=1`, 'one');
    await test.put(`${key}/a/sub/two.txt`, 'two');
    const post = (call: string) => test.ask(`api/${call}`, { method: 'POST' });
    const dry = await post(`copy/${key}/a?to=/${key}/b&dry=1`);
    expect([dry.status, (await dry.json()).messages[0].level]).toEqual([200, 'INFO']);
    expect((await test.ask(`${key}/b/one.txt`)).status).toBe(404);
    expect((await post(`copy/${key}/a?to=/${key}/b`)).status).toBe(200);
    expect(await (await test.ask(`${key}/b/sub/two.txt`)).text()).toBe('two');
    expect((await info(`${key}/b/one.txt?properties`)).properties).toEqual({ q: ['1'] });
    expect((await post(`move/${key}/b/one.txt?to=/${key}/c/renamed.txt`)).status).toBe(200);
    expect(await (await test.ask(`${key}/c/renamed.txt`)).text()).toBe('one');
    expect((await test.ask(`${key}/b/one.txt`)).status).toBe(404);
    expect((await post(`move/${key}/b?to=/${key}/c`)).status).toBe(200);
    expect(await (await test.ask(`${key}/c/b/sub/two.txt`)).text()).toBe('two');
    expect((await test.ask(`api/storage/${key}/b`)).status).toBe(404);
    expect((await post(`copy/${key}/a?to=/${key}/a/inside`)).status).toBe(400);
    expect((await post(`copy/${key}/nothing?to=/${key}/x`)).status).toBe(404);
  });

  it('CORE-005 deletes into the trash, restores from it and empties it', async () => {
    await test.put(`${key}/t/one.txt;q=1`, 'one');
    await test.put(`${key}/t/two.txt`, 'two');
    expect((await test.ask(`${key}/t`, { method: 'DELETE' })).status).toBe(204);
    expect((await test.ask(`${key}/t/one.txt`)).status).toBe(404);
    expect((await test.ask(`${key}/t`, { method: 'DELETE' })).status).toBe(404);
    const restored = await test.ask(`api/trash/restore/${key}/t`, { method: 'POST' });
    expect(restored.status).toBe(200);
    expect(await (await test.ask(`${key}/t/one.txt`)).text()).toBe('one');
    expect((await info(`${key}/t/one.txt?properties`)).properties).toEqual({ q: ['1'] });
    await test.ask(`${key}/t/one.txt`, { method: 'DELETE' });
    expect((await test.ask('api/trash/empty', { method: 'POST' })).status).toBe(200);
    expect((await test.ask(`api/trash/restore/${key}/t/one.txt`, { method: 'POST' })).status).toBe(404);
  });

  it('CORE-005 lists deeply and downloads a folder as an archive', async () => {
    await test.put(`${key}/x/one.txt`, 'one');
    await test.put(`${key}/x/y/two.txt`, 'two');
    const listed = await info(`${key}/x?list&deep=1&listFolders=1`);
    expect(listed.files.map((file: { uri: string; size: number }) => [file.uri, file.size])).toEqual([
      ['/y', -1],
      ['/one.txt', 3],
      ['/y/two.txt', 3],
    ]);
    expect((await info(`${key}/x?list`)).files).toHaveLength(1);
    for (const type of ['zip', 'tar.gz', 'tgz', 'tar']) {
      const answer = await test.ask(`api/archive/download/${key}/x?archiveType=${type}`);
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
    }
  });

  it('API-002 downloads folders only where that is allowed, by whom, and as large as they may be', async () => {
    await test.put(`${key}/x/one.txt`, 'one');
    await test.put(`${key}/x/two.txt`, Buffer.alloc(1024 * 1024, 'x'));
    const usual: FolderDownload = { enabled: true, visitors: true, mostFiles: 0, mostMegabytes: 0 };
    const set = (more: Partial<FolderDownload>) => test.call(changeFolderDownload, { body: { ...usual, ...more } });
    const ask = async (path: string, as = 'admin') => (await test.ask(`api/archive/download/${key}/${path}`, { as })).status;
    const browser = `${test.baseUrl}${downloadFolder.url}?repoKey=${key}&path=x`;
    const cases = [
      [{ mostFiles: 2, mostMegabytes: 2 }, 200],
      [{ mostFiles: 1 }, 413],
      [{ mostMegabytes: 1 }, 413],
      [{ enabled: false }, 403],
    ] as const;
    for (const [settings, status] of cases) {
      await set(settings);
      expect([settings, await ask('x'), (await fetch(browser, { headers: test.headersOf('admin') })).status]).toEqual([settings, status, status]);
      expect(await test.call(readFolderDownload, {})).toMatchObject(settings);
    }
    await set({ visitors: false });
    expect([await ask('x', 'writer'), await ask('x', 'anonymous')]).toEqual([200, 401]);
    await set({});
    expect(test.audited.filter(({ action }) => action === 'folder-download.changed')).toHaveLength(6);
    await expect(test.call(changeFolderDownload, { body: usual }, { as: 'writer' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('CORE-005 explodes an archive into the folder it is sent to', async () => {
    await test.put(`${key}/x/one.txt`, 'one');
    await test.put(`${key}/x/y/two.txt`, 'two');
    for (const type of ['zip', 'tar.gz']) {
      const archive = await (await test.ask(`api/archive/download/${key}/x?archiveType=${type}`)).arrayBuffer();
      const answer = await test.put(`${key}/from-${type}/archive.${type};made=by-test`, archive, { 'x-explode-archive': 'true' });
      expect(answer.status).toBe(201);
      expect(await (await test.ask(`${key}/from-${type}/y/two.txt`)).text()).toBe('two');
      expect((await info(`${key}/from-${type}/one.txt?properties`)).properties).toEqual({ made: ['by-test'] });
      expect((await test.ask(`${key}/from-${type}/archive.${type}`)).status).toBe(404);
    }
  });

  it('makes folders, and never lets a path be a file and a folder', async () => {
    expect((await test.put(`${key}/empty/inner/`, '')).status).toBe(201);
    expect((await info(`${key}/empty`)).children).toEqual([{ uri: '/inner', folder: true }]);
    await test.put(`${key}/f`, 'file');
    expect((await test.put(`${key}/f/below`, 'x')).status).toBe(400);
    expect((await test.put(`${key}/empty/inner`, 'x')).status).toBe(400);
    const both = await Promise.all(Array.from({ length: 20 }, (_, at) => test.put(at % 2 ? `${key}/race` : `${key}/race/below`, `content ${at % 2}`)));
    const statuses = new Set(both.map((answer) => answer.status));
    expect(statuses).toEqual(new Set([201, 400]));
  });

  it.each(['a/../b', 'a/%2e%2e/b', 'a//b', 'a/%00', 'a/%0a', 'a/./b', `${'x'.repeat(256)}`, 'a/%ff'])('refuses the path %s', async (path) => {
    // fetch would tidy the path itself, so the raw request is sent.
    const { request } = await import('node:http');
    const { hostname, port } = new URL(test.baseUrl);
    const status = await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method: 'PUT', path: `/artifactory/${key}/${path}`, headers: test.headersOf('admin') }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end('x');
    });
    expect(status).toBe(400);
  });

  it('replaces a file only for who may delete', async () => {
    const put = (body: string) => test.ask(`${key}/own.txt`, { method: 'PUT', body, as: 'writer' });
    expect((await put('one')).status).toBe(201);
    expect((await put('one')).status).toBe(201);
    expect((await put('two')).status).toBe(403);
    expect((await test.put(`${key}/own.txt`, 'two')).status).toBe(201);
    expect((await test.ask(`${key}/own.txt`, { as: 'anonymous' })).status).toBe(401);
    expect((await test.ask(`${key}/own.txt`, { as: 'blind' })).status).toBe(403);
    expect((await test.ask(`${key}/own.txt`, { method: 'DELETE', as: 'writer' })).status).toBe(403);
  });

  it('answers ping and version to anybody', async () => {
    expect(await (await test.ask('api/system/ping', { as: 'anonymous' })).text()).toBe('OK');
    expect((await (await test.ask('api/system/version', { as: 'anonymous' })).json()).version).toMatch(/^7\.\d+\.\d+$/);
  });
});
