import { createHook, deleteHook, updateHook } from '@packhouse/contract/events/hook-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EventsTestPlatform, makeHook, patience, startEventsPlatform, startReceiver } from '../events-test-platform.ts';
import type { EventsSchema } from '../schema.ts';
import { deleteSubscription } from '../subscription/subscription-queries.ts';
import { type Happening, insertMessages, type NewMessage } from './message-queries.ts';

let test: EventsTestPlatform;
/** Of whoever is not the platform. */
let others: Kysely<EventsSchema>;
beforeAll(async () => {
  test = await startEventsPlatform();
  others = openDatabase<EventsSchema>(test.databaseUrl, 'events', { connections: 2 });
});
afterAll(async () => {
  await others.destroy();
  await test.stop();
});
beforeEach(async () => {
  await test.db.deleteFrom('subscription').execute();
});

const url = 'http://localhost:99/nobody';
let count = 0;
const makeHappening = (head = '{"a":1,', tail = '"}'): Happening => ({
  event_id: ++count,
  part: 0,
  happened_at: new Date(),
  subject: `libs/${count}`,
  domain: 'artifact',
  event_type: 'deployed',
  head,
  middle: '"c":"',
  tail,
});
const makeMessage = (subscription: string, happening: Happening): NewMessage => ({ happening, subscription, address: `"b":"${subscription}",` });
const makeOwn = (subscription: string, happening: Happening): NewMessage => ({
  happening,
  subscription,
  own: { public_id: `msg_own_${happening.event_id}`, body: 'sealed text', sealed: true, shown: '***' },
});
const isSomebodyWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for key share%'`.execute(others)).rows.length > 0;
const list = () => test.db.selectFrom('message').select(['public_id', 'subscription', 'event_id', 'body', 'state', 'sealed', 'shown']).orderBy('id').execute();

it('keeps usual bodies with the name of their message in them, and those that are their own, each as it is; and none twice', async () => {
  for (const key of ['one', 'two', 'own']) await test.call(createHook, { body: makeHook(key, url, { enabled: false }) });
  const happenings = [makeHappening(), makeHappening('{"a":"é\\n",', '","d":"ü"}')] as const;
  const messages = happenings.flatMap((one) => [makeMessage('one', one), makeOwn('own', one), makeMessage('two', one)]);
  expect(await insertMessages(test.db, messages)).toBe(6);
  expect(await insertMessages(test.db, messages)).toBe(0);
  const kept = await list();
  expect(new Set(kept.map(({ public_id: id }) => id)).size).toBe(6);
  expect(kept.map(({ public_id: id, subscription, body, sealed, shown }) => [subscription, body.replace(id, 'NAME'), sealed, shown])).toEqual([
    ['one', '{"a":1,"b":"one","c":"NAME"}', false, null],
    ['own', 'sealed text', true, '***'],
    ['two', '{"a":1,"b":"two","c":"NAME"}', false, null],
    ['one', '{"a":"é\\n","b":"one","c":"NAME","d":"ü"}', false, null],
    ['own', 'sealed text', true, '***'],
    ['two', '{"a":"é\\n","b":"two","c":"NAME","d":"ü"}', false, null],
  ]);
});

it('a message keeps an order where its webhook did when it was made, and names follow each other', async () => {
  await test.call(createHook, { body: makeHook('one', url, { enabled: false }) });
  await insertMessages(test.db, [makeMessage('one', makeHappening())]);
  await test.call(updateHook, { params: { key: 'one' }, body: makeHook('one', url, { enabled: false, keep_order: true }) });
  await insertMessages(test.db, [makeMessage('one', makeHappening())]);
  const kept = await test.db.selectFrom('message').select(['public_id', 'ordered']).orderBy('id').execute();
  expect(kept.map(({ ordered }) => ordered)).toEqual([false, true]);
  const names = kept.map(({ public_id: id }) => id);
  expect(names).toEqual(names.toSorted());
  expect(names).toEqual([expect.stringMatching(/^msg_[0-9a-f]{32}$/), expect.stringMatching(/^msg_[0-9a-f]{32}$/)]);
});

it('keeps what is too much for one statement in several', async () => {
  for (const key of ['one', 'two']) await test.call(createHook, { body: makeHook(key, url, { enabled: false }) });
  const long = 'x'.repeat(3 * 1024 * 1024);
  const happenings = [makeHappening(`{"a":"${long}",`), makeHappening(`{"a":"${long}",`)] as const;
  const many = Array.from({ length: 5001 }, () => makeHappening());
  expect(
    await insertMessages(
      test.db,
      [...happenings, ...many].flatMap((one) => [makeMessage('one', one), makeMessage('two', one)]),
    ),
  ).toBe(10_006);
  expect((await list()).filter(({ body }) => body.startsWith(`{"a":"${long}","b":"`))).toHaveLength(4);
});

it('a webhook that is deleted meanwhile gets no message, and the others theirs', async () => {
  for (const key of ['gone', 'there']) await test.call(createHook, { body: makeHook(key, url, { enabled: false }) });
  const [deleted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deleting = others.transaction().execute(async (tx) => {
    await deleteSubscription(tx, 'gone');
    deleted.resolve();
    await released.promise;
  });
  await deleted.promise;
  const happening = makeHappening();
  const inserting = insertMessages(test.db, [makeMessage('gone', happening), makeMessage('there', happening)]);
  await expect.poll(isSomebodyWaiting, patience).toBe(true);
  released.resolve();
  await deleting;
  expect(await inserting).toBe(1);
  expect(await list()).toMatchObject([{ subscription: 'there' }]);
});

it('messages go with their webhook, and how they were sent', async () => {
  const receiver = await startReceiver();
  for (const key of ['gone', 'there']) await test.call(createHook, { body: makeHook(key, receiver.url) });
  await test.deploy('a');
  const attempts = () => test.db.selectFrom('attempt').innerJoin('message', 'message.id', 'message_id').select('subscription').execute();
  await expect.poll(async () => (await attempts()).length, patience).toBe(2);
  await test.call(deleteHook, { params: { key: 'gone' } });
  expect(await list()).toMatchObject([{ subscription: 'there' }]);
  expect((await sql`select subscription from attempt left join message on message.id = message_id`.execute(test.db)).rows).toEqual([{ subscription: 'there' }]);
});
