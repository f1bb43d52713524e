import { readRepository } from '@packhouse/contract/repositories/repository-routes.ts';
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
