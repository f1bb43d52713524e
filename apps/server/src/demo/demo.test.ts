import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { listReleaseBundles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { listBuildRuns, listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { listPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { componentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from '../services.ts';
import { demo } from './demo.ts';
import { demos } from './fill.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories', 'scanning', 'distribution'] }) });
});
afterAll(() => test.stop());

const said: string[] = [];
const fill = (password = test.adminPassword) => demo({ PACKHOUSE_URL: test.baseUrl, PACKHOUSE_ADMIN_PASSWORD: password }, (line) => said.push(line));
const known = async () => {
  const { packages } = await test.call(listPackages, { query: { limit: 500 } });
  return packages.map((one) => `${one.packageType} ${one.name} ${one.versionsCount}`).sort();
};

it('START-008 fills the platform through its public protocols, and changes nothing the second time', async () => {
  await fill();
  const first = await known();
  expect(new Set(first.map((one) => one.split(' ')[0])).size).toBeGreaterThanOrEqual(8);
  expect(first).toContain('npm @shop/checkout 3');
  expect(said.join('\n')).toMatch(/\d\d versions in 14 formats, 4 runs of builds, \d+ downloads/);
  expect((await test.call(listBuildRuns, { query: { name: 'order-service' } })).items).toHaveLength(4);
  expect((await test.call(listBuilds, { query: {} })).items.map(({ name }) => name)).toContain('order-service');
  expect((await test.call(listUsers, { query: { search: 'demo.' } })).items.map(({ name }) => name)).toEqual(['demo.ada', 'demo.grace', 'demo.linus']);
  expect(said.join('\n')).toMatch(/users demo\.ada, demo\.grace, demo\.linus sign in with \S+\nlook at /);
  await fill();
  expect(await known()).toEqual(first);
  expect(said.join('\n')).toMatch(/4 runs of builds, 0 downloads/);
});

it('START-008 shows scans of what it published, by advisories of its own', async () => {
  const counts = async (packageId: string, version: string) => {
    const details = await test.call(componentDetails, { body: { packageId, version } }).catch(() => undefined);
    return details?.vulnerabilities && [details.status, details.vulnerabilities.critical, details.vulnerabilities.high, details.vulnerabilities.medium];
  };
  const patience = { timeout: 30_000 };
  await expect.poll(() => counts('npm://@shop/checkout', '3.2.0'), patience).toEqual(['scanned', 1, 0, 1]);
  await expect.poll(() => counts('npm://@shop/checkout', '3.2.1'), patience).toEqual(['scanned', 0, 0, 1]);
  await expect.poll(() => counts('maven://com.shop:order-service', '1.4.0'), patience).toEqual(['scanned', 0, 1, 0]);
  await expect.poll(() => counts('maven://com.shop:order-service', '1.5.0'), patience).toEqual(['scanned', 0, 0, 0]);
  await expect.poll(() => counts('go://shop.example/ledger', 'v1.0.0'), patience).toEqual(['scanned', 0, 1, 0]);
  await expect.poll(() => counts('pypi://shop-forecast', '0.3.0'), patience).toEqual(['scanned', 1, 0, 0]);
  await expect.poll(() => counts('npm://price-format', '0.9.0'), patience).toEqual(['scanned', 0, 0, 0]);
  await expect.poll(() => counts('docker://shop/storefront', 'latest'), patience).toEqual(['scanned', 0, 0, 0]);
});

it('START-008 shows a release bundle that is signed, and one that is not', async () => {
  const { items } = await test.call(listReleaseBundles, { query: {} });
  expect(items.map(({ name, version, state, files }) => [name, version, state, files > 0])).toEqual([
    ['storefront-charts', '0.14.0', 'OPEN', true],
    ['order-service', '1.5.0', 'SIGNED', true],
  ]);
});

it('START-008 says what is missing before it begins', async () => {
  await expect(fill('')).rejects.toThrow('Give the password of the user admin');
  await expect(fill('Wrong-pass-1')).rejects.toThrow('The password of the user admin is not right');
  await expect(demo({ PACKHOUSE_URL: 'http://127.0.0.1:9', PACKHOUSE_ADMIN_PASSWORD: 'x' })).rejects.toThrow('Nothing answers at');
  expect(demos.length).toBeGreaterThanOrEqual(8);
});
