import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { filterReleaseBundles, listReleaseBundleTargets } from '@packhouse/contract/distribution/release-bundle-name-routes.ts';
import { createReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { makeGrant as grant } from '@packhouse/testkit/grant-of.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: DistributionTestPlatform;
beforeAll(async () => {
  test = await startDistributionPlatform({ actors: { reader: { grants: [grant('releaseBundle', ['shop'], ['read'])] } } });
  await test.create('libs');
  await test.put('libs/a.txt', 'a');
  await test.call(createDistributionRepository, { body: { key: 'red-release-bundles' } });
  const add = (name: string, version: string, storingRepository = '') =>
    test.call(createReleaseBundle, { body: { name, version, storingRepository, source: { from: 'artifacts', paths: ['libs/a.txt'] } } });
  await add('shop', '1');
  await add('shop', '2');
  await add('shop-test', '1');
  await add('red', '1', 'red-release-bundles');
});
afterAll(() => test?.stop());

it('HOOK-032 answers the release bundles that patterns choose, each once, as far as the caller may read them', async () => {
  const filter = async (includePatterns: string[], excludePatterns: string[] = [], as = 'admin') =>
    (await test.call(filterReleaseBundles, { body: { includePatterns, excludePatterns } }, { as })).bundles;
  expect(await filter(['shop*'])).toEqual(['shop', 'shop-test']);
  expect(await filter(['**'], ['*-test'])).toEqual(['red', 'shop']);
  expect(await filter([])).toEqual(['red', 'shop', 'shop-test']);
  expect(await filter(['**'], [], 'reader')).toEqual(['shop']);
});

it('HOOK-029 answers the release bundles of distribution repositories as targets of permissions', async () => {
  const list = (repositories: string[], as = 'admin') => test.call(listReleaseBundleTargets, { body: { repositories } }, { as });
  expect(listReleaseBundleTargets.url).toBe('/ui/api/v1/access/permissions/targets/release-bundles');
  expect(await list(['release-bundles'])).toEqual({ bundles: ['shop', 'shop-test'], isMore: false });
  expect((await list(['release-bundles', 'red-release-bundles'])).bundles).toEqual(['red', 'shop', 'shop-test']);
  expect((await list(['release-bundles'], 'reader')).bundles).toEqual(['shop']);
});
