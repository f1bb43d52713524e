import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { constants } from '@packhouse/contract/constants.ts';
import { distributeReleaseBundle, getDistribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import {
  createDistributionTarget,
  getReleaseBundleSigning,
  listDistributionSites,
  testDistributionTarget,
} from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { createReleaseBundle, getReleaseBundle, releaseBundlesOfChecksum } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { microservices, systemVersion } from '@packhouse/contract/shell/shell-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerConsole } from './console/register-console.ts';
import { configuredServices } from './services.ts';

const password = 'Secret-pass-1';
const start = () =>
  startTestPlatform({
    services: configuredServices({ services: ['access', 'repositories', 'scanning', 'distribution'] }),
    extend: (app, platform, peers) => registerConsole(app, platform, peers),
  });

let source: TestPlatform;
let target: TestPlatform;
beforeAll(async () => {
  [source, target] = await Promise.all([start(), start()]);
  await source.call(createRepository, { body: { class: 'local', key: 'libs', format: 'generic' } });
  const path = `${source.baseUrl}/artifactory/libs/app/1.0/app.txt`;
  const deployed = await fetch(path, { method: 'PUT', headers: source.headersOf('admin'), body: 'app' });
  if (!deployed.ok) throw new Error(`The file could not be deployed: ${deployed.status}`);
  const files = { from: 'artifacts' as const, paths: ['libs/app'] };
  await source.call(createReleaseBundle, { body: { name: 'app', version: '1.0', sign: true, source: files } });
  const { publicKey = '' } = await source.call(getReleaseBundleSigning, {});
  await target.call(createTrustedKey, { body: { name: 'headquarters', publicKey } });
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

/** A user whom one permission lets do these things with release bundles, and these with the repository. */
async function makeUser(test: TestPlatform, name: string, onBundles: string[], onLibs: string[] = []): Promise<void> {
  await test.call(createUser, { body: { name, password } });
  await test.call(updateUser, { params: { name }, body: { groups: [] } });
  const section = (resourceType: 'releaseBundle' | 'repository', names: string[], actions: string[]) => ({
    resourceType,
    names,
    users: [{ name, actions: actions as 'read'[] }],
  });
  const sections = [section('releaseBundle', ['app'], onBundles), ...(onLibs.length > 0 ? [section('repository', ['libs'], onLibs)] : [])];
  await test.call(createPermission, { body: { name: `for-${name}`, sections } });
}

async function distribute(as: 'admin' | { user: string; password: string }, name: string, creates: boolean) {
  const body = { targets: [name], autoCreateMissingRepositories: creates };
  const { id } = await source.call(distributeReleaseBundle, { params: { name: 'app', version: '1.0' }, body }, { as });
  await expect.poll(async () => (await source.call(getDistribution, { params: { id } })).finishedAt).toBeDefined();
  return source.call(getDistribution, { params: { id } });
}

/** Numbers of a version, so that they can be compared. */
const numbers = (version: string) => version.split('.').map(Number);
const isAtLeast = (version: string, least: string) => {
  const [have, want] = [numbers(version), numbers(least)];
  const at = have.findIndex((part, index) => part !== (want[index] ?? 0));
  return at < 0 || have[at]! > (want[at] ?? 0);
};

it('REL-006 REL-008 says of both services versions that have the pages of release bundles', async () => {
  const { artifactory, distribution } = constants.releaseBundleVersions;
  const versions = Object.fromEntries((await source.call(microservices, {})).map(({ name, version }) => [name, version]));
  expect([isAtLeast(versions.artifactory!, artifactory), isAtLeast(versions.distribution!, distribution)]).toEqual([true, true]);
  expect((await source.call(systemVersion, {})).services.distribution?.version).toBe(versions.distribution);
});

it('a user with an access token of the target sends there what a permission on release bundles allows', async () => {
  await makeUser(target, 'robot', ['deploy'], ['deploy']);
  const { accessToken } = await target.call(createToken, { body: {} }, { as: { user: 'robot', password } });
  await source.call(createDistributionTarget, { body: { name: 'edge', url: target.baseUrl, token: accessToken, site: 'munich' } });
  expect(await source.call(testDistributionTarget, { params: { name: 'edge' } })).toMatchObject({ reachable: true, user: 'robot', trustsKey: true });
  const sender = { user: 'sender', password };
  await makeUser(source, sender.user, ['read', 'manage']);
  expect((await source.call(listDistributionSites, {}, { as: sender })).items).toEqual([{ name: 'edge', site: 'munich', city: '', country: '' }]);
  // Neither may this token create repositories.
  expect((await distribute(sender, 'edge', true)).sites[0]).toMatchObject({ status: 'Failed', error: expect.stringContaining('token of an administrator') });
});

it('an administrator’s token creates what is missing; after that the user’s is enough', async () => {
  const { accessToken } = await target.call(createToken, { body: { scope: 'applied-permissions/admin' } });
  await source.call(createDistributionTarget, { body: { name: 'edge-admin', url: target.baseUrl, token: accessToken } });
  expect(await distribute('admin', 'edge-admin', true)).toMatchObject({ status: 'Completed' });
  expect(await (await fetch(`${target.baseUrl}/artifactory/libs/app/1.0/app.txt`, { headers: target.headersOf('admin') })).text()).toBe('app');
  expect(await distribute({ user: 'sender', password }, 'edge', false)).toMatchObject({ status: 'Completed' });
  const received = { params: { name: 'app', version: '1.0' }, query: { type: 'target' as const } };
  expect(await target.call(getReleaseBundle, received)).toMatchObject({ status: 'Completed', signedBy: 'admin', may: { distribute: false, delete: true } });
  await expect(target.call(getReleaseBundle, received, { as: { user: 'robot', password } })).rejects.toMatchObject({ code: 'forbidden' });
});

it('PKG-051 answers under data.data, and nothing to strangers', async () => {
  const checksum = 'a172cedcae47474b615c54d510a5d84a8dea3032e958587430b413538be3f333';
  const answer = await fetch(`${source.baseUrl}${releaseBundlesOfChecksum.url.replace(':checksum', checksum)}?num_of_rows=5`, {
    headers: source.headersOf('admin'),
  });
  expect(await answer.json()).toEqual({ data: { data: [{ name: 'app', version: '1.0' }] } });
  await makeUser(source, 'stranger', ['annotate']);
  expect((await source.call(releaseBundlesOfChecksum, { params: { checksum }, query: {} }, { as: { user: 'stranger', password } })).data.data).toEqual([]);
});
