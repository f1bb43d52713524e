import { createHash } from 'node:crypto';
import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import * as contract from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { deletePermanently } from '@packhouse/contract/repositories/artifact-routes.ts';
import { readBlobReferences } from '@packhouse/contract/repositories/garbage-routes.ts';
import { deleteKeyPair, listKeyPairs } from '@packhouse/contract/repositories/key-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { deleteRepository, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openEvents } from '@packhouse/testkit/event-stream.ts';
import { makeGrant as grant } from '@packhouse/testkit/grant-of.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let test: DistributionTestPlatform;
beforeAll(async () => {
  test = await startDistributionPlatform({
    actors: {
      maker: { grants: [grant('repository', ['libs'], ['read']), grant('releaseBundle', ['mine'], ['read', 'deploy'])] },
      reader: { grants: [grant('releaseBundle', ['shop', 'mine'], ['read'], ['**/1.*'])] },
      manager: { grants: [grant('releaseBundle', ['ANY'], ['read', 'manage'])] },
      stranger: {},
    },
  });
  await test.create('libs');
  await test.create('secret');
  await test.put('libs/shop/app.txt', 'app', ';stage=gold');
  await test.put('libs/shop/lib.txt', 'lib');
  await test.put('secret/shop/key.txt', 'key');
});
afterAll(() => test.stop());

const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const query = (aql: string, more: object = {}) => ({ from: 'queries' as const, queries: [{ aql, ...more }] });
const everything = query('items.find({"path":"shop"})');
const place = (name: string, version: string) => ({ params: { name, version } });
const readFiles = async (name: string, version: string) =>
  (await test.call(contract.listReleaseBundleFiles, place(name, version))).items.map(({ repository, path }) => `${repository}/${path}`);

describe('release bundles', () => {
  it('REL-014 lists distribution repositories, none until one is created', async () => {
    expect(await test.call(listRepositoryInfo, { query: { type: 'distribution' } })).toEqual([]);
    await expect(test.call(createDistributionRepository, { body: {} }, { as: 'maker' })).rejects.toMatchObject({ code: 'forbidden' });
    await test.call(createDistributionRepository, { body: {} });
    expect(await test.call(listRepositoryInfo, { query: { type: 'distribution' } }, { as: 'stranger' })).toEqual([
      { repoKey: 'release-bundles', repoType: 'distribution', isDefault: true },
    ]);
  });

  it('REL-015 REL-013 creates and signs a bundle from a query with mappings and properties', async () => {
    const mappings = [{ input: 'libs/(.*)/([a-z]+)\\.txt', output: 'dist/$2/$1.bin' }];
    const source = query('items.find({"repo":"libs","path":"shop"})', { mappings, addedProperties: [{ key: 'release', values: ['1'] }] });
    const preview = await test.call(contract.previewReleaseBundle, { body: { source } });
    expect(preview).toMatchObject({ total: 2, bytes: 6 });
    const made = await test.call(contract.createReleaseBundle, { body: { name: 'shop', version: '1.0', description: 'first', source } });
    expect(made).toMatchObject({ state: 'OPEN', status: 'Not distributed', files: 2, may: { sign: true, distribute: false } });
    const { items } = await test.call(contract.listReleaseBundleFiles, place('shop', '1.0'));
    expect(items[0]).toEqual({
      repository: 'dist',
      path: 'app/shop.bin',
      sourceRepository: 'libs',
      sourcePath: 'shop/app.txt',
      sha256: computeSha256('app'),
      size: 3,
      properties: { stage: ['gold'], release: ['1'] },
    });
    const signed = await test.call(contract.signReleaseBundle, { ...place('shop', '1.0'), body: {} });
    const { fingerprint } = await test.call(getReleaseBundleSigning, {});
    expect(signed).toMatchObject({ state: 'SIGNED', signedBy: 'admin', keyFingerprint: fingerprint, may: { sign: false, change: false, distribute: true } });
    const sources = await test.call(contract.listReleaseBundles, { query: { type: 'source', search: 'SHO' } });
    expect([sources.total, sources.items[0]?.name]).toEqual([1, 'shop']);
    expect((await test.call(contract.listReleaseBundles, { query: { type: 'target' } })).items).toEqual([]);
    expect(test.audited.map(({ action }) => action)).toContain('release-bundle.signed');
  });

  it('a signed version never changes, and outlives its sources and the garbage collection', async () => {
    await test.put('libs/gone/only.txt', 'only here');
    await test.bundle('kept', '1', ['libs/gone']);
    const change = test.call(contract.updateReleaseBundle, { ...place('kept', '1'), body: { source: everything } });
    await expect(change).rejects.toMatchObject({ code: 'conflict' });
    await expect(test.call(contract.signReleaseBundle, { ...place('kept', '1'), body: {} })).rejects.toMatchObject({ code: 'conflict' });
    const kept = 'release-bundles/kept/1/libs/gone/only.txt';
    for (const init of [{ method: 'DELETE' }, { method: 'PUT', body: 'changed' }]) {
      const answer = await fetch(`${test.baseUrl}/artifactory/${kept}`, { ...init, headers: test.headersOf('admin') });
      expect(answer.status).toBe(405);
    }
    await fetch(`${test.baseUrl}/artifactory/libs/gone/only.txt`, { method: 'DELETE', headers: test.headersOf('admin') });
    await test.call(deletePermanently, { body: { repoKey: 'auto-trashcan', path: 'libs/gone/only.txt' } });
    // What is referred to is no garbage.
    const { references } = await test.call(readBlobReferences, { params: { sha256: computeSha256('only here') } });
    expect(references).toEqual([{ kind: 'artifact', repositoryKey: 'release-bundles', path: 'kept/1/libs/gone/only.txt' }]);
    expect(await test.read(kept)).toEqual({ status: 200, text: 'only here' });
    await expect(test.call(deleteRepository, { params: { key: 'release-bundles' }, query: { force: 'true' } })).rejects.toMatchObject({
      code: 'repository_in_use',
    });
    await test.call(contract.deleteReleaseBundle, place('kept', '1'));
    expect((await test.read(kept)).status).toBe(404);
  });

  it('what was changed since cannot be signed unseen', async () => {
    await test.put('libs/moving/a.txt', 'one');
    await test.call(contract.createReleaseBundle, { body: { name: 'moving', version: '1', source: { from: 'artifacts', paths: ['libs/moving/a.txt'] } } });
    await test.put('libs/moving/a.txt', 'two');
    await expect(test.call(contract.signReleaseBundle, { ...place('moving', '1'), body: {} })).rejects.toMatchObject({ code: 'conflict' });
    await test.call(contract.updateReleaseBundle, { ...place('moving', '1'), body: { sign: true, source: { from: 'artifacts', paths: ['libs/moving'] } } });
    expect(await test.read('release-bundles/moving/1/libs/moving/a.txt')).toMatchObject({ text: 'two' });
  });

  it('leaves nothing behind where the files were to be kept when signing fails, and they are kept elsewhere or nowhere', async () => {
    const body = { name: 'moved', version: '1', source: everything };
    await test.call(contract.createReleaseBundle, { body });
    const signIn = (storingRepository: string) => test.call(contract.signReleaseBundle, { ...place('moved', '1'), body: { storingRepository } });
    const sign = vi.spyOn(test.peers.releaseBundles!, 'sign').mockRejectedValue(new AppError('upstream_unavailable'));
    const keptIn = async (key: string) => (await test.read(`${key}/moved/1/libs/shop/app.txt`)).status;
    await expect(signIn('a-release-bundles')).rejects.toBeDefined();
    expect(await keptIn('a-release-bundles')).toBe(200);
    await expect(signIn('b-release-bundles')).rejects.toBeDefined();
    expect([await keptIn('a-release-bundles'), await keptIn('b-release-bundles')]).toEqual([404, 200]);
    await test.call(contract.updateReleaseBundle, { ...place('moved', '1'), body: { source: everything, storingRepository: 'a-release-bundles' } });
    expect(await keptIn('b-release-bundles')).toBe(404);
    await expect(signIn('b-release-bundles')).rejects.toBeDefined();
    await test.call(contract.deleteReleaseBundle, place('moved', '1'));
    expect(await keptIn('b-release-bundles')).toBe(404);
    sign.mockRestore();
  });

  it('the pair that signs cannot be deleted, and says what uses it', async () => {
    await expect(test.call(deleteKeyPair, { body: { name: 'release-bundles' } })).rejects.toMatchObject({ code: 'in_use' });
    const { items } = await test.call(listKeyPairs, {});
    expect(items.find(({ name }) => name === 'release-bundles')?.usedBy).toEqual(['release-bundles']);
    const audit = vi.spyOn(test.platform.identity, 'audit');
    await test.peers.releaseBundles!.key('another', true);
    expect(audit.mock.calls.map(([{ action }, tx]) => [action, tx === undefined])).toEqual([['key-pair.created', false]]);
    audit.mockRestore();
    await test.call(deleteKeyPair, { body: { name: 'another' } });
  });

  it('whoever manages bundles does not change the repository that keeps them', async () => {
    const change = { body: { description: 'mine' }, params: { key: 'release-bundles' } };
    await expect(test.call(updateRepository, change, { as: 'manager' })).rejects.toMatchObject({ code: 'forbidden' });
    const answer = await fetch(`${test.baseUrl}/artifactory/api/repositories/release-bundles`, {
      method: 'POST',
      headers: { ...test.headersOf('manager'), 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'mine' }),
    });
    expect(answer.status).toBe(403);
    await test.call(updateRepository, { ...change, body: { description: 'Kept for good' } });
  });

  it('looks for each file once, and for no more when there are too many', async () => {
    for (const name of ['a/1', 'a/2', 'b/1', 'b/2']) await test.put(`libs/many/${name}.txt`, name);
    const admin = (await test.platform.identity.actorByCredentials('admin', test.adminPassword, '127.0.0.1'))!;
    const find = (paths: string[], most: number) => test.peers.releaseBundles!.find(admin, { paths }, most);
    const found = await find(['libs/many/a', 'libs/many', 'libs/many/a/1.txt', 'libs/many/'], 4);
    expect(found.map(({ path }) => path)).toEqual(['many/a/1.txt', 'many/a/2.txt', 'many/b/1.txt', 'many/b/2.txt']);
    await expect(find(['libs/many/a', 'libs/many/b', 'libs/zzz'], 3)).rejects.toMatchObject({ code: 'too_large' });
    await expect(find(['libs/many', 'libs/many/none'], 4)).rejects.toMatchObject({ code: 'artifact_not_found' });
  });

  it('takes only what its maker may read, and no file of another bundle', async () => {
    const body = { name: 'mine', version: '1.0', sign: true, source: everything };
    await test.call(contract.createReleaseBundle, { body }, { as: 'maker' });
    expect(await readFiles('mine', '1.0')).toEqual(['libs/shop/app.txt', 'libs/shop/lib.txt']);
    await expect(test.call(contract.createReleaseBundle, { body: { ...body, name: 'yours' } }, { as: 'maker' })).rejects.toMatchObject({ code: 'forbidden' });
    const secret = { from: 'artifacts' as const, paths: ['secret/shop/key.txt'] };
    await expect(test.call(contract.createReleaseBundle, { body: { ...body, version: '2', source: secret } }, { as: 'maker' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(test.call(contract.deleteReleaseBundle, place('mine', '1.0'), { as: 'maker' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('PKG-051 names the bundles with a content, as far as the caller may read them', async () => {
    const ask = async (as: string, rows = 20) => {
      const query = { num_of_rows: rows };
      return (await test.call(contract.releaseBundlesOfChecksum, { params: { checksum: computeSha256('app') }, query }, { as })).data.data;
    };
    await test.bundle('shop', '2.0', ['libs/shop/app.txt']);
    expect(await ask('admin')).toEqual([
      { name: 'shop', version: '2.0' },
      { name: 'mine', version: '1.0' },
      { name: 'shop', version: '1.0' },
    ]);
    expect(await ask('admin', 1)).toEqual([{ name: 'shop', version: '2.0' }]);
    expect(await ask('reader')).toEqual([
      { name: 'mine', version: '1.0' },
      { name: 'shop', version: '1.0' },
    ]);
    expect(await ask('stranger')).toEqual([]);
  });

  it('those without the right to read learn nothing', async () => {
    expect((await test.call(contract.listReleaseBundles, { query: {} }, { as: 'stranger' })).items).toEqual([]);
    const listed = await test.call(contract.listReleaseBundles, { query: {} }, { as: 'reader' });
    expect(listed.items.map(({ name, version }) => `${name} ${version}`)).toEqual(['mine 1.0', 'shop 1.0']);
    await expect(test.call(contract.getReleaseBundle, place('shop', '2.0'), { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(contract.getReleaseBundle, place('nothing', '1'), { as: 'stranger' })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await test.read('release-bundles/shop/2.0/libs/shop/app.txt', 'reader')).status).toBe(403);
    expect((await test.read('release-bundles/shop/1.0/dist/app/shop.bin', 'reader')).text).toBe('app');
  });

  it('searches show of distribution repositories what single requests would give', async () => {
    const found = async (as: string) => {
      const headers = { ...test.headersOf(as), 'content-type': 'text/plain' };
      const body = 'items.find({"repo":"release-bundles"}).include("repo","path","name")';
      const answer = await fetch(`${test.baseUrl}/artifactory/api/search/aql`, { method: 'POST', headers, body });
      const { results } = (await answer.json()) as { results: { path: string; name: string }[] };
      return results.map(({ path, name }) => `${path}/${name}`).sort();
    };
    expect(await found('reader')).toEqual([
      'mine/1.0/libs/shop/app.txt',
      'mine/1.0/libs/shop/lib.txt',
      'shop/1.0/dist/app/shop.bin',
      'shop/1.0/dist/lib/shop.bin',
    ]);
    expect(await found('maker')).toEqual(['mine/1.0/libs/shop/app.txt', 'mine/1.0/libs/shop/lib.txt']);
    expect(await found('stranger')).toEqual([]);
    expect(await found('admin')).toContain('shop/2.0/libs/shop/app.txt');
  });

  it('tells of changes those who may read the bundle, and nobody else', async () => {
    const [admin, reader, stranger] = await Promise.all(['admin', 'reader', 'stranger'].map((as) => openEvents(test, as)));
    await test.bundle('shop', '3.0', ['libs/shop/app.txt']);
    await test.bundle('shop', '1.7', ['libs/shop/app.txt']);
    const signed = (version: string) => (message: { data: { type?: string; data?: Record<string, unknown> } }) =>
      message.data.type === 'release-bundle.signed' && message.data.data?.version === version;
    await admin?.until(signed('3.0'));
    await reader?.until(signed('1.7'));
    expect(reader?.messages.some(signed('3.0'))).toBe(false);
    expect(stranger?.text()).not.toContain('release-bundle');
    for (const stream of [admin, reader, stranger]) stream?.close();
  });

  it.each([
    ['a path that leads outside', query('items.find({"path":"shop"})', { mappings: [{ input: '.*', output: 'libs/../x' }] })],
    ['a place in a repository of bundles', query('items.find({"path":"shop"})', { mappings: [{ input: '.*', output: 'release-bundles/x' }] })],
    ['two contents at one place', query('items.find({"path":"shop"})', { mappings: [{ input: '.*', output: 'libs/same' }] })],
    ['an expression that is none', query('items.find({"path":"shop"})', { mappings: [{ input: '(', output: 'libs/x' }] })],
    ['a property that cannot be', query('items.find({"path":"shop"})', { addedProperties: [{ key: 'a=b', values: ['c'] }] })],
    ['a property that lets its files expire', query('items.find({"path":"shop"})', { addedProperties: [{ key: 'artifact.expires', values: ['2030-01-01'] }] })],
    ['nothing', query('items.find({"path":"nowhere"})')],
  ])('refuses %s', async (_, source) => {
    await expect(test.call(contract.createReleaseBundle, { body: { name: 'bad', version: '1', source } })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
