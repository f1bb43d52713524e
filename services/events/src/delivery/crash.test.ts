import { listHookDeliveries, readHookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventsTestPlatform, makeHook, patience, startEventsPlatform, startReceiver } from '../events-test-platform.ts';
import { claimMessages } from './claim-queries.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform();
});
afterAll(() => test.stop());

const list = async (webhook: string) => (await test.call(listHookDeliveries, { query: { webhook } })).items;

it('a message whose sender was killed between answer and settling goes out again under the same name', async () => {
  const receiver = await startReceiver();
  await test.call(createHook, { body: makeHook('killed', receiver.url) });
  await test.deploy('a');
  await expect.poll(async () => (await list('killed')).map(({ state }) => state), patience).toEqual(['delivered']);
  // As such a sender leaves it: the receiver has it, and nobody knows.
  await test.db.deleteFrom('attempt').execute();
  const left = { state: 'sending' as const, lease_until: new Date(Date.now() + 60_000), settled_at: null };
  await test.db.updateTable('message').set(left).where('subscription', '=', 'killed').execute();
  await test.deploy('b');
  await expect.poll(() => receiver.received.length, patience).toBe(2);
  expect((await list('killed')).map(({ state }) => state)).toContain('sending');
  await test.db
    .updateTable('message')
    .set({ lease_until: new Date(0) })
    .where('state', '=', 'sending')
    .execute();
  await expect.poll(() => receiver.received.length, patience).toBe(3);
  const [first, , again] = receiver.received;
  expect([again!.headers['webhook-id'], again!.body]).toEqual([first!.headers['webhook-id'], first!.body]);
  await expect.poll(async () => (await list('killed')).map(({ state }) => state), patience).toEqual(['delivered', 'delivered']);
  const { attempts, items } = await test.call(readHookDelivery, { params: { id: String(first!.headers['webhook-id']) } });
  expect([attempts, items.map(({ number }) => number)]).toEqual([2, [2]]);
});

it('two processes send each message once, and together no more of a webhook than it may have under way', async () => {
  const receiver = await startReceiver();
  let [busy, most] = [0, 0];
  receiver.answer = (_, response) => {
    most = Math.max(most, ++busy);
    setTimeout(() => {
      busy--;
      response.end();
    }, 20);
  };
  const other = await startEventsPlatform({ joins: test });
  try {
    await test.call(createHook, { body: makeHook('shared', receiver.url, { parallel: 2 }) });
    await test.deploy(...Array.from({ length: 40 }, (_, at) => `file-${at}`));
    await expect.poll(() => receiver.received.length, patience).toBe(40);
    await expect.poll(async () => (await list('shared')).every(({ state }) => state === 'delivered'), patience).toBe(true);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(40);
    expect(most).toBeLessThanOrEqual(2);
  } finally {
    await other.stop();
  }
});

it('a receiver that hangs keeps no other webhook waiting', async () => {
  const [hanging, quick] = [await startReceiver(), await startReceiver()];
  const held: (() => void)[] = [];
  hanging.answer = (_, response) => void held.push(() => response.end());
  await test.call(createHook, { body: makeHook('hanging', hanging.url) });
  await test.call(createHook, { body: makeHook('quick', quick.url) });
  await test.deploy(...Array.from({ length: 100 }, (_, at) => `file-${at}`));
  await expect.poll(() => quick.received.length, patience).toBe(100);
  expect(hanging.received.length).toBeLessThan(5);
  for (const release of held) release();
});

it('a claim takes nothing of webhooks that are paused or off', async () => {
  const receiver = await startReceiver();
  await test.call(createHook, { body: makeHook('still', receiver.url) });
  await test.db
    .updateTable('subscription')
    .set({ paused_until: new Date(Date.now() + 3_600_000) })
    .where('key', '=', 'still')
    .execute();
  await test.deploy('a');
  await expect.poll(async () => (await list('still')).length, patience).toBe(1);
  expect((await test.db.transaction().execute((tx) => claimMessages(tx, 64))).filter(({ subscription }) => subscription === 'still')).toEqual([]);
  await test.db.updateTable('subscription').set({ paused_until: null, enabled: false }).where('key', '=', 'still').execute();
  expect((await test.db.transaction().execute((tx) => claimMessages(tx, 64))).filter(({ subscription }) => subscription === 'still')).toEqual([]);
  expect(receiver.received).toEqual([]);
});
