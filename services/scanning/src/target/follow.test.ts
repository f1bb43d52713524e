import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Context } from '../context.ts';
import { openLooks } from '../inventory/looks.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { followAllJob } from './follow-job.ts';

let home: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  // It takes uploads, and ends before it does anything about them.
  home = await startScanningPlatform({ jobs: false });
  await home.create({ class: 'local', key: 'packages', format: 'npm' });
  db = openDatabase<ScanningSchema>(home.databaseUrl, 'scanning', { connections: 2 });
  // The first look at everything is over.
  const first = await startScanningPlatform({ joins: home });
  await vi.waitFor(() => db.selectFrom('progress').select('name').executeTakeFirstOrThrow(), patience);
  await first.stop();
});
afterAll(async () => {
  await db.destroy();
  await home.stop();
});

const readTargets = () => db.selectFrom('target').select(['package', 'version', 'state']).orderBy('package').execute();

it('scans what was published while nobody could hear of it, and leaves the nightly look nothing to find', async () => {
  for (const name of ['one', 'two']) await home.publishNpm('packages', name, '1.0.0');
  expect(await readTargets()).toEqual([]);
  const node = await startScanningPlatform({ joins: home });
  const scanned = ['one', 'two'].map((name) => ({ package: name, version: '1.0.0', state: 'scanned' }));
  await expect.poll(readTargets, patience).toEqual(scanned);
  const context: Context = { db, platform: node.platform, peers: node.peers, log: node.platform.logger('xray'), looks: openLooks() };
  const before = await db.selectFrom('target').selectAll().orderBy('id').execute();
  await followAllJob(context).run({}, new AbortController().signal);
  expect(await db.selectFrom('target').selectAll().orderBy('id').execute()).toEqual(before);
  await node.stop();
});
