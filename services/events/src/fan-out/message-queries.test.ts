import { createHook, deleteHook } from '@packhouse/contract/events/hook-routes.ts';
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
const makeHappening = (head = '{"a":1,'): Happening => ({
  event_id: ++count,
  part: 0,
  happened_at: new Date(),
  subject: `libs/${count}`,
  domain: 'artifact',
  event_type: 'deployed',
  head,
});
const makeMessage = (subscription: string, happening: Happening, body: Partial<NewMessage> = { tail: '"b":2}' }): NewMessage => ({
  happening,
  public_id: `msg_${subscription}_${happening.event_id}`,
  subscription,
  ...body,
});
const isSomebodyWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for key share%'`.execute(others)).rows.length > 0;
const list = () => test.db.selectFrom('message').select(['subscription', 'event_id', 'body', 'state', 'sealed', 'shown']).orderBy('id').execute();

it('keeps bodies that begin alike, and those that are their own, each as it is; and none twice', async () => {
  for (const key of ['one', 'two', 'own']) await test.call(createHook, { body: makeHook(key, url, { enabled: false }) });
  const happenings = [makeHappening(), makeHappening('{"a":"é\\n",')] as const;
  const messages = happenings.flatMap((one) => [
    makeMessage('one', one),
    makeMessage('two', one, { tail: '"b":"ü"}' }),
    makeMessage('own', one, { body: 'sealed text', sealed: true, shown: '***' }),
  ]);
  expect(await insertMessages(test.db, messages)).toBe(6);
  expect(await insertMessages(test.db, messages)).toBe(0);
  expect((await list()).map(({ subscription, body, sealed, shown }) => [subscription, body, sealed, shown])).toEqual([
    ['one', '{"a":1,"b":2}', false, null],
    ['two', '{"a":1,"b":"ü"}', false, null],
    ['own', 'sealed text', true, '***'],
    ['one', '{"a":"é\\n","b":2}', false, null],
    ['two', '{"a":"é\\n","b":"ü"}', false, null],
    ['own', 'sealed text', true, '***'],
  ]);
});

it('keeps what is too much for one statement in several', async () => {
  for (const key of ['one', 'two']) await test.call(createHook, { body: makeHook(key, url, { enabled: false }) });
  const long = 'x'.repeat(3 * 1024 * 1024);
  const happenings = [makeHappening(`{"a":"${long}",`), makeHappening(`{"a":"${long}",`)] as const;
  const many = Array.from({ length: 2001 }, () => makeHappening());
  expect(
    await insertMessages(
      test.db,
      [...happenings, ...many].flatMap((one) => [makeMessage('one', one), makeMessage('two', one)]),
    ),
  ).toBe(4006);
  expect((await list()).filter(({ body }) => body === `{"a":"${long}","b":2}`)).toHaveLength(4);
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
