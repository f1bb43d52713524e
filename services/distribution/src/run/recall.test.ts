import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deleteFromTargets, distributeReleaseBundle, getDistribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import { createDistributionTarget } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import * as bundles from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import { type DistributionTestPlatform, distributed, ended, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DistributionSchema } from '../schema.ts';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
let wire: Wire;
/** Which requests reach the target. */
let passes: (asked: IncomingMessage) => boolean | Promise<boolean> = () => true;
beforeAll(async () => {
  [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform()]);
  await source.create('libs');
  await target.create('libs');
  await source.put('libs/a.txt', 'content of a');
  await source.bundle('app', '1', ['libs/a.txt']);
  wire = await standBetween(target.baseUrl, (asked) => passes(asked));
  await introduce(source, target, 'edge', await target.tokenFor('admin'), wire.url);
});
afterAll(async () => {
  await source.stop();
  await wire.stop();
  await target.stop();
});

const place = (name: string, version = '1') => ({ params: { name, version } });
const received = async (name: string) => (await target.call(bundles.listReleaseBundles, { query: { type: 'target', name } })).total;
const getRun = (id: string) => source.call(getDistribution, { params: { id } });

describe('a bundle that is recalled', () => {
  it('is not brought by what waited to send it', async () => {
    passes = ({ method }) => method === 'DELETE';
    const sending = await source.call(distributeReleaseBundle, { ...place('app'), body: { targets: ['edge'] } });
    await expect.poll(async () => (await getRun(sending.id)).sites[0]?.error).toBeDefined();
    const recall = await source.call(deleteFromTargets, { ...place('app'), body: { targets: ['edge'] } });
    expect(await getRun(sending.id)).toMatchObject({ status: 'Failed', sites: [{ error: 'A later order took its place' }] });
    expect(await ended(source, recall.id)).toMatchObject({ status: 'Completed' });
    passes = () => true;
    expect(await received('app')).toBe(0);
  });

  it('comes when it is sent later, and the recall that waited takes nothing away then', async () => {
    passes = ({ method }) => method !== 'DELETE';
    const recall = await source.call(deleteFromTargets, { ...place('app'), body: { targets: ['edge'], onSuccess: 'delete' } });
    await expect.poll(async () => (await getRun(recall.id)).sites[0]?.error).toBeDefined();
    expect(await distributed(source, 'app', '1', ['edge'])).toMatchObject({ status: 'Completed' });
    expect(await getRun(recall.id)).toMatchObject({ status: 'Failed', sites: [{ error: 'A later order took its place' }] });
    passes = () => true;
    expect(await received('app')).toBe(1);
    await expect(source.call(bundles.getReleaseBundle, place('app'))).resolves.toMatchObject({ state: 'SIGNED' });
  });

  it('stays away though its files are just being sent, and goes here as well', async () => {
    const own = await startDistributionPlatform();
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const isFile = ({ method, url }: IncomingMessage) => method === 'PUT' && url?.includes('/files/') === true;
    const slow = await standBetween(target.baseUrl, async (asked) => {
      if (isFile(asked)) {
        held.resolve();
        await released.promise;
      }
      return true;
    });
    try {
      await own.create('libs');
      await own.put('libs/late.txt', 'late');
      await own.bundle('late', '1', ['libs/late.txt']);
      await introduce(own, target, 'slow', await target.tokenFor('admin'), slow.url);
      await own.call(distributeReleaseBundle, { ...place('late'), body: { targets: ['slow'] } });
      await held.promise;
      await own.call(deleteFromTargets, { ...place('late'), body: { targets: ['slow'], onSuccess: 'delete' } });
      const found = () => own.call(bundles.getReleaseBundle, place('late')).catch(({ code }: { code: string }) => code);
      await expect.poll(found).toBe('not_found');
    } finally {
      released.resolve();
      // Jobs under way end before it stops.
      await own.stop();
      await slow.stop();
    }
    expect(await received('late')).toBe(0);
  });

  it('stays away though its manifest is under way to the target by another name', async () => {
    await source.put('libs/two.txt', 'two');
    await source.bundle('two', '1', ['libs/two.txt']);
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const isManifest = ({ method, url }: IncomingMessage) => method === 'POST' && url?.endsWith('/two/1') === true;
    const slow = await standBetween(target.baseUrl, async (asked) => {
      if (!isManifest(asked)) return true;
      held.resolve();
      await released.promise;
      return true;
    });
    try {
      await source.call(createDistributionTarget, { body: { name: 'same-edge', url: slow.url, token: await target.tokenFor('admin') } });
      const sending = await source.call(distributeReleaseBundle, { ...place('two'), body: { targets: ['same-edge'] } });
      await held.promise;
      const recall = await source.call(deleteFromTargets, { ...place('two'), body: { targets: ['edge'] } });
      expect(await ended(source, recall.id)).toMatchObject({ status: 'Completed' });
      released.resolve();
      expect(await ended(source, sending.id)).toMatchObject({
        status: 'Failed',
        sites: [{ attempts: 1, error: 'same-edge: A later order recalled two 1 from here' }],
      });
      expect(await received('two')).toBe(0);
      expect((await target.read('libs/two.txt')).status).toBe(404);
      expect(await distributed(source, 'two', '1', ['same-edge'])).toMatchObject({ status: 'Completed' });
    } finally {
      released.resolve();
      await slow.stop();
    }
  });

  it('goes away also when the clock here was set back since it was sent', async () => {
    await source.put('libs/clock.txt', 'clock');
    await source.bundle('clock', '1', ['libs/clock.txt']);
    await distributed(source, 'clock', '1', ['edge']);
    const db = openDatabase<DistributionSchema>(source.databaseUrl, 'distribution', { connections: 1 });
    await db
      .updateTable('run')
      .set(({ eb }) => ({ ordered_at: eb('ordered_at', '+', 3_600_000_000) }))
      .execute();
    await db.destroy();
    await distributed(source, 'clock', '1', ['edge']);
    const recall = await source.call(deleteFromTargets, { ...place('clock'), body: { targets: ['edge'] } });
    expect(await ended(source, recall.id)).toMatchObject({ status: 'Completed' });
    expect(await received('clock')).toBe(0);
  });

  it('is deleted here in the same step as its last target, or tried again, and the log names who ordered it', async () => {
    await source.put('libs/b.txt', 'b');
    await source.bundle('both', '1', ['libs/b.txt']);
    await distributed(source, 'both', '1', ['edge']);
    const drop = vi.spyOn(source.peers.releaseBundles!, 'drop').mockRejectedValueOnce(new Error('The database is gone'));
    const recall = await source.call(deleteFromTargets, { ...place('both'), body: { targets: ['edge'], onSuccess: 'delete' } });
    await expect.poll(() => getRun(recall.id).catch(({ code }) => code)).toBe('not_found');
    expect(drop).toHaveBeenCalledTimes(2);
    drop.mockRestore();
    await expect(source.call(bundles.getReleaseBundle, place('both'))).rejects.toMatchObject({ code: 'not_found' });
    expect(source.audited).toContainEqual(expect.objectContaining({ action: 'release-bundle.deleted', subject: 'both/1', actor: 'admin' }));
  });

  it('is not taken away in place of another with its name', async () => {
    await source.put('libs/c.txt', 'c');
    await source.bundle('same', '1', ['libs/c.txt']);
    await distributed(source, 'same', '1', ['edge']);
    await source.call(bundles.deleteReleaseBundle, { ...place('same'), query: { type: 'source' } });
    await source.bundle('same', '1', ['libs/a.txt']);
    const order = { ...place('same'), body: { targets: ['edge'], onSuccess: 'delete' as const } };
    const dry = await source.call(deleteFromTargets, { ...order, body: { ...order.body, dryRun: true } });
    expect(dry.sites[0]?.error).toContain('Another release bundle same 1');
    const recall = await source.call(deleteFromTargets, order);
    expect(await ended(source, recall.id)).toMatchObject({ status: 'Failed', sites: [{ error: expect.stringContaining('Another release bundle same 1') }] });
    expect(await received('same')).toBe(1);
    expect((await target.read('libs/c.txt')).text).toBe('c');
  });

  it.each([
    ['some other server', '<h1>Not Found</h1>'],
    ['a deployment that does not know the address', JSON.stringify({ errors: [{ status: 404, code: 'not_found', message: 'There is nothing here' }] })],
  ])('is not taken for deleted because %s answers 404', async (which, body) => {
    const other = createServer((_, answer) => answer.writeHead(404).end(body));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const name = `site-${which.length}`;
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      await source.call(createDistributionTarget, { body: { name, url, token: 'x' } });
      const recall = await source.call(deleteFromTargets, { ...place('app'), body: { targets: [name], onSuccess: 'delete' } });
      expect(await ended(source, recall.id)).toMatchObject({ status: 'Failed' });
      await expect(source.call(bundles.getReleaseBundle, place('app'))).resolves.toBeDefined();
    } finally {
      other.closeAllConnections();
      other.close();
    }
  });
});
