import type { IncomingMessage } from 'node:http';
import { deleteFromTargets, distributeReleaseBundle, getDistribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import { promoteReleaseBundle } from '@packhouse/contract/distribution/promotion-routes.ts';
import * as bundles from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { deleteArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { makeGrant as grant } from '@packhouse/testkit/grant-of.ts';
import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import { type DistributionTestPlatform, distributed, ended, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
let wire: Wire;
let databases: Kysely<unknown>[];
let passes: (asked: IncomingMessage) => boolean = () => true;
beforeAll(async () => {
  const clerk = { grants: [grant('releaseBundle', ['ANY'], ['read', 'delete'])] };
  [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform({ actors: { clerk } })]);
  databases = [source, target].map(({ databaseUrl }) => openDatabase<unknown>(databaseUrl, 'kernel', { connections: 1 }));
  source.peers.projects = { find: async () => undefined, globalEnvironments: async () => ['STAGE', 'EMPTY'] };
  for (const test of [source, target]) await test.create('libs');
  await source.call(createRepository, { body: { class: 'local', key: 'stage', format: 'generic', environments: ['STAGE'] } });
  for (const name of ['a', 'b']) await source.put(`libs/${name}.txt`, `content of ${name}`);
  await source.bundle('app', '1', ['libs/a.txt', 'libs/b.txt']);
  await introduce(source, target, 'edge', await target.tokenFor('admin'));
  wire = await standBetween(target.baseUrl, (asked) => passes(asked));
  await introduceAgain('far');
});
afterAll(async () => {
  for (const db of databases) await db.destroy();
  await source.stop();
  await wire.stop();
  await target.stop();
});

const introduceAgain = async (name: string) => introduce(source, target, name, await target.tokenFor('admin'), wire.url);
const place = (name: string, version = '1') => ({ params: { name, version } });

/** What was told of a version, beside the progress of its files. */
async function listTold(db: Kysely<unknown>, bundle: string, types: string) {
  const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`
    select type, data from kernel.event where data ->> 'bundle' = ${bundle} and type ~ ${types} and type <> 'distribution.progress' order by id`.execute(db);
  return rows;
}
const listAtSource = (bundle: string, types: string) => listTold(databases[0]!, bundle, types);
const listAtTarget = (bundle: string, types = '^release-bundle') => listTold(databases[1]!, bundle, types);
const getTypes = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('what followers are told of release bundles', () => {
  it('says how large a version is that is put together and signed, and why one was not signed', async () => {
    const [created, signed] = await listAtSource('app', '^release-bundle');
    const about = { repository: 'release-bundles', store: 'release-bundles', version: '1', type: 'source', size: 24, by: 'admin' };
    expect(created).toMatchObject({ type: 'release-bundle.created', data: about });
    expect(signed).toMatchObject({ type: 'release-bundle.signed', data: about });
    await source.put('libs/gone.txt', 'gone');
    const input = { name: 'gone', version: '1', source: { from: 'artifacts' as const, paths: ['libs/gone.txt'] } };
    await source.call(bundles.createReleaseBundle, { body: input });
    await source.call(deleteArtifact, { body: { repoKey: 'libs', path: 'gone.txt' } });
    await expect(source.call(bundles.signReleaseBundle, { ...place('gone'), body: {} })).rejects.toBeDefined();
    expect(await listAtSource('gone', '^release-bundle')).toMatchObject([
      { type: 'release-bundle.created' },
      { type: 'release-bundle.not-signed', data: { message: expect.stringMatching(/\w/) } },
    ]);
  });

  it('tells of a promotion by its environment, when it begins and when it has come or failed', async () => {
    const promote = (environment: string, version = '1') =>
      source.call(promoteReleaseBundle, { ...place('app', version), body: { environment, operation: 'copy' as const } });
    await promote('STAGE');
    await expect
      .poll(async () => getTypes(await listAtSource('app', 'promot')), { timeout: 20_000 })
      .toEqual(['release-bundle.promotion-started', 'release-bundle.promoted']);
    for (const { data } of await listAtSource('app', 'promot')) expect(data).toMatchObject({ environment: 'STAGE', by: 'admin', size: 24 });
  });

  it('tells once of a run over several targets, when it begins and when the last of them has ended', async () => {
    passes = () => true;
    expect((await distributed(source, 'app', '1', ['edge', 'far'])).status).toBe('Completed');
    const targets = [
      { name: 'edge', url: target.baseUrl },
      { name: 'far', url: wire.url },
    ];
    const told = await listAtSource('app', '^distribution');
    expect(told).toMatchObject([
      { type: 'distribution.started', data: { order: 'distribute', targets, by: 'admin', size: 24, audience: 'followers' } },
      { type: 'distribution.completed', data: { order: 'distribute', targets } },
    ]);
    expect(await listAtTarget('app')).toMatchObject([{ type: 'release-bundle.received', data: { type: 'target', size: 24, by: 'admin' } }]);
  });

  it('tells of a run that fails with what its targets said, and of one that a later order ends', async () => {
    await source.put('libs/c.txt', 'c');
    await source.bundle('c', '1', ['libs/c.txt']);
    passes = ({ method }) => method === 'DELETE';
    const sending = await source.call(distributeReleaseBundle, { ...place('c'), body: { targets: ['far'] } });
    await expect.poll(async () => (await source.call(getDistribution, { params: { id: sending.id } })).sites[0]?.error, { timeout: 20_000 }).toBeDefined();
    passes = () => true;
    const recall = await source.call(deleteFromTargets, { ...place('c'), body: { targets: ['far'] } });
    await ended(source, recall.id);
    const told = await listAtSource('c', '^distribution');
    expect(told.filter(({ data }) => data.id === sending.id)).toMatchObject([
      { type: 'distribution.started' },
      { type: 'distribution.aborted', data: { message: 'far: A later order took its place' } },
    ]);
    expect(getTypes(told.filter(({ data }) => data.id === recall.id))).toEqual(['distribution.started', 'distribution.completed']);
    await source.call(createRepository, { body: { class: 'local', key: 'unknown-there', format: 'generic' } });
    await source.put('unknown-there/d.txt', 'd');
    await source.bundle('d', '1', ['unknown-there/d.txt']);
    expect((await distributed(source, 'd', '1', ['edge'])).status).toBe('Failed');
    expect((await listAtSource('d', '^distribution')).at(-1)).toMatchObject({
      type: 'distribution.failed',
      data: { message: expect.stringContaining('unknown-there') },
    });
  });

  it('tells at the target when a received version goes, and when somebody tried in vain', async () => {
    const remove = (as: string) => target.call(bundles.deleteReleaseBundle, { ...place('app'), query: { type: 'target' } }, { as });
    await expect(remove('clerk')).rejects.toMatchObject({ code: 'forbidden' });
    await source.call(deleteFromTargets, { ...place('app'), body: { targets: ['edge'] } }).then(({ id }) => ended(source, id));
    expect(await listAtTarget('app')).toMatchObject([
      { type: 'release-bundle.received' },
      { type: 'release-bundle.withdrawing', data: { by: 'clerk' } },
      { type: 'release-bundle.not-withdrawn', data: { by: 'clerk', type: 'target', message: expect.stringMatching(/\w/) } },
      { type: 'release-bundle.withdrawing', data: { by: 'admin' } },
      { type: 'release-bundle.deleted', data: { type: 'target', size: 24 } },
    ]);
  });
});
