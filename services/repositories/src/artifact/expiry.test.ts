import * as contract from '@packhouse/contract/repositories/artifact-routes.ts';
import type { TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

type ActorGrants = TestPlatformOptions['anonymous'];
const past = '2020-01-31';
const future = '2999-01-31T12:00:00Z';

describe('expiry of artifacts', () => {
  let test: RepositoryTestPlatform;
  const grant = (actions: NonNullable<ActorGrants>[number]['actions']) => ({
    grants: [{ permission: 'p', resourceType: 'repository' as const, names: ['files'], include: [], exclude: [], actions, through: 'test' }],
  });

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: {
        writer: grant(['read', 'deploy', 'annotate']),
        keeper: grant(['read', 'annotate', 'manage']),
        copier: {
          grants: [
            { permission: 'p', resourceType: 'repository', names: ['files'], include: [], exclude: [], actions: ['read'], through: 'test' },
            {
              permission: 'q',
              resourceType: 'repository',
              names: ['mine'],
              include: [],
              exclude: [],
              actions: ['read', 'deploy', 'annotate', 'manage'],
              through: 'test',
            },
          ],
        },
      },
    });
    await test.create({ class: 'local', key: 'files', format: 'generic' });
    await test.create({ class: 'local', key: 'js', format: 'npm' });
    await test.create({ class: 'virtual', key: 'all', format: 'generic', members: ['files'] });
  });
  afterAll(() => test?.stop());

  const expire = (path: string, date: string, as = 'admin', key = 'files') =>
    test.ask(`api/storage/${key}/${path}?properties=artifact.expires=${encodeURIComponent(date)}`, { method: 'PUT', as });
  const details = (path: string) => test.call(contract.artifactDetails, { query: { repoKey: 'files', path } });

  it('ARTI-028 refuses to send what has expired, whichever way it is asked for, and sends it again when the date is put off', async () => {
    await test.put('files/a/old.txt', 'old news');
    expect((await expire('a/old.txt', past)).status).toBe(204);
    const refused = await test.ask('files/a/old.txt');
    expect(refused.status).toBe(410);
    expect(await refused.json()).toMatchObject({ errors: [{ status: 410, code: 'artifact_expired', message: 'Cannot download expired artifact' }] });
    const ways = [
      test.ask('files/a/old.txt', { method: 'HEAD' }),
      test.ask('files/a/old.txt', { headers: { range: 'bytes=0-2' } }),
      test.ask('files/a/old.txt', { headers: { 'if-modified-since': new Date().toUTCString() } }),
      test.ask('all/a/old.txt'),
      fetch(`${test.baseUrl}${contract.downloadArtifact.url}?repoKey=files&path=a/old.txt`, { headers: test.headersOf('admin') }),
    ];
    expect((await Promise.all(ways)).map(({ status }) => status)).toEqual([410, 410, 410, 410, 410]);
    await expect(test.call(contract.viewArtifact, { body: { repoKey: 'files', path: 'a/old.txt' } })).rejects.toMatchObject({ code: 'artifact_expired' });
    expect(await details('a/old.txt')).toMatchObject({ expiresAt: '2020-01-31T00:00:00.000Z', downloads: 0 });
    const { items } = await test.call(contract.browseTree, { body: { repoKey: 'files', path: 'a' } });
    expect(items).toMatchObject([{ name: 'old.txt', expiresAt: '2020-01-31T00:00:00.000Z' }]);

    await expire('a/old.txt', future);
    expect(await (await test.ask('files/a/old.txt')).text()).toBe('old news');
    await expire('a/old.txt', past);
    await test.ask('api/storage/files/a/old.txt?properties=artifact.expires', { method: 'DELETE' });
    expect((await test.ask('files/a/old.txt')).status).toBe(200);
    expect((await details('a/old.txt')).expiresAt).toBeNull();
  });

  it('ARTI-028 leaves expired files out of a folder, and out of what a checksum brings back', async () => {
    await test.put('files/b/good.txt', 'still good');
    await test.put('files/b/bad.txt', 'not good any more');
    await expire('b/bad.txt', past);
    const archive = await fetch(`${test.baseUrl}${contract.downloadFolder.url}?repoKey=files&path=b&archiveType=tar`, { headers: test.headersOf('admin') });
    const text = Buffer.from(await archive.arrayBuffer()).toString('latin1');
    expect([text.includes('still good'), text.includes('not good any more')]).toEqual([true, false]);
    const { checksums } = await details('b/bad.txt');
    const headers = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': checksums?.sha256 ?? '' };
    expect((await test.put('files/b/again.txt', '', headers)).status).toBe(404);
  });

  it('ARTI-028 takes the date with an upload, a copy and a way back from the trash', async () => {
    expect((await test.put(`files/c/one.txt;artifact.expires=${past}`, 'one')).status).toBe(201);
    await test.call(contract.copyArtifact, { body: { repoKey: 'files', path: 'c/one.txt', targetRepoKey: 'files', targetPath: 'c/two.txt' } });
    await test.call(contract.deleteArtifact, { body: { repoKey: 'files', path: 'c/one.txt' } });
    await test.call(contract.restoreArtifact, { body: { repoKey: 'files', path: 'c/one.txt' } });
    expect([(await test.ask('files/c/one.txt')).status, (await test.ask('files/c/two.txt')).status]).toEqual([410, 410]);
  });

  it('ARTI-028 lets only those who manage a repository change a date', async () => {
    await test.put('files/d/kept.txt', 'kept');
    expect((await expire('d/kept.txt', past, 'writer')).status).toBe(403);
    expect((await expire('d/kept.txt', past, 'keeper')).status).toBe(204);
    const body = { repoKey: 'files', path: 'd/kept.txt', remove: ['artifact.expires'] };
    await expect(test.call(contract.setProperties, { body }, { as: 'writer' })).rejects.toMatchObject({ code: 'forbidden' });
    // The same bytes again would be a success, and bring another date along.
    const again = await test.ask(`files/d/kept.txt;artifact.expires=${future}`, { method: 'PUT', body: 'kept', as: 'writer' });
    expect([again.status, (await test.ask('files/d/kept.txt')).status]).toEqual([403, 410]);
    expect((await test.ask(`files/d/new.txt;artifact.expires=${future}`, { method: 'PUT', body: 'new', as: 'writer' })).status).toBe(201);
  });

  it('ARTI-028 refuses what is no date', async () => {
    await test.put('files/e.txt', 'e');
    expect((await expire('e.txt', 'soon')).status).toBe(400);
    expect((await expire('e.txt', '2026-02-31')).status).toBe(400);
    expect((await test.put('files/f.txt;artifact.expires=soon', 'f')).status).toBe(400);
  });

  it('ARTI-028 answers package managers too', async () => {
    await test.ask('api/npm/js/tool', { method: 'PUT', body: await npmPublishBody('tool', '1.0.0'), headers: { 'content-type': 'application/json' } });
    await expire('tool/-/tool-1.0.0.tgz', past, 'admin', 'js');
    const tarball = await test.ask('api/npm/js/tool/-/tool-1.0.0.tgz');
    expect([tarball.status, await tarball.text()]).toEqual([410, expect.stringContaining('Cannot download expired artifact')]);
  });

  it('ARTI-028 lets only those who may change the date take an expired file elsewhere', async () => {
    await test.create({ class: 'local', key: 'mine', format: 'generic' });
    await test.put('files/c/old.txt', 'old news');
    await expire('c/old.txt', past);
    const copy = (as: string) => test.ask('api/copy/files/c/old.txt?to=/mine/old.txt', { method: 'POST', as });
    expect((await copy('copier')).status).toBe(410);
    expect((await test.ask('mine/old.txt')).status).toBe(404);
    expect((await copy('admin')).status).toBe(200);
    expect((await test.ask('mine/old.txt')).status).toBe(410);
  });
});
