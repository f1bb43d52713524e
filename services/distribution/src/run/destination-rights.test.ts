import { deleteFromTargets, distributeReleaseBundle, listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import { createDistributionTarget, listDistributionSites } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import * as bundles from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { makeGrant } from '@packhouse/testkit/grant-of.ts';
import { type DistributionTestPlatform, ended, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
const promotes = makeGrant('releaseBundle', ['app'], ['read', 'annotate']);
beforeAll(async () => {
  const actors = {
    sender: { grants: [promotes, makeGrant('destination', ['edge'], ['deploy'])] },
    // Nothing but to distribute, where it says so.
    courier: { grants: [{ ...makeGrant('releaseBundle', ['app'], []), distributes: true as const }, makeGrant('destination', ['edge'], ['deploy'])] },
    carrier: { grants: [{ ...makeGrant('releaseBundle', ['app'], ['read']), distributes: true as const }, makeGrant('destination', ['edge'], ['deploy'])] },
    cleaner: { grants: [promotes, makeGrant('destination', ['ANY'], ['delete'], ['Ly*'])] },
    reader: { grants: [makeGrant('releaseBundle', ['app'], ['read']), makeGrant('destination', ['ANY'], ['deploy'])] },
    outsider: { grants: [makeGrant('destination', ['ANY'], ['read', 'deploy', 'delete'])] },
    promoter: { grants: [promotes] },
  };
  [source, target] = await Promise.all([startDistributionPlatform({ actors }), startDistributionPlatform()]);
  for (const platform of [source, target]) await platform.create('libs');
  await source.put('libs/a.txt', 'content of a');
  await source.bundle('app', '1', ['libs/a.txt']);
  await source.bundle('other', '1', ['libs/a.txt']);
  await introduce(source, target, 'edge', await target.tokenFor('admin'), target.baseUrl);
  const lyon = { name: 'second', url: target.baseUrl, token: await target.tokenFor('admin'), site: 'rhone', city: 'Lyon', country: 'FR', allowPrivate: true };
  await source.call(createDistributionTarget, { body: lyon });
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

const place = (name: string) => ({ params: { name, version: '1' } });
const send = (as: string, name: string, ...targets: string[]) => source.call(distributeReleaseBundle, { ...place(name), body: { targets } }, { as });
const recall = (as: string, ...targets: string[]) => source.call(deleteFromTargets, { ...place('app'), body: { targets } }, { as });
const forbidden = (word: string) => ({ code: 'forbidden', message: expect.stringContaining(word) });
const sites = async (as: string) => (await source.call(listDistributionSites, {}, { as })).items.map(({ name }) => name);

it('API-002 REL-013 sends release bundles where permissions on destinations say so, and nowhere else', async () => {
  await expect(send('sender', 'app', 'edge', 'second')).rejects.toMatchObject(forbidden('second'));
  await expect(send('sender', 'other', 'edge')).rejects.toMatchObject(forbidden('other'));
  for (const name of ['reader', 'promoter', 'outsider']) await expect(send(name, 'app', 'edge')).rejects.toMatchObject(forbidden('app'));
  const { id } = await send('sender', 'app', 'edge');
  expect(await ended(source, id)).toMatchObject({ status: 'Completed', createdBy: 'sender', sites: [{ target: 'edge' }] });
  expect((await target.read('libs/a.txt')).text).toBe('content of a');
  await expect(recall('sender', 'edge')).rejects.toMatchObject(forbidden('app'));
  await expect(recall('cleaner', 'edge')).rejects.toMatchObject(forbidden('edge'));
  // Its city is one that the patterns name.
  expect(await ended(source, (await recall('cleaner', 'second')).id)).toMatchObject({ sites: [{ target: 'second' }] });
  await expect(send('carrier', 'app', 'second')).rejects.toMatchObject(forbidden('second'));
  expect(await ended(source, (await send('carrier', 'app', 'edge')).id)).toMatchObject({ status: 'Completed', createdBy: 'carrier' });
  const may = async (as: string) => (await source.call(bundles.getReleaseBundle, place('app'), { as })).may.distribute;
  expect([await may('sender'), await may('carrier'), await may('promoter')]).toEqual([true, true, false]);
});

it('API-002 shows targets to those who may use them, and finds only those for the rules of existing clients', async () => {
  expect([await sites('sender'), await sites('cleaner'), await sites('outsider'), await sites('admin')]).toEqual([
    ['edge'],
    ['second'],
    ['edge', 'second'],
    ['edge', 'second'],
  ]);
  await expect(sites('promoter')).rejects.toMatchObject({ code: 'forbidden' });
  const order = async (as: string) => {
    const answer = await fetch(`${source.baseUrl}/distribution/api/v1/distribution/app/1`, {
      method: 'POST',
      headers: { ...source.headersOf(as), 'content-type': 'application/json' },
      body: JSON.stringify({ dry_run: true, distribution_rules: [{ site_name: '*' }] }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const dry = await order('sender');
  expect(dry).toMatchObject({ status: 200, text: expect.stringContaining('edge') });
  expect(dry.text).not.toContain('second');
  expect((await order('cleaner')).status).toBe(403);
  expect((await order('promoter')).status).toBe(403);
});

it('API-002 lets who may only distribute see what to send and how it went, and nothing else', async () => {
  const names = async (as: string) => (await source.call(bundles.listReleaseBundles, {}, { as })).items.map(({ name }) => name);
  expect([await names('courier'), await names('outsider')]).toEqual([['app'], []]);
  const shown = await source.call(bundles.getReleaseBundle, place('app'), { as: 'courier' });
  expect(shown.may).toEqual({ change: false, sign: false, distribute: true, recall: false, promote: false, delete: false });
  await expect(source.call(bundles.getReleaseBundle, place('other'), { as: 'courier' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await sites('courier')).toEqual(['edge']);
  expect(await ended(source, (await send('courier', 'app', 'edge')).id)).toMatchObject({ status: 'Completed', createdBy: 'courier' });
  const { items } = await source.call(listDistributions, place('app'), { as: 'courier' });
  expect(items.length).toBeGreaterThan(0);
  await expect(send('courier', 'app', 'second')).rejects.toMatchObject(forbidden('second'));
  await expect(recall('courier', 'edge')).rejects.toMatchObject({ code: 'forbidden' });
  const content = async (as: string) => (await source.read(`${shown.storingRepository}/app/1/libs/a.txt`, as)).status;
  expect([await content('carrier'), await content('courier')]).toEqual([200, 403]);
  const mayRecall = async (as: string) => (await source.call(bundles.getReleaseBundle, place('app'), { as })).may.recall;
  expect([await mayRecall('cleaner'), await mayRecall('sender')]).toEqual([true, false]);
});

it('reads nothing of repositories by rights on other things', async () => {
  const { items } = await source.call(listRepositories, {}, { as: 'outsider' });
  expect(items).toEqual([]);
});
