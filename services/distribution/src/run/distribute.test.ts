import type { IncomingMessage } from 'node:http';
import { deleteFromTargets, distributeReleaseBundle, getDistribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import {
  createDistributionTarget,
  getReleaseBundleSigning,
  listDistributionTargets,
  testDistributionTarget,
  updateDistributionTarget,
} from '@packhouse/contract/distribution/distribution-target-routes.ts';
import * as bundles from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { makeGrant as grant } from '@packhouse/testkit/grant-of.ts';
import { standBetween } from '@packhouse/testkit/stand-between.ts';
import { type DistributionTestPlatform, distributed, ended, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
beforeAll(async () => {
  const actors = {
    robot: { grants: [grant('releaseBundle', ['ANY'], ['read', 'deploy']), grant('repository', ['libs', 'fresh'], ['deploy'])] },
    sender: { grants: [grant('releaseBundle', ['shop'], ['read', 'manage'])] },
    reader: { grants: [grant('releaseBundle', ['shop'], ['read'])] },
  };
  [source, target] = await Promise.all([startDistributionPlatform({ actors }), startDistributionPlatform({ actors })]);
  await source.create('libs');
  for (const name of ['a', 'b', 'c']) await source.put(`libs/shop/${name}.txt`, `content of ${name}`, `;letter=${name}`);
  await source.bundle('shop', '1.0', ['libs/shop']);
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

const place = (name: string, version: string) => ({ params: { name, version } });

describe('distribution', () => {
  it('refuses a signer that the target does not trust, before anything is sent', async () => {
    await source.call(createDistributionTarget, { body: { name: 'edge', url: target.baseUrl, token: await target.tokenFor('admin') } });
    const check = await source.call(testDistributionTarget, { params: { name: 'edge' } });
    expect(check).toMatchObject({ reachable: true, user: 'admin', trustsKey: false });
    const run = await distributed(source, 'shop', '1.0', ['edge'], true);
    expect(run).toMatchObject({ status: 'Failed', sites: [{ status: 'Failed', distributedFiles: 0 }] });
    expect(run.sites[0]?.error).toMatch(/edge: No trusted key here has the fingerprint .*Keys Management, Trusted Keys/);
    expect((await target.call(bundles.listReleaseBundles, { query: { type: 'target' } })).items).toEqual([]);
  });

  it('answers no token, and asks for it again when the address changes', async () => {
    const listed = JSON.stringify(await source.call(listDistributionTargets, {}));
    expect(listed).not.toContain('token');
    const change = source.call(updateDistributionTarget, { params: { name: 'edge' }, body: { url: 'https://elsewhere.example.org' } });
    await expect(change).rejects.toMatchObject({ code: 'invalid_input' });
    expect(JSON.stringify(source.audited)).not.toContain(await target.tokenFor('admin'));
  });

  it('says what a target would refuse, and names repositories that it misses', async () => {
    const { publicKey = '' } = await source.call(getReleaseBundleSigning, {});
    await target.call(createTrustedKey, { body: { name: 'source', publicKey } });
    const dry = await source.call(distributeReleaseBundle, { ...place('shop', '1.0'), body: { targets: ['edge'], dryRun: true } });
    expect(dry).toMatchObject({ status: 'Failed', sites: [{ target: 'edge', error: expect.stringContaining('do not exist here: libs') }] });
    const creating = { targets: ['edge'], dryRun: true, autoCreateMissingRepositories: true };
    const would = await source.call(distributeReleaseBundle, { ...place('shop', '1.0'), body: creating });
    expect(would).toMatchObject({ status: 'Not distributed', sites: [{ target: 'edge', status: 'Not distributed' }] });
    expect((await target.read('libs/shop/a.txt')).status).toBe(404);
  });

  it('REL-015 REL-013 brings all files to the target with their properties, and lists the bundle there', async () => {
    const run = await distributed(source, 'shop', '1.0', ['edge'], true);
    expect(run).toMatchObject({ status: 'Completed', sites: [{ status: 'Completed', totalFiles: 3, distributedFiles: 3, distributedBytes: 36 }] });
    expect(await target.read('libs/shop/b.txt')).toEqual({ status: 200, text: 'content of b' });
    expect((await target.read('api/storage/libs/shop/b.txt?properties')).text).toContain('"letter"');
    const { items } = await target.call(bundles.listReleaseBundles, { query: { type: 'target' } });
    expect(items).toMatchObject([{ name: 'shop', version: '1.0', type: 'target', status: 'Completed', files: 3 }]);
    expect((await source.call(bundles.getReleaseBundle, place('shop', '1.0'))).status).toBe('Completed');
    expect(target.audited.map(({ action }) => action)).toContain('release-bundle.received');
  });

  it('ARTI-026 sends again without harm', async () => {
    expect(await distributed(source, 'shop', '1.0', ['edge'])).toMatchObject({ status: 'Completed', sites: [{ distributedFiles: 3 }] });
  });

  it('sends only for those who may, and tells only those who may read', async () => {
    const body = { targets: ['edge'] };
    await expect(source.call(distributeReleaseBundle, { ...place('shop', '1.0'), body }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    const run = await source.call(distributeReleaseBundle, { ...place('shop', '1.0'), body }, { as: 'sender' });
    await ended(source, run.id);
    await expect(source.call(getDistribution, { params: { id: run.id } }, { as: 'robot' })).resolves.toBeDefined();
    await source.bundle('other', '1', ['libs/shop/a.txt']);
    await expect(source.call(distributeReleaseBundle, { ...place('other', '1'), body }, { as: 'sender' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('a token needs the right to put files where they go', async () => {
    const robot = await target.tokenFor('robot');
    await source.call(createDistributionTarget, { body: { name: 'robot', url: target.baseUrl, token: robot } });
    await source.create('vault');
    await source.put('vault/key.txt', 'key');
    await source.bundle('vaulted', '1', ['vault/key.txt']);
    // Whether there is such a repository is not theirs to know.
    const absent = await distributed(source, 'vaulted', '1', ['robot'], true);
    await target.create('vault');
    const denied = await distributed(source, 'vaulted', '1', ['robot']);
    for (const { sites } of [absent, denied])
      expect(sites[0]).toMatchObject({ status: 'Failed', error: expect.stringContaining("You need 'deploy' on vault") });
    await source.create('fresh');
    await source.put('fresh/new.txt', 'new');
    await source.bundle('fresh', '1', ['fresh/new.txt']);
    const creating = await distributed(source, 'fresh', '1', ['robot'], true);
    expect(creating.sites[0]).toMatchObject({ status: 'Failed', error: expect.stringContaining('needs the token of an administrator') });
    await source.bundle('allowed', '1', ['libs/shop/c.txt']);
    expect((await distributed(source, 'allowed', '1', ['robot'])).status).toBe('Completed');
  });

  it('deletes from targets what only this bundle brought, and here too when asked', async () => {
    await source.put('libs/extra.txt', 'extra');
    await source.bundle('second', '1', ['libs/extra.txt', 'libs/shop/a.txt']);
    expect((await distributed(source, 'second', '1', ['edge'])).status).toBe('Completed');
    const run = await source.call(deleteFromTargets, { ...place('second', '1'), body: { targets: ['edge'], onSuccess: 'delete' } });
    await expect.poll(async () => (await target.call(bundles.listReleaseBundles, { query: { type: 'target', name: 'second' } })).total).toBe(0);
    await expect.poll(() => source.call(getDistribution, { params: { id: run.id } }).catch(({ code }) => code)).toBe('not_found');
    expect((await target.read('libs/extra.txt')).status).toBe(404);
    expect((await target.read('libs/shop/a.txt')).text).toBe('content of a');
    await expect(source.call(bundles.getReleaseBundle, place('second', '1'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('brings one bundle to many targets, and no harm is done when two of them are the same deployment', async () => {
    const token = await target.tokenFor('admin');
    const names = ['many-1', 'many-2', 'many-3'];
    for (const name of names) await source.call(createDistributionTarget, { body: { name, url: target.baseUrl, token } });
    await source.put('libs/many/one.txt', 'one of many');
    await source.bundle('many', '1', ['libs/many/one.txt', 'libs/shop']);
    const run = await distributed(source, 'many', '1', names);
    expect(run.sites.map(({ status, error }) => [status, error])).toEqual(names.map(() => ['Completed', undefined]));
    expect((await target.read('libs/many/one.txt')).text).toBe('one of many');
    expect((await target.call(bundles.listReleaseBundles, { query: { type: 'target', name: 'many' } })).total).toBe(1);
  });

  it('contacts no private address that nobody allowed', async () => {
    const guarded = await startDistributionPlatform({ config: { outgoing: { allow: [], noProxy: [] } } });
    try {
      const twoLines = guarded.call(createDistributionTarget, { body: { name: 'inside', url: target.baseUrl, token: 'x\ny' } });
      await expect(twoLines).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path: 'token' })] });
      await guarded.call(createDistributionTarget, { body: { name: 'inside', url: target.baseUrl, token: 'x' } });
      const refused = await guarded.call(testDistributionTarget, { params: { name: 'inside' } });
      expect(refused).toMatchObject({ reachable: false });
      await guarded.call(updateDistributionTarget, { params: { name: 'inside' }, body: { url: target.baseUrl, allowPrivate: true } });
      const allowed = await guarded.call(testDistributionTarget, { params: { name: 'inside' } });
      expect(allowed.message).toContain('does not take the access token');
    } finally {
      await guarded.stop();
    }
  });
});

const isFile = ({ method, url, headers }: IncomingMessage) => method === 'PUT' && url?.includes('/files/') && headers['x-checksum-deploy'] === undefined;

describe('a distribution that is interrupted', () => {
  it('goes on where it was when the network is back, and sends no file twice', async () => {
    const edge = await startDistributionPlatform();
    let sent = 0;
    const wire = await standBetween(edge.baseUrl, (asked) => !isFile(asked) || ++sent !== 2);
    try {
      await introduce(source, edge, 'shaky', await edge.tokenFor('admin'), wire.url);
      const run = await distributed(source, 'shop', '1.0', ['shaky'], true);
      expect(run).toMatchObject({ status: 'Completed', sites: [{ attempts: 2, distributedFiles: 3 }] });
      // The first, the one that broke off, and after that only what was missing.
      expect(sent).toBe(4);
      expect((await edge.read('libs/shop/c.txt')).text).toBe('content of c');
    } finally {
      await wire.stop();
      await edge.stop();
    }
  });

  it('goes on in another process when its own stops between two files; nothing is visible before the end', async () => {
    const edge = await startDistributionPlatform();
    const own = await startDistributionPlatform({ jobs: false });
    const first = await startDistributionPlatform({ joins: own });
    const reached = Promise.withResolvers<void>();
    let isCut = true;
    let sent = 0;
    const wire = await standBetween(edge.baseUrl, async (asked) => {
      if (!isFile(asked) || ++sent < 2 || !isCut) return true;
      reached.resolve();
      // Held until the process that sends is gone.
      await new Promise((resolve) => asked.socket.once('close', resolve));
      return false;
    });
    let third: DistributionTestPlatform | undefined;
    try {
      await own.create('libs');
      for (const name of ['a', 'b', 'c']) await own.put(`libs/${name}.txt`, `own ${name}`);
      await own.bundle('app', '1', ['libs/a.txt', 'libs/b.txt', 'libs/c.txt']);
      await introduce(own, edge, 'edge', await edge.tokenFor('admin'), wire.url);
      const body = { targets: ['edge'], autoCreateMissingRepositories: true };
      const run = await own.call(distributeReleaseBundle, { ...place('app', '1'), body });
      await reached.promise;
      expect((await edge.read('libs/a.txt')).status).toBe(404);
      expect((await edge.call(bundles.listReleaseBundles, { query: { type: 'target' } })).total).toBe(0);
      await first.stop();
      isCut = false;
      expect(await own.call(getDistribution, { params: { id: run.id } })).toMatchObject({ status: 'In queue', sites: [{ distributedFiles: 1 }] });
      third = await startDistributionPlatform({ joins: own });
      expect(await ended(own, run.id)).toMatchObject({ status: 'Completed', sites: [{ distributedFiles: 3 }] });
      // Of the first file nothing was sent again.
      expect(sent).toBe(4);
      expect((await edge.read('libs/c.txt')).text).toBe('own c');
    } finally {
      await third?.stop();
      await wire.stop();
      await own.stop();
      await edge.stop();
    }
  });
});
