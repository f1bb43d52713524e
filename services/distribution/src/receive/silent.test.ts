import { incomingFilePath, incomingManifestPath, offerReleaseBundle } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { listReleaseBundles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lockReleaseBundle } from '../release-bundle/release-bundle-queries.ts';
import type { DistributionSchema } from '../schema.ts';
import { silentDays } from './clear-silent-job.ts';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
let sourceDb: Kysely<DistributionSchema>;
let targetDb: Kysely<DistributionSchema>;
beforeAll(async () => {
  [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform()]);
  sourceDb = openDatabase(source.databaseUrl, 'distribution', { connections: 1 });
  targetDb = openDatabase(target.databaseUrl, 'distribution', { connections: 2 });
  for (const test of [source, target]) await test.create('libs');
  await source.put('libs/seed.txt', 'seed');
  await source.bundle('seed', '1', ['libs/seed.txt']);
  const { publicKey = '' } = await source.call(getReleaseBundleSigning, {});
  await target.call(createTrustedKey, { body: { name: 'source', publicKey } });
  await target.call(createDistributionRepository, { body: {} });
});
afterAll(async () => {
  await Promise.all([sourceDb.destroy(), targetDb.destroy()]);
  await Promise.all([source.stop(), target.stop()]);
});

async function send(method: string, path: string, body: string): Promise<number> {
  return (await fetch(target.baseUrl + path, { method, body, headers: target.headersOf('admin') })).status;
}

/** Has a version of one file come in, and break off at the very end: its file is visible, and nothing says that it is complete. */
async function arrive(name: string) {
  const path = `libs/${name}.txt`;
  await source.put(path, name);
  await source.bundle(name, '1', [path]);
  const row = await sourceDb.selectFrom('bundle').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
  const file = await sourceDb.selectFrom('bundle_file').selectAll().where('bundle_id', '=', row.id).executeTakeFirstOrThrow();
  const bundles = target.peers.releaseBundles!;
  const { publish } = bundles;
  const sendFile = () => send('PUT', incomingFilePath(name, '1', file.sha256), name);
  const complete = () => send('POST', incomingManifestPath(name, '1'), JSON.stringify({ manifest: row.manifest, signature: row.signature }));
  expect(await sendFile()).toBe(201);
  vi.spyOn(bundles, 'publish').mockImplementationOnce(async (...asked) => {
    await publish(...asked);
    throw new Error('The power is gone');
  });
  expect([await complete(), (await target.read(path)).status]).toEqual([500, 200]);
  return { path, row, sendFile, complete };
}

/** As if the last call for this version had been so long ago. */
async function wait(name: string, days: number): Promise<void> {
  await sql`update bundle set modified_at = now() - make_interval(days => ${days}) where name = ${name}`.execute(targetDb);
}
const tonight = () => target.platform.jobs.add('clear-silent-bundles', {}, { key: 'clear-silent-bundles tonight' });
const readStatus = async (name: string) => (await target.call(listReleaseBundles, { query: { type: 'target', name } })).items[0]?.status;
const deleted = () =>
  target.audited.filter(({ action }) => action === 'release-bundle.deleted').map(({ actor, subject, before }) => ({ actor, subject, before }));

/** What is cleared for certain shows that all before it was looked at. */
async function clear(): Promise<void> {
  const last = `last-${target.audited.length}`;
  await arrive(last);
  await wait(last, silentDays + 1);
  await tonight();
  await expect.poll(() => readStatus(last)).toBeUndefined();
}

describe('a received bundle that stays in progress', () => {
  it('is deleted with its files when nothing was heard of it for long, and the log says so', async () => {
    const { path } = await arrive('gone');
    await wait('gone', silentDays + 1);
    await clear();
    expect([await readStatus('gone'), (await target.read(path)).status]).toEqual([undefined, 404]);
    const before = { type: 'target', status: 'In progress', lastCall: expect.any(String) };
    expect(deleted()).toContainEqual({ actor: 'system', subject: 'gone/1', before });
  });

  it('stays when it has not been long, or is complete', async () => {
    await arrive('young');
    await wait('young', silentDays - 1);
    const { complete, path } = await arrive('whole');
    expect(await complete()).toBe(201);
    await wait('whole', silentDays + 1);
    await clear();
    expect([await readStatus('young'), await readStatus('whole'), (await target.read(path)).status]).toEqual(['In progress', 'Completed', 200]);
  });

  it('stays when its sender has called since, with whatever', async () => {
    const offered = await arrive('offered');
    const file = await arrive('file');
    for (const name of ['offered', 'file']) await wait(name, silentDays + 1);
    const { name, version, manifest_sha256, key_fingerprint } = offered.row;
    const about = { name, version, manifestSha256: manifest_sha256!, keyFingerprint: key_fingerprint! };
    await target.call(offerReleaseBundle, { body: { ...about, repositories: [], createRepositories: false, dryRun: false } });
    expect(await file.sendFile()).toBe(201);
    await clear();
    expect([await readStatus('offered'), await readStatus('file')]).toEqual(['In progress', 'In progress']);
    expect([await offered.complete(), await file.complete()]).toEqual([201, 201]);
  });

  it('stays while somebody decides about it', async () => {
    const { path } = await arrive('held');
    await wait('held', silentDays + 1);
    await targetDb.transaction().execute(async (tx) => {
      expect(await lockReleaseBundle(tx, 'held', '1')).toBeDefined();
      await clear();
    });
    expect([await readStatus('held'), (await target.read(path)).status]).toEqual(['In progress', 200]);
  });
});
