import { listHookDeliveries, pauseHook } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type EventsTestPlatform, makeHook, patience, startEventsPlatform } from '../events-test-platform.ts';
import { countWaiting, forgetMany, forgetSettled, giveUpOld } from './upkeep-queries.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform();
});
afterAll(() => test.stop());
beforeEach(async () => {
  await test.db.deleteFrom('subscription').execute();
  await test.call(createHook, { body: makeHook('kept', 'http://localhost:99/', { max_age_hours: 5 }) });
  await test.call(pauseHook, { params: { key: 'kept' } });
  await test.deploy('a', 'b', 'c', 'd');
  await vi.waitUntil(async () => (await list()).length === 4, patience);
});

const list = async () => (await test.call(listHookDeliveries, { query: {} })).items;
const hoursAgo = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`;
const change = (path: string, values: object) => test.db.updateTable('message').set(values).where('subject', '=', `libs/${path}`).execute();

it('gives up what is older than the limit of its webhook, and says so', async () => {
  await change('a', { age_from: hoursAgo(6) });
  await change('b', { age_from: hoursAgo(4) });
  expect([await giveUpOld(test.db), await giveUpOld(test.db)]).toEqual([1, 0]);
  const dead = (await list()).filter(({ state }) => state === 'dead');
  expect(dead).toMatchObject([
    { subject: 'libs/a', reason: { reason: 'message_too_old', message: 'It could not be delivered within 5 hours', values: { count: 5 } } },
  ]);
});

it('holds each webhook to its own limit', async () => {
  await test.call(createHook, { body: makeHook('patient', 'http://localhost:99/', { max_age_hours: 100 }) });
  await test.db.updateTable('message').set({ subscription: 'patient' }).where('subject', 'in', ['libs/a', 'libs/b']).execute();
  for (const path of ['a', 'c']) await change(path, { age_from: hoursAgo(99) });
  await change('b', { age_from: hoursAgo(101) });
  expect([await giveUpOld(test.db), await giveUpOld(test.db)]).toEqual([2, 0]);
  expect((await list()).filter(({ state }) => state === 'dead').map(({ subject }) => subject)).toEqual(['libs/c', 'libs/b']);
});

it('counts what is still to be sent bit by bit, of all webhooks', async () => {
  await test.call(createHook, { body: makeHook('other', 'http://localhost:99/') });
  await test.call(pauseHook, { params: { key: 'other' } });
  await test.db.updateTable('message').set({ subscription: 'other' }).where('subject', '=', 'libs/a').execute();
  expect([await countWaiting(test.db), await countWaiting(test.db, 2), await countWaiting(test.db, 1)]).toEqual([4, 4, 4]);
  await change('b', { state: 'sending', lease_until: hoursAgo(-1) });
  await change('c', { state: 'delivered', settled_at: new Date() });
  expect(await countWaiting(test.db, 1)).toBe(3);
});

it('forgets what was delivered or cancelled after three days and what is dead after thirty, and never what waits', async () => {
  await change('a', { state: 'delivered', settled_at: hoursAgo(73) });
  await change('b', { state: 'delivered', settled_at: hoursAgo(71) });
  await change('c', { state: 'dead', settled_at: hoursAgo(29 * 24) });
  await change('d', { created_at: hoursAgo(100 * 24) });
  expect([await forgetSettled(test.db), await forgetSettled(test.db)]).toEqual([1, 0]);
  expect((await list()).map(({ subject }) => subject)).toEqual(['libs/d', 'libs/c', 'libs/b']);
  await change('c', { settled_at: hoursAgo(31 * 24) });
  expect(await forgetSettled(test.db)).toBe(1);
});

it('forgets the oldest settled ones where a webhook has too many', async () => {
  for (const path of ['a', 'c', 'd']) await change(path, { state: 'delivered', settled_at: new Date() });
  expect([await forgetMany(test.db, 1), await forgetMany(test.db, 1)]).toEqual([2, 0]);
  expect((await list()).map(({ subject }) => subject)).toEqual(['libs/d', 'libs/b']);
});
