import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';
import { awaitScan, countAttempt, deleteTargets, finishTargets, type NewTarget, reopenTargets, upsertTargets } from './target-queries.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform({ jobs: false });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 8 });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const count = 600;
const state = 'in progress' as const;
const made = (round: string): NewTarget[] =>
  Array.from({ length: count }, (_, index) => ({
    repository: 'js',
    // Places in the opposite order of the rows, so that neither the one nor the other happens to be everybody's order.
    path: String(count - index).padStart(6, '0'),
    format: 'npm',
    package: 'shop',
    version: '1.0.0',
    sha256: `${round}-${index}`,
    licences: [],
    component_id: 0,
    state,
    reason: null,
    said: null,
  }));

it('versions that several jobs change at once are taken in one order, so that none of them waits for each other', async () => {
  const { id: component_id } = await db
    .insertInto('component')
    .values({ ecosystem: 'npm', name: 'shop', version: '1.0.0', purl: 'pkg:npm/shop@1.0.0' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const put = (round: string) => {
    const targets = made(round).map((target) => ({ ...target, component_id }));
    return upsertTargets(db, targets);
  };
  for (const one of made('first')) await upsertTargets(db, [{ ...one, component_id }]);
  const rows = await db.selectFrom('target').selectAll().where('package', '=', 'shop').orderBy('id').execute();
  const ids = rows.map(({ id }) => id);
  expect(ids).toHaveLength(count);
  const steps: (() => Promise<unknown>)[] = [
    () => put(Math.random().toString()),
    () => awaitScan(db, ids),
    () => awaitScan(db, ids.toReversed()),
    () => finishTargets(db, ids, { state: 'not scanned', said: null }),
    () => countAttempt(db, ids.toReversed()),
    () => db.transaction().execute((tx) => reopenTargets(tx, rows)),
    () => deleteTargets(db, ids.slice(0, 300)).then(() => put('again')),
  ];
  const rounds = async (step: () => Promise<unknown>) => {
    for (let round = 0; round < 6; round++) await step();
  };
  const ended = await Promise.allSettled(steps.map(rounds));
  expect(ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
}, 120_000);
