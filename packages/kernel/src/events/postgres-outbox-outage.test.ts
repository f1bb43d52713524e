import { setTimeout } from 'node:timers/promises';
import { cuttableWay } from '@packhouse/testkit/cuttable-way.ts';
import { createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPool } from '../database/database-client.ts';
import { outsideFailure } from '../http/outside-failure.ts';
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
  await pool.query(
    "with added as (insert into kernel.event (type, subject, data) values ('back', 'x', '{}')) select pg_notify('packhouse_event', pg_current_xact_id()::text)",
  );
  await expect.poll(() => seen).toEqual(['back']);
  await outbox.stop();
  await pool.end();
  way.close();
});

it('SCALE-001 notices within seconds that the other side of the listening connection vanished without a word, and misses nothing', async () => {
  const way = await cuttableWay(database.url);
  const pool = new pg.Pool({ connectionString: database.url });
  const reading = openPool(way.url);
  const outbox = new PostgresOutbox({ databaseUrl: way.url, pool: reading, logger: pino({ level: 'silent' }) });
  const seen: string[] = [];
  // Catching up may reach back to what other tests published.
  outbox.subscribe(({ subject, type }) => subject === 'vanish' && seen.push(type));
  const publish = async (type: string) => {
    const adding = "insert into kernel.event (type, subject, data) values ($1, 'vanish', '{}')";
    await pool.query(`with added as (${adding}) select pg_notify('packhouse_event', pg_current_xact_id()::text)`, [type]);
  };
  await outbox.start();
  await publish('before');
  await expect.poll(() => seen).toEqual(['before']);
  way.swallow();
  const swallowed = performance.now();
  const unanswered = reading.query('select').catch((error: unknown) => outsideFailure(error));
  await publish('meanwhile');
  // Whatever waits for an answer there waits no longer.
  expect(await unanswered).toBe('unavailable');
  expect(performance.now() - swallowed).toBeLessThan(20_000);
  // The first attempt to connect again finds nobody either, and is given up as well.
  await setTimeout(500);
  way.mend();
  const mended = performance.now();
  await publish('after');
  await expect.poll(() => seen, { timeout: 60_000 }).toEqual(['before', 'meanwhile', 'after']);
  expect(performance.now() - mended).toBeLessThan(20_000);
  await outbox.stop();
  await reading.end();
  await pool.end();
  way.close();
});

it('SCALE-002 delivers what it missed before what came later, also where reading what it missed fails at first', async () => {
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  const reading = new pg.Pool({ connectionString: database.url });
  const query = reading.query.bind(reading) as (...given: unknown[]) => unknown;
  let failures = 0;
  let isAway = false;
  const queryUnlessAway = (...given: unknown[]) => {
    if (!isAway) return query(...given);
    failures++;
    return Promise.reject(new Error('away'));
  };
  reading.query = queryUnlessAway as typeof reading.query;
  const outbox = new PostgresOutbox({ databaseUrl: database.url, pool: reading, logger: pino({ level: 'silent' }) });
  const seen: string[] = [];
  outbox.subscribe(({ subject, type }) => subject === 'behind' && seen.push(type));
  const publish = async (type: string) => {
    const adding = "insert into kernel.event (type, subject, data) values ($1, 'behind', '{}')";
    await pool.query(`with added as (${adding}) select pg_notify('packhouse_event', pg_current_xact_id()::text)`, [type]);
  };
  await outbox.start();
  await publish('before');
  await expect.poll(() => seen).toEqual(['before']);
  isAway = true;
  await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'packhouse-events' and datname = current_database()");
  await publish('meanwhile');
  await expect.poll(() => failures).toBeGreaterThan(0);
  isAway = false;
  await publish('after');
  await expect.poll(() => seen.length).toBe(3);
  expect(seen).toEqual(['before', 'meanwhile', 'after']);
  await outbox.stop();
  await reading.end();
  await pool.end();
});

it('stops although the other side of the listening connection vanished', async () => {
  const way = await cuttableWay(database.url);
  const pool = new pg.Pool({ connectionString: database.url });
  const outbox = new PostgresOutbox({ databaseUrl: way.url, pool, logger: pino({ level: 'silent' }) });
  await outbox.start();
  way.swallow();
  await expect(outbox.stop()).resolves.toBeUndefined();
  await pool.end();
  way.close();
});
