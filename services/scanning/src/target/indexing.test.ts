import { readRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { readIndex, updateIndexedResources } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { changeRepositoryIndexing, listBinaryManagers, readRepositoryIndexing } from '@packhouse/contract/scanning/scanning-indexing-routes.ts';
import { getScanStatus } from '@packhouse/contract/scanning/scanning-routes.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({ actors: { user: {} } });
  await test.create({ class: 'local', key: 'app', format: 'npm' });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'virtual', key: 'js-all', format: 'npm', members: ['js'] });
});
afterAll(() => test?.stop());

const params = { id: 'default' };
const app = { name: 'app', type: 'local', pkg_type: 'npm' };
const js = { name: 'js', type: 'local', pkg_type: 'npm' };
const read = () => test.call(readRepositoryIndexing, { params });
const change = (body: object, as = 'admin') => test.call(changeRepositoryIndexing, { params, body }, { as });

it('API-002 tells and decides which repositories are scanned', async () => {
  expect(await test.call(listBinaryManagers, {})).toMatchObject([{ binMgrId: 'default', binMgrUrl: `${test.baseUrl}/artifactory` }]);
  expect(await read()).toEqual({ bin_mgr_id: 'default', indexed_repos: [app, js], non_indexed_repos: [] });
  const changed = { bin_mgr_id: 'default', indexed_repos: [app], non_indexed_repos: [js] };
  expect(await change({ indexed_repos: [{ name: 'app', type: 'local', pkg_type: 'Npm' }] })).toEqual(changed);
  expect(await read()).toEqual(changed);
  expect(await test.call(readRepository, { params: { key: 'js' } })).toMatchObject({ settings: { scanned: false } });
  expect(test.audited.at(-1)).toMatchObject({ action: 'repository.updated', subject: 'js' });
  await test.publishNpm('js', 'unseen', '1.0.0');
  await test.publishNpm('app', 'seen', '1.0.0');
  expect((await test.scanned('npm://seen', '1.0.0')).status).toBe('scanned');
  await expect(test.call(getScanStatus, { body: { packageId: 'npm://unseen', version: '1.0.0' } })).rejects.toMatchObject({ code: 'not_found' });
  expect(await change({ non_indexed_repos: [app] })).toMatchObject({ indexed_repos: [], non_indexed_repos: [app, js] });
  expect(await change({ indexed_repos: [app, js] })).toMatchObject({ indexed_repos: [app, js] });
});

it('takes up what is in a repository that is indexed from now on, and leaves the others as they are', async () => {
  const named = async () => (await test.call(readIndex, {})).data.map(({ name, indexed, total }) => [name, indexed, total]);
  await test.call(updateIndexedResources, { body: { notIndexed: ['js'] } });
  await test.publishNpm('js', 'late', '1.0.0');
  expect(await named()).toEqual([
    ['app', true, 1],
    ['js', false, expect.any(Number)],
  ]);
  const { data } = await test.call(updateIndexedResources, { body: { indexed: ['js'] } });
  expect(data.map(({ name, indexed }) => [name, indexed])).toEqual([
    ['app', true],
    ['js', true],
  ]);
  expect((await test.scanned('npm://late', '1.0.0')).status).toBe('scanned');
  expect((await test.scanned('npm://unseen', '1.0.0')).status).toBe('scanned');
  const refusal = (body: object) => test.call(updateIndexedResources, { body }).catch((error: Error) => error.message);
  expect(await refusal({ indexed: ['js-all'] })).toContain('js-all');
  expect(await refusal({ indexed: ['js'], notIndexed: ['js'] })).toContain('js');
  await expect(test.call(updateIndexedResources, { body: { notIndexed: ['js'] } }, { as: 'user' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(test.audited.at(-1)).toMatchObject({ action: 'repository.updated', subject: 'js' });
});

it('refuses by name what cannot be scanned, and whoever does not administrate', async () => {
  const refusal = (body: object) => change(body).catch((error: Error) => error.message);
  expect(await refusal({ indexed_repos: [{ name: 'js-all' }] })).toContain('js-all');
  expect(await refusal({ indexed_repos: [{ name: 'gone' }] })).toContain('gone');
  expect(await refusal({ indexed_repos: [{ ...js, type: 'remote' }] })).toContain('remote');
  expect(await refusal({ indexed_repos: [{ ...js, pkg_type: 'maven' }] })).toContain('maven');
  expect(await refusal({ indexed_repos: [js], non_indexed_repos: [js] })).toContain('js');
  expect(await refusal({ bin_mgr_id: 'other' })).toContain('other');
  await expect(test.call(readRepositoryIndexing, { params: { id: 'other' } })).rejects.toMatchObject({ code: 'not_found' });
  await expect(change({}, 'user')).rejects.toMatchObject({ code: 'forbidden' });
  expect((await read()).indexed_repos).toEqual([app, js]);
});
