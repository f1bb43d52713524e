import { listHookDeliveries, pauseHook, resumeHook, tryHook } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook, readHook, updateHook } from '@packhouse/contract/events/hook-routes.ts';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answering, type EventsTestPlatform, makeHook, patience, startEventsPlatform, startReceiver } from '../events-test-platform.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform();
});
afterAll(() => test.stop());
afterEach(async () => {
  vi.useRealTimers();
  await test.db.deleteFrom('subscription').execute();
});

const states = async () => (await test.call(listHookDeliveries, { query: { limit: 200 } })).items.map(({ state }) => state);
const health = async (key: string) => (await test.call(readHook, { params: { key } })).health;

it('a receiver that is down for a day costs about thirty requests, however much waits, and then gets all of it once', async () => {
  const receiver = await startReceiver();
  receiver.answer = answering(502);
  await test.call(createHook, { body: makeHook('day', receiver.url) });
  await test.deploy(...Array.from({ length: 150 }, (_, at) => `file-${at}`));
  const readPause = () =>
    test.db
      .selectFrom('subscription')
      .select(['failures', sql<number>`extract(epoch from paused_until - now())::float`.as('left')])
      .executeTakeFirstOrThrow();
  let elapsed = 0;
  for (let failures = 1; elapsed < 86_400; failures++) {
    await expect.poll(async () => (await readPause()).failures, { ...patience, interval: 5 }).toBe(failures);
    elapsed += (await readPause()).left;
    // The pause has passed.
    await test.call(tryHook, { params: { key: 'day' } });
  }
  await expect.poll(async () => (await readPause()).left, patience).toBeGreaterThan(0);
  const requests = receiver.received.length;
  expect(requests).toBeLessThan(40);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  receiver.answer = answering(200);
  await test.call(tryHook, { params: { key: 'day' } });
  await expect.poll(async () => (await states()).every((state) => state === 'delivered'), patience).toBe(true);
  expect(receiver.received).toHaveLength(requests + 150);
  expect(await health('day')).toMatchObject({ state: 'healthy', waiting: 0 });
});

it('messages that wait while the secret changes are signed with both', async () => {
  const receiver = await startReceiver();
  const [first, second] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLwSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'];
  const body = (secret: string) => makeHook('rotated', receiver.url, { handler: { secret, use_secret_for_signing: true } });
  await test.call(createHook, { body: body(first) });
  await test.call(pauseHook, { params: { key: 'rotated' } });
  await test.deploy('a', 'b');
  await expect.poll(async () => (await health('rotated')).waiting, patience).toBe(2);
  await test.call(updateHook, { params: { key: 'rotated' }, body: body(second) });
  await test.call(resumeHook, { params: { key: 'rotated' } });
  await expect.poll(() => receiver.received.length, patience).toBe(2);
  for (const { body: text, headers } of receiver.received) {
    for (const secret of [first, second]) expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(JSON.parse(text));
    expect(() => new Webhook('whsec_YW5vdGhlcg==').verify(text, headers as Record<string, string>)).toThrow();
  }
});

it('every secret of the last day signs, however often it was changed, and no longer', async () => {
  const receiver = await startReceiver();
  const secrets = ['first secret', 'second secret', 'third secret', 'fourth secret'] as const;
  const body = (secret: string) => makeHook('restless', receiver.url, { handler: { secret, use_secret_for_signing: true } });
  await test.call(createHook, { body: body(secrets[0]) });
  for (const secret of secrets.slice(1)) await test.call(updateHook, { params: { key: 'restless' }, body: body(secret) });
  // What is saved again as it is ends nothing.
  await test.call(updateHook, { params: { key: 'restless' }, body: body(secrets[3]) });
  const listTaken = () => {
    const { body: text, headers } = receiver.received.at(-1)!;
    return secrets.filter((secret) => {
      try {
        return new Webhook(secret, { format: 'raw' }).verify(text, headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    });
  };
  await test.deploy('a');
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  expect(listTaken()).toEqual(secrets);
  // The day of the first one is over.
  await test.db.updateTable('subscription').set({ earlier: sql`jsonb_set(earlier, '{1,until}', to_jsonb(now() - interval '1 second'))` }).execute();
  await test.deploy('b');
  await expect.poll(() => receiver.received.length, patience).toBe(2);
  expect(listTaken()).toEqual(secrets.slice(1));
  await test.call(updateHook, { params: { key: 'restless' }, body: body('fifth secret') });
  const { earlier } = await test.db.selectFrom('subscription').select('earlier').executeTakeFirstOrThrow();
  expect(earlier).toHaveLength(2);
});

it('the clock of the process decides nothing: set back an hour, all goes on and says the time of the database', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  const receiver = await startReceiver();
  receiver.answer = answering(503);
  await test.call(createHook, { body: makeHook('clock', receiver.url) });
  await test.deploy('a');
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  const readSkew = async () => {
    const { now } = await test.db.selectNoFrom(sql<number>`extract(epoch from now())::float`.as('now')).executeTakeFirstOrThrow();
    return Math.abs(now - Number(receiver.received.at(-1)!.headers['webhook-timestamp']));
  };
  expect(await readSkew()).toBeLessThan(60);
  await expect.poll(() => health('clock'), patience).toMatchObject({ state: 'failing' });
  receiver.answer = answering(200);
  // The pause of five seconds is the database's, too.
  await expect.poll(() => receiver.received.length, patience).toBe(2);
  await expect.poll(states, patience).toEqual(['delivered']);
  expect(await readSkew()).toBeLessThan(60);
});

it('events of a restored database, which are numbered anew, are messages of their own', async () => {
  const receiver = await startReceiver();
  await test.call(createHook, { body: makeHook('restored', receiver.url) });
  await test.deploy('before');
  await expect.poll(states, patience).toEqual(['delivered']);
  // As the copy kept it: under the number that the next event here will have.
  const next = sql<number>`(select max(id) + 1 from kernel.event)`;
  await test.db.updateTable('message').set({ event_id: next, happened_at: sql<Date>`happened_at - interval '1 day'` }).execute();
  await test.deploy('after');
  await expect.poll(() => receiver.received.map(({ body }) => JSON.parse(body).data.path), patience).toEqual(['before', 'after']);
  await expect.poll(states, patience).toEqual(['delivered', 'delivered']);
  expect(await test.db.selectFrom('message').select('event_id').distinct().execute()).toHaveLength(1);
});
