import { cuttableWay } from '@packhouse/testkit/cuttable-way.ts';
import { createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphileJobs } from './graphile-jobs.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const left = async () => (await pool.query('select attempts from graphile_worker._private_jobs')).rows;

/** Runs jobs that end, well or badly, while the database cannot be reached. Vitest fails for a rejection that nobody catches. */
async function endDuringOutage() {
  const way = await cuttableWay(database.url);
  const jobs = graphileJobs({ databaseUrl: way.url, pool, logger: pino({ level: 'silent' }), concurrency: 4 });
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  let ended = 0;
  jobs.register({
    name: 'outlasting',
    async run({ fails }) {
      begun++;
      await gate.promise;
      ended++;
      if (fails && ended <= 4) throw new Error('no luck');
    },
  });
  for (const fails of [true, false, true, false]) await jobs.add('outlasting', { fails });
  const runner = await jobs.run();
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(4);
  way.cut();
  gate.resolve();
  await expect.poll(() => ended).toBe(4);
  await expect.poll(() => way.refused(), { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  return { way, runner, ended: () => ended };
}

it('writes down how jobs ended while the database was away when it is back, and tries the failed ones again', async () => {
  const { way, runner, ended } = await endDuringOutage();
  way.mend();
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  expect(ended()).toBe(6);
  await runner.stop();
  way.close();
});

it('stops while the database is away', async () => {
  const { way, runner } = await endDuringOutage();
  await runner.stop();
  way.close();
  expect(await left()).toHaveLength(4);
});
