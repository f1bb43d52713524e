import { createPolicy, type PolicyInput, updatePolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { listLicenceNames } from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import * as contract from '@packhouse/contract/scanning/scanning-own-licence-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { packTar, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({ actors: { reader: {} } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  const said = JSON.stringify({ name: 'till', version: '1.0.0', license: 'Shop Proprietary Terms' });
  await test.put('js/till/-/till-1.0.0.tgz', await packTar({ 'package/package.json': said }));
  await test.scanned('npm://till', '1.0.0');
});
afterAll(() => test?.stop());

const makePolicy = (criteria: PolicyInput['rules'][number]['criteria']): PolicyInput => ({
  name: 'licences',
  type: 'license',
  description: '',
  rules: [{ name: 'one', criteria, actions: {} }],
});
const shop = { name: 'Shop-Terms', full_name: 'Terms of the shop', spellings: ['shop proprietary terms'], url: 'https://example.org/terms' };
const broken = async () => (await test.call(listViolations, { body: {} })).data.map(({ packageId, subject }) => `${packageId} ${subject}`);

it('a licence that people here describe is recognised where packages state it, and policies judge by its name', async () => {
  await test.call(createPolicy, { body: makePolicy({ allowed_licenses: ['Shop-Terms'], allow_unknown: false }) });
  await test.call(createWatch, {
    body: { general_data: { name: 'all' }, project_resources: { resources: [{ type: 'all-repos' }] }, assigned_policies: [{ name: 'licences' }] },
  });
  await expect.poll(broken, patience).toEqual(['npm://till Shop Proprietary Terms']);
  expect(await test.call(contract.createOwnLicence, { body: shop })).toMatchObject({ ...shop, author: 'admin', versions: 1 });
  await expect.poll(broken, patience).toEqual([]);
  await test.call(updatePolicy, { params: { name: 'licences' }, body: makePolicy({ banned_licenses: ['shop-terms'] }) });
  await expect.poll(broken, patience).toEqual(['npm://till Shop-Terms']);
  expect((await test.call(listLicenceNames, { query: { search: 'shop-' } })).data).toEqual(['Shop-Terms']);
  const params = { name: 'Shop-Terms' };
  expect(await test.call(contract.changeOwnLicence, { params, body: { ...shop, spellings: ['Terms 2'] } })).toMatchObject({ versions: 0 });
  await expect.poll(broken, patience).toEqual([]);
  await test.call(contract.changeOwnLicence, { params, body: shop });
  await expect.poll(broken, patience).toEqual(['npm://till Shop-Terms']);
  await test.call(contract.deleteOwnLicence, { params });
  await expect.poll(broken, patience).toEqual([]);
  expect((await test.call(contract.listOwnLicences, {})).data).toEqual([]);
  expect(test.audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['own-licence.created', 'own-licence.changed', 'own-licence.deleted']));
});

it('SEC-050 is described by administrators, once, and takes no licence of the SPDX list over', async () => {
  await test.call(contract.createOwnLicence, { body: shop });
  const refused = (body: object, as = 'admin') => test.call(contract.createOwnLicence, { body: { ...shop, ...body } }, { as });
  await expect(refused({ name: 'Other' })).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'name' }] });
  await expect(refused({ name: 'MIT', spellings: [] })).rejects.toMatchObject({ fields: [{ path: 'name' }] });
  await expect(refused({ name: 'Other', spellings: ['Apache-2.0 OR MIT'] })).rejects.toMatchObject({ fields: [{ path: 'spellings' }] });
  await expect(refused({ name: 'Other', spellings: [] }, 'reader')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(test.call(contract.deleteOwnLicence, { params: { name: 'Nothing' } })).rejects.toMatchObject({ code: 'not_found' });
});
