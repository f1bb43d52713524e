import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlatformEvent } from './outbox.ts';

const patience = { timeout: 30_000 };

let test: TestPlatform;
let pool: pg.Pool;
let db: Kysely<Record<string, never>>;
beforeAll(async () => {
  test = await startTestPlatform({ jobs: false });
  pool = new pg.Pool({ connectionString: test.databaseUrl });
  pool.on('error', () => undefined);
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const event = (type: string) => ({ type, subject: 'x', data: { type } });
const publish = (type: string) => db.transaction().execute((transaction) => test.platform.outbox.publish(transaction, event(type)));

/** Collects what arrives from now on. */
function collect(platform = test.platform) {
  const seen: PlatformEvent[] = [];
  const stop = platform.outbox.subscribe((one) => seen.push(one));
  const types = () => seen.map(({ type }) => type);
  return { types, stop, seen };
}

it('delivers what was committed, in order, and nothing that was rolled back', async () => {
  const inbox = collect();
  await publish('one');
  await db
    .transaction()
    .execute(async (transaction) => {
      await test.platform.outbox.publish(transaction, event('undone'));
      throw new Error('changed my mind');
    })
    .catch(() => undefined);
  await db.transaction().execute(async (transaction) => {
    await test.platform.outbox.publish(transaction, event('two'));
    await test.platform.outbox.publish(transaction, event('three'));
  });
  await expect.poll(inbox.types, patience).toEqual(['one', 'two', 'three']);
  expect(inbox.seen[0]).toMatchObject({ subject: 'x', data: { type: 'one' } });
  expect(inbox.seen[0]!.at).toBeInstanceOf(Date);
  inbox.stop();
});

it('announces a transaction once, however much it publishes, and delivers all of it in order', async () => {
  const inbox = collect();
  const announced: (string | undefined)[] = [];
  const listener = new pg.Client({ connectionString: test.databaseUrl });
  listener.on('notification', ({ payload }) => announced.push(payload));
  await listener.connect();
  await listener.query('listen packhouse_event');
  const names = Array.from({ length: 1300 }, (_, index) => `of many ${index}`);
  await db.transaction().execute(async (transaction) => {
    for (const part of [names.slice(0, 1), names.slice(1, 700), names.slice(700)]) await test.platform.outbox.publish(transaction, ...part.map(event));
  });
  await publish('the next');
  await expect.poll(inbox.types, patience).toEqual([...names, 'the next']);
  await expect.poll(() => announced.length, patience).toBe(2);
  inbox.stop();
  await listener.end();
});

it('SCALE-001 reaches every node', async () => {
  const other = await startTestPlatform({ jobs: false, joins: test });
  const [here, there] = [collect(), collect(other.platform)];
  await publish('everywhere');
  for (const inbox of [here, there]) await expect.poll(inbox.types, patience).toEqual(['everywhere']);
  here.stop();
  await other.stop();
});

it('keeps going when one subscriber fails', async () => {
  const stop = test.platform.outbox.subscribe(() => {
    throw new Error('a faulty subscriber');
  });
  const inbox = collect();
  await publish('after the fault');
  await expect.poll(inbox.types, patience).toEqual(['after the fault']);
  stop();
  inbox.stop();
});

it('SCALE-002 catches up after the connection was lost, each event once', async () => {
  const inbox = collect();
  await publish('before');
  await expect.poll(inbox.types, patience).toEqual(['before']);
  await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'packhouse-events' and datname = current_database()");
  await publish('meanwhile 1');
  await publish('meanwhile 2');
  await expect.poll(inbox.types, patience).toEqual(['before', 'meanwhile 1', 'meanwhile 2']);
  await publish('after');
  await expect.poll(inbox.types, patience).toEqual(['before', 'meanwhile 1', 'meanwhile 2', 'after']);
  inbox.stop();
});

it('gives a latecomer what was committed late under an earlier number', async () => {
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let published: () => void = () => undefined;
  const isPublished = new Promise<void>((resolve) => {
    published = resolve;
  });
  const slow = db.transaction().execute(async (transaction: Transaction<Record<string, never>>) => {
    await test.platform.outbox.publish(transaction, event('slow'));
    published();
    await gate;
  });
  await isPublished;
  const inbox = collect();
  await publish('fast');
  await expect.poll(inbox.types, patience).toEqual(['fast']);
  const last = inbox.seen[0]!.id;
  finish();
  await slow;
  await expect.poll(inbox.types, patience).toEqual(['fast', 'slow']);
  expect(inbox.seen[1]!.id).toBeLessThan(last);
  const missed = await test.platform.outbox.since(last, 10);
  expect(missed?.map(({ type }) => type)).toContain('slow');
  inbox.stop();
});

it('says when it no longer knows where a subscriber was', async () => {
  expect(await test.platform.outbox.since(123_456_789, 10)).toBeUndefined();
});
