import { listHookDeliveries, pauseHook } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook, readHook } from '@packhouse/contract/events/hook-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeHook, patience, startReceiver } from '../events-test-platform.ts';
import type { EventsSchema } from '../schema.ts';
import { eventsService } from '../service.ts';

let one: DistributionTestPlatform;
let other: DistributionTestPlatform;
let db: Kysely<EventsSchema>;
beforeAll(async () => {
  const start = () => startDistributionPlatform({ beside: [eventsService] });
  [one, other] = await Promise.all([start(), start()]);
  db = openDatabase<EventsSchema>(one.databaseUrl, 'events', { connections: 1 });
  for (const platform of [one, other]) await platform.create('libs');
});
afterAll(async () => {
  await db?.destroy();
  await one?.stop();
  await other?.stop();
});

/** A webhook that puts a file into the other platform for each that is put here. */
const makeEcho = (target: DistributionTestPlatform, perSecond?: number) => {
  const url = `${target.baseUrl.replace('127.0.0.1', 'localhost')}/artifactory/libs/ping.txt`;
  const headers = Object.entries(target.headersOf('admin')).map(([name, value]) => ({ name, value }));
  const handler = { handler_type: 'custom-webhook' as const, url, method: 'PUT' as const, http_headers: headers };
  return { ...makeHook('echo', url), handlers: [handler], ...(perSecond ? { per_second: perSecond } : {}) };
};
const health = async ({ call }: DistributionTestPlatform) => (await call(readHook, { params: { key: 'echo' } })).health;

/** When requests of a webhook of the first platform were begun. */
async function readTimes(webhook: string): Promise<number[]> {
  const query = db.selectFrom('attempt').innerJoin('message', 'message.id', 'attempt.message_id').select('attempt.at');
  const rows = await query.where('message.subscription', '=', webhook).execute();
  return rows.map(({ at }) => at.getTime()).toSorted((first, second) => first - second);
}

/** The most that was begun within any second. */
const getDensest = (times: readonly number[]) => Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));

it('two platforms whose webhooks trigger each other go round no faster than the limit of one, and both say what goes round', async () => {
  await one.call(createHook, { body: makeEcho(other, 10) });
  await other.call(createHook, { body: makeEcho(one) });
  await one.put('libs/ping.txt', 'ping');
  // Twenty times round, by way of two platforms.
  for (const platform of [one, other])
    await expect
      .poll(() => health(platform), { ...patience, timeout: 60_000 })
      .toMatchObject({ state: 'healthy', loop: { subject: 'libs/ping.txt', count: expect.any(Number) } });
  await one.call(pauseHook, { params: { key: 'echo' } });
  await expect.poll(async () => (await health(one)).waiting, patience).toBe(1);
  expect(getDensest(await readTimes('echo'))).toBeLessThanOrEqual(20);
});

it('a burst goes out no faster than the limit', async () => {
  const receiver = await startReceiver();
  await one.call(createHook, { body: makeHook('slow', receiver.url, { per_second: 20, parallel: 32 }) });
  await Promise.all(Array.from({ length: 60 }, (_, at) => one.put(`libs/file-${at}`, 'x')));
  const left = async () => (await one.call(listHookDeliveries, { query: { webhook: 'slow', limit: 200 } })).items.filter(({ state }) => state !== 'delivered');
  await expect.poll(() => receiver.received.length, patience).toBe(60);
  await expect.poll(left, patience).toEqual([]);
  const times = await readTimes('slow');
  // What was not used of the second before may go along with the first.
  expect(getDensest(times)).toBeLessThanOrEqual(40);
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(1500);
});
