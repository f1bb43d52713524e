import { createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLocks } from './locks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('takes locks again after the database broke their connection', async () => {
  const log = pino({ level: 'silent' });
  const [here, there] = [openLocks(database.url, log), openLocks(database.url, log)];
  const first = await here.tryTake('one');
  expect(first).toBeDefined();
  expect(await there.tryTake('one')).toBeUndefined();

  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  await admin.end();
  // Who asks next finds out, and goes on without a lock.
  await Promise.all([here.tryTake('lost'), there.tryTake('lost')]);

  const second = await here.tryTake('two');
  expect(await there.tryTake('two')).toBeUndefined();
  await second?.();
  const third = await there.tryTake('two');
  expect(await here.tryTake('two')).toBeUndefined();
  await third?.();
  await Promise.all([here.stop(), there.stop()]);
});
