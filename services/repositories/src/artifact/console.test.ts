import * as contract from '@packhouse/contract/repositories/artifact-routes.ts';
import { listPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';

describe('console calls about artifacts', () => {
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;
  const place = (path: string, repoKey = 'files') => ({ repoKey, path });

  beforeAll(async () => {
    upstream = await startTestUpstream();
    const all = ['read' as const, 'deploy' as const, 'delete' as const, 'annotate' as const];
    test = await startRepositoryPlatform({
      actors: {
        reader: { grants: [{ permission: 'p', resourceType: 'repository', names: ['files'], include: [], exclude: [], actions: ['read'], through: 'test' }] },
        writer: {
          grants: [
            { permission: 'p', resourceType: 'repository', names: ['files', 'other'], include: ['mine/**'], exclude: [], actions: all, through: 'test' },
          ],
        },
      },
    });
    await test.create({ class: 'local', key: 'files', format: 'generic' });
    await test.create({ class: 'local', key: 'other', format: 'generic' });
    await test.create({ class: 'local', key: 'js', format: 'npm' });
    await test.create({ class: 'remote', key: 'far', format: 'generic', settings: { url: upstream.url, allowPrivate: true } });
    for (const path of ['a/one.txt', 'a/b/two.txt', 'top.txt', 'mine/x.txt']) await test.put(`files/${path}`, `text of ${path}`);
  });
  afterAll(async () => {
    await test?.stop();
    await upstream?.stop();
  });

  it('ARTI-030 ARTI-002 lists repositories, folders and files, page by page', async () => {
    const roots = await test.call(contract.browseTree, { body: {} });
    expect(roots.items.map((node) => [node.kind, node.repoKey])).toEqual([
      ['repository', 'far'],
      ['repository', 'far-cache'],
      ['repository', 'files'],
      ['repository', 'js'],
      ['repository', 'other'],
      ['trash', 'auto-trashcan'],
    ]);
    expect((await test.call(contract.browseTree, { body: {} }, { as: 'reader' })).items.map((node) => node.repoKey)).toEqual(['files']);
    const first = await test.call(contract.browseTree, { body: { repoKey: 'files', limit: 2 } });
    expect(first.items.map((node) => `${node.kind} ${node.path}`)).toEqual(['folder a', 'folder mine']);
    const second = await test.call(contract.browseTree, { body: { repoKey: 'files', limit: 2, after: first.next } });
    expect(second.items.map((node) => `${node.kind} ${node.path}`)).toEqual(['file top.txt']);
    expect(second.next).toBeUndefined();
    expect((await test.call(contract.browseTree, { body: { repoKey: 'files', path: 'a' } })).items.map((node) => node.path)).toEqual(['a/b', 'a/one.txt']);
    await expect(test.call(contract.browseTree, { body: { repoKey: 'js' } }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('tells everything about a file, and where else its content is', async () => {
    await test.put('other/copy.txt', 'text of top.txt');
    const details = await test.call(contract.artifactDetails, { query: place('top.txt') });
    expect(details).toMatchObject({
      name: 'top.txt',
      type: 'file',
      size: 15,
      createdBy: 'admin',
      allowed: { delete: true },
      sharedWith: [{ repoKey: 'other', path: 'copy.txt' }],
    });
    const seen = await test.call(contract.artifactDetails, { query: place('top.txt') }, { as: 'reader' });
    expect(seen).toMatchObject({ sharedWith: [], allowed: { delete: false, annotate: false } });
  });

  it('ONB-053 PKG-046 ARTI-008 answers general information once a file is there, and its bytes as an attachment', async () => {
    const body = { ...place('late/file.txt'), type: 'file' as const };
    await expect(test.call(contract.artifactGeneral, { body })).rejects.toMatchObject({ status: 404 });
    await test.put('files/late/file.txt', 'here');
    expect(await test.call(contract.artifactGeneral, { body })).toMatchObject({ name: 'file.txt', size: 4, mediaType: 'text/plain', format: 'generic' });
    const answer = await fetch(`${test.baseUrl}${contract.downloadArtifact.url}?repoKey=files&path=late/file.txt`, { headers: test.headersOf('admin') });
    expect([await answer.text(), answer.headers.get('content-disposition')]).toEqual(['here', 'attachment; filename="file.txt"']);
  });

  it('ARTI-003 ARTI-004 copies and moves', async () => {
    const copied = await test.call(contract.copyArtifact, { body: { ...place('a'), targetRepoKey: 'other', targetPath: 'copied' } });
    expect(copied).toMatchObject({ files: 2, repoKey: 'other', path: 'copied' });
    expect(await (await test.ask('other/copied/b/two.txt')).text()).toBe('text of a/b/two.txt');
    await test.call(contract.moveArtifact, { body: { ...place('copied/one.txt', 'other'), targetRepoKey: 'other', targetPath: 'moved.txt' } });
    expect((await test.ask('other/copied/one.txt')).status).toBe(404);
    expect((await test.ask('other/moved.txt')).status).toBe(200);
  });

  it('ARTI-005 ARTI-010 ARTI-006 ARTI-011 deletes into the trash can, restores, deletes for good and empties', async () => {
    const trash = (path = '') => test.call(contract.browseTree, { body: { repoKey: 'auto-trashcan', path } });
    for (const name of ['r1', 'r2', 'r3']) await test.put(`files/bin/${name}`, name);
    expect(await test.call(contract.deleteArtifact, { body: place('bin') })).toEqual({ files: 3 });
    expect((await trash()).items.map((node) => node.path)).toEqual(['files']);
    expect((await trash('files/bin')).items.map((node) => node.path)).toEqual(['files/bin/r1', 'files/bin/r2', 'files/bin/r3']);
    expect(await test.call(contract.restoreArtifact, { body: place('files/bin/r1', 'auto-trashcan') })).toEqual({ files: 1 });
    expect(await (await test.ask('files/bin/r1')).text()).toBe('r1');
    expect(await test.call(contract.deletePermanently, { body: place('files/bin/r2', 'auto-trashcan') })).toEqual({ files: 1 });
    await expect(test.call(contract.restoreArtifact, { body: place('files/bin/r2', 'auto-trashcan') })).rejects.toMatchObject({ code: 'artifact_not_found' });
    await expect(test.call(contract.emptyTrash, { body: {} }, { as: 'writer' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await test.call(contract.emptyTrash, { body: {} })).toEqual({ files: 1 });
    expect((await trash()).items).toEqual([]);
  });

  it('ARTI-003 copies a package among plain files as a file', async () => {
    const body = await npmPublishBody('wandering', '1.0.0');
    const headers = { 'content-type': 'application/json' };
    expect((await test.ask('api/npm/js/wandering', { method: 'PUT', body, headers })).status).toBe(201);
    const from = place('wandering/-/wandering-1.0.0.tgz', 'js');
    await test.call(contract.copyArtifact, { body: { ...from, targetRepoKey: 'other', targetPath: 'wandering.tgz' } });
    expect((await test.ask('other/wandering.tgz')).status).toBe(200);
    const { packages } = await test.call(listPackages, { query: { name: 'wandering' } });
    expect(packages.map(({ packageType }) => packageType)).toEqual(['npm']);
  });

  it('ARTI-007 deletes chosen versions of a package', async () => {
    for (const version of ['1.0.0', '2.0.0'])
      expect(
        (await test.ask('api/npm/js/tool', { method: 'PUT', body: await npmPublishBody('tool', version), headers: { 'content-type': 'application/json' } }))
          .status,
      ).toBe(201);
    const body = { repoKey: 'js', package: 'tool', versions: ['1.0.0'] };
    const preview = await test.call(contract.deleteVersions, { body: { ...body, dryRun: true } });
    expect(preview).toEqual({ files: 1, bytes: expect.any(Number) });
    expect((await test.ask('js/tool/-/tool-1.0.0.tgz')).status).toBe(200);
    expect(await test.call(contract.deleteVersions, { body })).toEqual(preview);
    const document = (await (await test.ask('api/npm/js/tool')).json()) as { versions: object };
    expect(Object.keys(document.versions)).toEqual(['2.0.0']);
    await test.call(contract.restoreArtifact, { body: place('js/tool/-/tool-1.0.0.tgz', 'auto-trashcan') });
    expect(Object.keys(((await (await test.ask('api/npm/js/tool')).json()) as { versions: object }).versions).sort()).toEqual(['1.0.0', '2.0.0']);
  });

  it('ARTI-009 downloads a folder as one archive, with only what the caller may read', async () => {
    const url = `${test.baseUrl}${contract.downloadFolder.url}?repoKey=files&path=a&archiveType=zip`;
    const answer = await fetch(url, { headers: test.headersOf('reader') });
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('a.zip')]);
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain('b/two.txt');
    expect((await fetch(url, { headers: test.headersOf('writer') })).status).toBe(403);
  });

  it('ARTI-012 ARTI-013 asks the upstream again after a zap', async () => {
    upstream.on('/f', (_request, response) => void response.end('far away'));
    const read = async () => (await test.ask('far/f')).text();
    await read();
    await expect.poll(async () => (await test.ask('far-cache/f')).status).toBe(200);
    // What was fetched is kept behind the answer; from then on nobody asks the upstream.
    const asked = async () => {
      const before = upstream.count('/f');
      await read();
      return upstream.count('/f') - before;
    };
    await expect.poll(asked).toBe(0);
    // An earlier answer may still be on its way into the cache when the first zap comes.
    const zap = async () => {
      expect((await test.call(contract.zapCache, { body: place('', 'far-cache') })).files).toBeGreaterThan(0);
      return asked();
    };
    await expect.poll(zap).toBe(1);
    const zapAll = async () => {
      await test.call(contract.zapCaches, { body: {} });
      return asked();
    };
    await expect.poll(zapAll).toBe(1);
    expect(test.audited).toContainEqual(
      expect.objectContaining({ actor: 'admin', action: 'repository.cache.expired', subject: 'far', after: { path: '', entries: expect.any(Number) } }),
    );
    await expect(test.call(contract.zapCaches, { body: {} }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('ARTI-014 reads the packages of a repository again', async () => {
    expect((await test.ask('api/npm/js/lost', { method: 'PUT', body: await npmPublishBody('lost', '1.0.0') })).status).toBe(201);
    const file = { query: place('lost/-/lost-1.0.0.tgz', 'js') };
    const readPackage = async () => (await test.call(contract.artifactDetails, file)).belongsTo;
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await db.updateTable('artifact').set({ version_id: null }).where('path', '=', file.query.path).execute();
    await db.destroy();
    expect(await readPackage()).toBeNull();
    await expect(test.call(contract.recalculateIndex, { body: { repoKey: 'js' } }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await test.call(contract.recalculateIndex, { body: { repoKey: 'js' } })).toEqual({ queued: true });
    await expect.poll(readPackage).toEqual({ package: 'lost', version: '1.0.0' });
  });

  it('ARTI-016 ARTI-017 ARTI-018 keeps what a user watches and likes', async () => {
    expect(await test.call(contract.watchArtifact, { body: place('a') }, { as: 'reader' })).toEqual({ watched: true, favourite: false });
    expect(await test.call(contract.toggleFavourite, { body: place('a') }, { as: 'reader' })).toEqual({ watched: true, favourite: true });
    expect((await test.call(contract.listMarks, {}, { as: 'reader' })).items).toEqual([{ ...place('a'), watched: true, favourite: true }]);
    expect(await test.call(contract.unwatchArtifact, { body: place('a') }, { as: 'reader' })).toEqual({ watched: false, favourite: true });
    expect(await test.call(contract.toggleFavourite, { body: place('a') }, { as: 'reader' })).toEqual({ watched: false, favourite: false });
    expect((await test.call(contract.listMarks, {})).items).toEqual([]);
  });

  it('ARTI-001 tells documents of builds from what clients put there', async () => {
    const number = '1';
    const document = JSON.stringify({ name: 'app', number, started: '2026-01-02T03:04:05.678+0000' });
    expect((await test.ask('api/build', { method: 'PUT', body: document, headers: { 'content-type': 'application/json' } })).status).toBe(204);
    const { items } = await test.call(contract.browseTree, { body: { repoKey: 'artifactory-build-info', path: 'app' } });
    const readKind = async (query: { repoKey: string; path: string }) => (await test.call(contract.artifactDetails, { query })).kind;
    expect(await readKind(items[0]!)).toBe('build');
    expect(await readKind(place('a'))).toBe('artifact');
    expect(contract.artifactKinds).toEqual(['artifact', 'build', 'releaseBundle']);
  });

  it('ARTI-021 shows the text of a file, but no binary', async () => {
    expect(await test.call(contract.viewArtifact, { body: place('top.txt') })).toEqual({ text: 'text of top.txt', truncated: false, mediaType: 'text/plain' });
    await test.put('files/binary', new Uint8Array([1, 0, 2]));
    await expect(test.call(contract.viewArtifact, { body: place('binary') })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('sets properties of everything in a folder', async () => {
    expect(await test.call(contract.setProperties, { body: { ...place('a'), set: { team: ['x'] }, recursive: true } })).toEqual({ files: 2 });
    expect((await test.call(contract.artifactDetails, { query: place('a/b/two.txt') })).properties).toEqual({ team: ['x'] });
  });

  it('ARTI-015 sets distribution, component and architecture of a Debian file', async () => {
    await test.put('files/x.deb', 'not really');
    const coordinates = { distributions: ['bookworm'], components: ['main'], architectures: ['amd64', 'arm64'] };
    const set = (path: string, as = 'admin') => test.call(contract.calculateDebianCoordinates, { body: { ...place(path), ...coordinates } }, { as });
    await expect(set('x.deb', 'reader')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(set('top.txt')).rejects.toMatchObject({ code: 'bad_request' });
    await set('x.deb');
    expect((await test.call(contract.artifactDetails, { query: place('x.deb') })).properties).toMatchObject({
      'deb.distribution': ['bookworm'],
      'deb.component': ['main'],
      'deb.architecture': ['amd64', 'arm64'],
    });
  });

  it('ARTI-023 names the plain listing of a folder', async () => {
    const { nativeUrl } = await test.call(contract.artifactDetails, { query: place('a/one.txt') });
    const listing = await fetch(nativeUrl, { headers: test.headersOf('reader') });
    expect([listing.status, listing.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(await listing.text()).toMatch(/href="(\.\/)?one\.txt"/);
  });

  it('ARTI-029 takes actions as a POST that names repository and path', async () => {
    const post = async (word: string, body: object) =>
      fetch(`${test.baseUrl}/ui/api/v1/ui/artifactactions/${word}`, {
        method: 'POST',
        headers: { ...test.headersOf('admin'), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const answer = await post('copy', { ...place('top.txt'), targetRepoKey: 'other', targetPath: 'by-post.txt' });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ files: 1, repoKey: 'other', path: 'by-post.txt' })]);
    expect((await post('delete', place('by-post.txt', 'other'))).status).toBe(200);
    expect((await post('copy', { path: 'top.txt' })).status).toBe(400);
    expect((await post('nothing', place('top.txt'))).status).toBe(404);
    const routes = [contract.moveArtifact, contract.restoreArtifact, contract.zapCache, contract.recalculateIndex, contract.toggleFavourite];
    const words = ['move', 'restore', 'zapcache', 'recalculateindex', 'favorites'];
    expect(routes.map(({ method, url }) => `${method} ${url}`)).toEqual(words.map((word) => `POST /ui/api/v1/ui/artifactactions/${word}`));
  });

  it('ARTI-027 refuses what the caller may not do, also inside a folder', async () => {
    const as = { as: 'writer' };
    await test.call(contract.moveArtifact, { body: { ...place('mine/x.txt'), targetRepoKey: 'other', targetPath: 'mine/x.txt' } }, as);
    await expect(test.call(contract.copyArtifact, { body: { ...place('top.txt'), targetRepoKey: 'other', targetPath: 'mine/t' } }, as)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(test.call(contract.deleteArtifact, { body: place('') }, as)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(contract.deleteArtifact, { body: place('a') }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
