import { distributeArtifact, redistributeArtifact } from '@packhouse/contract/distribution/distribution-action-routes.ts';
import { createDistributionTarget, getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { deleteReleaseBundle, getReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { makeGrant } from '@packhouse/testkit/grant-of.ts';
import { type DistributionTestPlatform, ended, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const reads = makeGrant('repository', ['libs'], ['read']);
const sends = { ...makeGrant('repository', ['libs'], [], ['shop/**']), distributes: true as const };
const actors = {
  ann: {},
  carrier: { grants: [reads, sends, makeGrant('destination', ['edge'], ['deploy'])] },
  homebound: { grants: [reads, sends] },
};

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
beforeAll(async () => {
  [source, target] = await Promise.all([startDistributionPlatform({ actors }), startDistributionPlatform()]);
  await source.create('libs');
  for (const path of ['shop/a.txt', 'shop/deep/b.txt', 'shop2/c.txt']) await source.put(`libs/${path}`, path);
  await source.call(createDistributionTarget, { body: { name: 'edge', url: target.baseUrl, token: await target.tokenFor('admin') } });
  // The key that signs is made with the first release bundle.
  await source.bundle('first', '1.0', ['libs/shop']);
  const { publicKey = '' } = await source.call(getReleaseBundleSigning, {});
  await target.call(createTrustedKey, { body: { name: 'source', publicKey } });
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

const folder = { repoKey: 'libs', path: 'shop', name: 'shop', version: '1.0', targets: ['edge'], autoCreateMissingRepositories: true };

it('ARTI-025 ARTI-029 distribute sends a folder in a signed release bundle, and nothing beside it', async () => {
  const run = await ended(source, (await source.call(distributeArtifact, { body: folder })).id);
  expect(run).toMatchObject({ name: 'shop', version: '1.0', status: 'Completed', sites: [{ target: 'edge', totalFiles: 2 }] });
  expect((await target.read('libs/shop/deep/b.txt')).text).toBe('shop/deep/b.txt');
  expect((await target.read('libs/shop2/c.txt')).status).toBe(404);
});

it('ARTI-025 sends a single file, and what lies in the distribution repository by its path', async () => {
  const file = { ...folder, path: 'shop/a.txt', name: 'one', version: '1' };
  expect(await ended(source, (await source.call(distributeArtifact, { body: file })).id)).toMatchObject({ status: 'Completed', sites: [{ totalFiles: 1 }] });
  const kept = { repoKey: 'release-bundles', path: 'one/1/libs/shop/a.txt', targets: ['edge'] };
  expect(await source.call(distributeArtifact, { body: kept })).toMatchObject({ name: 'one', version: '1', type: 'distribute' });
});

it('ARTI-026 ARTI-029 redistribute sends it again to where it went last', async () => {
  const again = await source.call(redistributeArtifact, { body: { repoKey: 'release-bundles', path: 'shop/1.0' } });
  expect(await ended(source, again.id)).toMatchObject({ name: 'shop', status: 'Completed', sites: [{ target: 'edge' }] });
});

it('says what is missing, and asks for the right to send', async () => {
  const nameless = source.call(distributeArtifact, { body: { ...folder, name: undefined } });
  await expect(nameless).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'name' }] });
  const build = source.call(distributeArtifact, { body: { ...folder, repoKey: 'artifactory-build-info', name: 'b', version: '1' } });
  await expect(build).rejects.toMatchObject({ fields: [{ path: 'build' }] });
  await expect(source.call(distributeArtifact, { body: { ...folder, version: '2.0' } }, { as: 'ann' })).rejects.toMatchObject({ code: 'forbidden' });
});

it('API-002 lets whoever may distribute files of a repository send them, where targets are open to them, and nothing else', async () => {
  const order = (more: object) => ({ body: { ...folder, ...more } });
  const sent = await source.call(distributeArtifact, order({ name: 'carried', version: '1' }), { as: 'carrier' });
  expect(await ended(source, sent.id)).toMatchObject({
    name: 'carried',
    status: 'Completed',
    createdBy: 'carrier',
    sites: [{ target: 'edge', totalFiles: 2 }],
  });
  const forbidden = (word: string) => ({ code: 'forbidden', message: expect.stringContaining(word) });
  // A folder of which they may send some files alone goes not at all, and leaves no release bundle behind.
  for (const path of ['', 'shop2']) {
    const more = { name: 'more', version: '1', path };
    await expect(source.call(distributeArtifact, order(more), { as: 'carrier' })).rejects.toMatchObject(forbidden('shop2/c.txt'));
    await expect(source.call(distributeArtifact, order({ name: 'more', version: '1', path }), { as: 'homebound' })).rejects.toMatchObject(forbidden('edge'));
  }
  await expect(source.call(getReleaseBundle, { params: { name: 'more', version: '1' } })).rejects.toMatchObject({ code: 'not_found' });
  await expect(source.call(deleteReleaseBundle, { params: { name: 'carried', version: '1' } }, { as: 'carrier' })).rejects.toMatchObject({ code: 'forbidden' });
});
