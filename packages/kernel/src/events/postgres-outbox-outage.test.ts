import { cuttableWay } from '@packhouse/testkit/cuttable-way.ts';
import { createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PostgresOutbox } from './postgres-outbox.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  vi.useRealTimers();
  await database.drop();
});

it('asks a database that is away once a round, however long that lasts, and goes on when it is back', async () => {
  const way = await cuttableWay(database.url);
  const pool = new pg.Pool({ connectionString: database.url });
  const outbox = new PostgresOutbox({ databaseUrl: way.url, pool, logger: pino({ level: 'silent' }) });
  await outbox.start();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const waiting = () => vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 30_000 });
  way.cut();
  let rounds = 0;
  for (const wait of [100, 200, 400, 800, 1600]) {
    await waiting();
    await vi.advanceTimersByTimeAsync(wait);
    rounds++;
    await vi.waitFor(() => expect(way.refused()).toBeGreaterThanOrEqual(rounds), { timeout: 30_000 });
  }
  await waiting();
  expect(way.refused()).toBe(rounds);
  way.mend();
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  const seen: string[] = [];
  outbox.subscribe(({ type }) => seen.push(type));
  const listening = async () => {
    const { rows } = await pool.query("select from pg_stat_activity where application_name = 'packhouse-events' and datname = current_database()");
    return rows.length;
  };
  await expect.poll(listening).toBe(1);
  await pool.query("insert into kernel.event (type, subject, data) values ('back', 'x', '{}')");
  await pool.query("select pg_notify('packhouse_event', (select max(id)::text from kernel.event))");
  await expect.poll(() => seen).toEqual(['back']);
  await outbox.stop();
  await pool.end();
  way.close();
});
