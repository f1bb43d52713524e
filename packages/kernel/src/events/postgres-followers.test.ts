import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { defineService } from '../platform.ts';

const patience = { timeout: 30_000 };

interface Schema {
  taken: { event_id: number; type: string; subject: string };
}

/** Takes two types of events into a table in which each has one place; `beforeTaking` lets a test come between. */
let beforeTaking: () => Promise<void> = async () => undefined;
const ledger = defineService({
  name: 'ledger',
  wireName: 'ledger',
  migrations: {
    '0001-taken': {
      up: async (db: Kysely<unknown>) => {
        await sql`create table taken (event_id bigint primary key, type text not null, subject text not null)`.execute(db);
      },
    },
  },
  async start(_app, platform) {
    const own = openDatabase<Schema>(platform.databaseUrl, 'ledger', { connections: 4 });
    platform.followers.register<Schema>({
      name: 'ledger.all',
      types: ['kept', 'also-kept'],
      db: own,
      async take(events, transaction) {
        await beforeTaking();
        await transaction
          .insertInto('taken')
          .values(events.map(({ id, type, subject }) => ({ event_id: id, type, subject })))
          .execute();
      },
    });
    return { stop: () => own.destroy() };
  },
});

let home: TestPlatform;
let db: Kysely<Schema>;
beforeAll(async () => {
  home = await startTestPlatform({ services: [ledger], jobs: false });
  db = openDatabase<Schema>(home.databaseUrl, 'ledger', { connections: 6 });
});
afterAll(async () => {
  await db.destroy();
  await home.stop();
});
beforeEach(async () => {
  beforeTaking = async () => undefined;
  await db.deleteFrom('taken').execute();
});

const publish = (...subjects: string[]) =>
  db.transaction().execute((transaction) => home.platform.outbox.publish(transaction, ...subjects.map((subject) => ({ type: 'kept', subject, data: {} }))));
const startNode = () => startTestPlatform({ services: [ledger], joins: home });
const listTaken = async () => (await db.selectFrom('taken').select('subject').orderBy('event_id').execute()).map(({ subject }) => subject);
const findPlace = async () =>
  (await sql<{ place: number; gaps: unknown[] }>`select place, gaps from kernel.follower where name = 'ledger.all'`.execute(db)).rows[0]!;

it('gives what was committed while nobody ran, and only what is followed', async () => {
  await publish('one', 'two');
  await db.transaction().execute((transaction) => home.platform.outbox.publish(transaction, { type: 'other', subject: 'not followed', data: {} }));
  await publish('three');
  const node = await startNode();
  await expect.poll(listTaken, patience).toEqual(['one', 'two', 'three']);
  await publish('four');
  await expect.poll(listTaken, patience).toEqual(['one', 'two', 'three', 'four']);
  await node.stop();
});

it('goes on beside a transaction that stays open, and gives what that one brings at last', async () => {
  const node = await startNode();
  const [released, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const long = db.transaction().execute(async (transaction) => {
    await home.platform.outbox.publish(transaction, { type: 'kept', subject: 'late', data: {} });
    written.resolve();
    await released.promise;
  });
  await written.promise;
  await publish('early');
  await expect.poll(listTaken, patience).toEqual(['early']);
  expect((await findPlace()).gaps).toHaveLength(1);
  released.resolve();
  await long;
  await expect.poll(listTaken, patience).toEqual(['late', 'early']);
  await expect.poll(async () => (await findPlace()).gaps, patience).toEqual([]);
  await node.stop();
});

it('passes what was undone', async () => {
  const node = await startNode();
  await db
    .transaction()
    .execute(async (transaction) => {
      await home.platform.outbox.publish(transaction, { type: 'kept', subject: 'undone', data: {} });
      throw new Error('changed my mind');
    })
    .catch(() => undefined);
  await publish('after');
  await expect.poll(listTaken, patience).toEqual(['after']);
  await expect.poll(async () => (await findPlace()).gaps, patience).toEqual([]);
  await node.stop();
});

it('gives the same events again when they could not be taken, each once in the end', async () => {
  const node = await startNode();
  let failures = 0;
  beforeTaking = async () => {
    if (failures++ < 2) throw new Error('the follower failed');
  };
  await publish('kept whatever happens');
  await expect.poll(listTaken, patience).toEqual(['kept whatever happens']);
  expect(failures).toBe(3);
  await node.stop();
});

it('SCALE-001 gives each event to one of several nodes, whichever stays', async () => {
  const nodes = [await startNode(), await startNode()];
  const subjects = Array.from({ length: 40 }, (_, index) => `event ${index}`);
  for (const [index, subject] of subjects.entries()) {
    if (index === 20) await nodes[0]!.stop();
    await publish(subject);
  }
  await expect.poll(listTaken, patience).toEqual(subjects);
  await nodes[1]!.stop();
});

it('goes on in a copy on another cluster, whose transactions count anew', async () => {
  const node = await startNode();
  await publish('in the old cluster');
  await expect.poll(listTaken, patience).toEqual(['in the old cluster']);
  await node.stop();
  // As a dump leaves it: a gap that waits for a transaction number this cluster will not reach for years.
  await sql`update kernel.follower set cluster = 1, gaps = ${JSON.stringify([{ from: 1, to: 1, until: '9000000000000000' }])}::jsonb`.execute(db);
  await publish('in the copy');
  const restored = await startNode();
  await expect.poll(listTaken, patience).toEqual(['in the old cluster', 'in the copy']);
  expect((await findPlace()).gaps).toEqual([]);
  await restored.stop();
});

it('keeps old events until every follower has taken them, but not for ever', async () => {
  await publish('old', 'very old');
  await sql`update kernel.event set at = now() - interval '4 days' where subject = 'old'`.execute(db);
  await sql`update kernel.event set at = now() - interval '15 days' where subject = 'very old'`.execute(db);
  const listKept = async () =>
    (await sql<{ subject: string }>`select subject from kernel.event where subject like '%old' order by id`.execute(db)).rows.map(({ subject }) => subject);
  const forgetter = await startTestPlatform({ joins: home });
  await forgetter.platform.jobs.add('forget-events', {});
  await expect.poll(listKept, patience).toEqual(['old']);
  const node = await startNode();
  await expect.poll(listTaken, patience).toEqual(['old']);
  await expect
    .poll(async () => {
      await forgetter.platform.jobs.add('forget-events', {}, { key: 'forget' });
      return listKept();
    }, patience)
    .toEqual([]);
  await node.stop();
  await forgetter.stop();
});
