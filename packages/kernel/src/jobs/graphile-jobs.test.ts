import { createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GraphileJobs, graphileJobs } from './graphile-jobs.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const make = (): GraphileJobs => graphileJobs({ databaseUrl: database.url, pool, logger: pino({ level: 'silent' }) });

it('runs what was queued before and after it started, once', async () => {
  const jobs = make();
  const ran: unknown[] = [];
  jobs.register({ name: 'count', run: async (payload) => void ran.push(payload.number) });
  await jobs.add('count', { number: 1 });
  const runner = await jobs.run();
  await jobs.add('count', { number: 2 });
  await expect.poll(() => new Set(ran)).toEqual(new Set([1, 2]));
  expect(ran).toHaveLength(2);
  await runner.stop();
});

it('runs a burst under one key once, with the last payload', async () => {
  const jobs = make();
  const ran: unknown[] = [];
  jobs.register({ name: 'index', run: async (payload) => void ran.push(payload.revision) });
  const runner = await jobs.run();
  for (let revision = 1; revision <= 5; revision++) await jobs.add('index', { revision }, { key: 'index charts', delay: 3000 });
  expect(ran).toEqual([]);
  await expect.poll(() => ran).toEqual([5]);
  await runner.stop();
});

it('queues with the caller’s transaction or not at all', async () => {
  const jobs = make();
  const ran: unknown[] = [];
  jobs.register({ name: 'with-transaction', run: async (payload) => void ran.push(payload.name) });
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url }) }) });
  await db
    .transaction()
    .execute(async (transaction) => {
      await jobs.add('with-transaction', { name: 'undone' }, { transaction });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await db.transaction().execute((transaction) => jobs.add('with-transaction', { name: 'kept' }, { transaction }));
  const runner = await jobs.run();
  await expect.poll(() => ran).toEqual(['kept']);
  await runner.stop();
  await db.destroy();
});

it('tells a job to stop when the platform stops, and runs it again at the next start', async () => {
  let started = 0;
  let isAborted = false;
  const withJob = () => {
    const jobs = make();
    jobs.register({
      name: 'patient',
      run: (_, signal) =>
        new Promise((resolve, reject) => {
          started++;
          if (started > 1) resolve();
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(new Error('stopped'));
          });
        }),
    });
    return jobs;
  };
  const first = withJob();
  const runner = await first.run();
  await first.add('patient', {});
  await expect.poll(() => started).toBe(1);
  await runner.stop();
  expect(isAborted).toBe(true);
  const next = await withJob().run();
  await expect.poll(() => started).toBe(2);
  await next.stop();
});

it('SCALE-002 takes up the jobs of a runner that died', async () => {
  const ran: unknown[] = [];
  const jobs = make();
  jobs.register({ name: 'orphan', run: async () => void ran.push('orphan') });
  await jobs.add('orphan', {});
  await pool.query("insert into kernel.job_worker values ('worker-of-the-dead', 'packhouse-jobs-dead')");
  await pool.query("update graphile_worker._private_jobs set locked_by = 'worker-of-the-dead', locked_at = now() - interval '10 seconds', attempts = 1");
  const runner = await jobs.run();
  await expect.poll(() => ran).toEqual(['orphan']);
  await runner.stop();
});

it('runs a job on one of several runners, and leaves the jobs of the living alone', async () => {
  const ran: string[] = [];
  const start = (name: string) => {
    const jobs = make();
    jobs.register({
      name: 'slow',
      async run() {
        ran.push(name);
        await new Promise((resolve) => setTimeout(resolve, 1500));
      },
    });
    return jobs;
  };
  const here = start('here');
  const first = await here.run();
  await here.add('slow', {});
  await expect.poll(() => ran).toEqual(['here']);
  const second = await start('there').run();
  await Promise.all([first.stop(), second.stop()]);
  expect(ran).toEqual(['here']);
});

it('refuses two jobs of one name', () => {
  const jobs = make();
  jobs.register({ name: 'same', run: async () => undefined });
  expect(() => jobs.register({ name: 'same', run: async () => undefined })).toThrow('same');
});
