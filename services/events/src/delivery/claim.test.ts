import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EventsTestPlatform, makeHook, startEventsPlatform } from '../events-test-platform.ts';
import { claimMessages, returnLost } from './claim-queries.ts';
import { settleMessages } from './settle-queries.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform({ jobs: false });
});
afterAll(() => test.stop());
beforeEach(async () => {
  await test.db.deleteFrom('subscription').execute();
});

const start = (key: string, settings: Parameters<typeof makeHook>[2] = {}) => test.call(createHook, { body: makeHook(key, 'http://localhost:99/', settings) });
/** Messages in this order, each about its subject. */
const queue = async (subscription: string, ...subjects: readonly string[]) => {
  const { ordered } = await test.db.selectFrom('subscription').select('ordered').where('key', '=', subscription).executeTakeFirstOrThrow();
  await test.db
    .insertInto('message')
    .values(
      subjects.map((subject, at) => ({
        public_id: `${subscription}-${at}`,
        subscription,
        event_id: at,
        part: 0,
        happened_at: new Date(),
        subject,
        domain: 'artifact' as const,
        event_type: 'deployed',
        ordered,
        body: '{}',
      })),
    )
    .execute();
};
const widen = (width: number) => test.db.updateTable('subscription').set({ width }).execute();
const claim = async (free = 64) => (await test.db.transaction().execute((tx) => claimMessages(tx, free))).toSorted((one, other) => one.id - other.id);
const names = async (free?: number) => (await claim(free)).map(({ public_id: name }) => name);

it('takes the oldest of each webhook, as many as it may have under way and as there is room for', async () => {
  await start('one');
  await start('two');
  await queue('one', 'a', 'b', 'c');
  await queue('two', 'a', 'b', 'c');
  expect(await names()).toEqual(['one-0', 'two-0']);
  expect(await names()).toEqual([]);
  await widen(2);
  expect(await names(1)).toHaveLength(1);
  expect(await names()).toHaveLength(1);
  expect(await names()).toEqual([]);
});

it('takes nothing of a webhook that may have fewer under way than it has', async () => {
  await start('narrow');
  await queue('narrow', 'a', 'b', 'c', 'd');
  await widen(3);
  expect(await names()).toHaveLength(3);
  await widen(1);
  expect(await names()).toEqual([]);
});

it('reads along what is due, whatever the database believes to be waiting', async () => {
  await start('many');
  await sql`
    insert into message (public_id, subscription, event_id, part, happened_at, subject, domain, event_type, body)
    select 'many-' || number, 'many', number, 0, now(), 'file-' || number, 'artifact', 'deployed', '{}' from generate_series(1, 20000) as number`.execute(
    test.db,
  );
  await widen(2);
  await sql`analyze message`.execute(test.db);
  await test.db.updateTable('message').set({ state: 'delivered', settled_at: new Date() }).where('subject', '!=', 'file-20000').execute();
  const scans = await test.db.connection().execute(async (connection) => {
    // What the connection read before may not have been added up yet, and would be counted with this.
    await sql`select pg_stat_force_next_flush()`.execute(connection);
    return connection.transaction().execute(async (tx) => {
      expect(await claimMessages(tx, 64)).toHaveLength(1);
      const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where indrelid = 'message'::regclass and pg_stat_get_xact_numscans(indexrelid) > 0 order by 1`.execute(
        tx,
      );
      const { rows: whole } = await sql<{ scans: number }>`select pg_stat_get_xact_numscans('message'::regclass)::int as scans`.execute(tx);
      return [whole[0]!.scans, ...rows.map(({ name }) => name)];
    });
  });
  expect(scans).toEqual([0, 'message_due', 'message_pkey', 'message_sending']);
});

it('says how far it came, and walks no more along what was passed until it looks at everything', async () => {
  await start('many', { parallel: 2 });
  await sql`
    insert into message (public_id, subscription, event_id, part, happened_at, subject, domain, event_type, body)
    select 'many-' || number, 'many', number, 0, now(), 'file-' || number, 'artifact', 'deployed', '{}' from generate_series(1, 3000) as number`.execute(
    test.db,
  );
  await widen(2);
  expect((await claim()).map(({ passed }) => passed?.event_id)).toEqual([undefined, 2]);
  await test.db.updateTable('message').set({ state: 'delivered', settled_at: new Date() }).where('event_id', '<', 2999).execute();
  const { next_at: at } = await test.db
    .selectFrom('message')
    .select(sql<string>`next_at::text`.as('next_at'))
    .where('event_id', '=', 2998)
    .executeTakeFirstOrThrow();
  const passed = new Map([['many', { next_at: at, event_id: 2998, part: 0 }]]);
  const walked = await test.db.connection().execute(async (connection) => {
    await sql`select pg_stat_force_next_flush()`.execute(connection);
    return connection.transaction().execute(async (tx) => {
      expect((await claimMessages(tx, 1, passed)).map(({ public_id: name }) => name)).toEqual(['many-2999']);
      const { rows } = await sql<{ count: number }>`select pg_stat_get_xact_tuples_returned('message_due'::regclass)::int as count`.execute(tx);
      return rows[0]!.count;
    });
  });
  expect(walked).toBeLessThan(20);
  await test.db.updateTable('message').set({ state: 'waiting' }).where('event_id', '=', 1).execute();
  await widen(8);
  expect((await test.db.transaction().execute((tx) => claimMessages(tx, 64, passed))).map(({ public_id: name }) => name)).toEqual(['many-3000']);
  expect(await names()).toEqual(['many-1']);
});

it('begins with what failed, however far it came, while the receiver fails', async () => {
  await start('failing', { parallel: 1 });
  await queue('failing', 'a', 'b', 'c');
  const [first] = await claim();
  const passed = new Map([['failing', first!.passed!]]);
  await test.db.updateTable('message').set({ state: 'waiting', lease_until: null }).where('id', '=', first!.id).execute();
  await test.db.updateTable('subscription').set({ failing_since: new Date() }).execute();
  const probes = await test.db.transaction().execute((tx) => claimMessages(tx, 64, passed));
  expect(probes.map(({ public_id: name }) => name)).toEqual(['failing-0']);
});

it('of what is due at the same moment, takes the older event first, so that nothing before the last one is passed over', async () => {
  await start('level');
  await queue('level', 'a', 'b', 'c', 'd', 'e', 'f');
  await widen(6);
  const claimed = await claim(3);
  expect(claimed.map(({ public_id: name, passed }) => [name, passed?.event_id])).toEqual([
    ['level-0', undefined],
    ['level-1', undefined],
    ['level-2', 2],
  ]);
});

it('of a webhook in order, says nothing of how far it came: older ones about other subjects may be waiting before that', async () => {
  await start('row', { keep_order: true });
  await queue('row', 'a', 'a', 'b');
  await widen(8);
  expect((await claim()).map(({ public_id: name, passed }) => [name, passed])).toEqual([
    ['row-0', null],
    ['row-2', null],
  ]);
});

it('of a webhook in order, takes what has nothing older about its subject before it', async () => {
  await start('row', { keep_order: true });
  await queue('row', 'a', 'a', 'b', 'b', 'c');
  await widen(8);
  expect(await names()).toEqual(['row-0', 'row-2', 'row-4']);
  expect(await names()).toEqual([]);
  await test.db.updateTable('message').set({ state: 'delivered' }).where('public_id', '=', 'row-0').execute();
  expect(await names()).toEqual(['row-1']);
});

it('a sender that was thought dead settles nothing that another one has taken since', async () => {
  await start('late');
  await queue('late', 'a');
  const [first] = await claim();
  expect(await returnLost(test.db)).toBe(0);
  await test.db
    .updateTable('message')
    .set({ lease_until: new Date(0) })
    .execute();
  expect(await returnLost(test.db)).toBe(1);
  const [second] = await claim();
  expect([first!.attempts, second!.attempts]).toEqual([1, 2]);
  const good = { state: 'delivered' as const, status: 200, said: null, duration: 1 };
  expect(await settleMessages(test.db, [{ message: first!, settlement: { ...good, state: 'dead' } }])).toBe(0);
  expect(await settleMessages(test.db, [{ message: second!, settlement: good }])).toBe(1);
  expect(await settleMessages(test.db, [{ message: second!, settlement: good }])).toBe(0);
});
