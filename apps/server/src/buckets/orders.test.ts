import { readBucketStatus } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { attachTo, releaseFrom, reserveFor } from '@packhouse/mission-control-service/bucket/attach.ts';
import type { BucketContext } from '@packhouse/mission-control-service/bucket/bucket-context.ts';
import { carryOutAll } from '@packhouse/mission-control-service/bucket/carry-out-all.ts';
import { claimOrders } from '@packhouse/mission-control-service/bucket/order-queries.ts';
import { RefusedError, type Target } from '@packhouse/mission-control-service/bucket/target.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type BucketTestPlatform, makeIssuer, startBucketPlatform } from './bucket-test-platform.ts';

const by = { actor: 'admin', address: '' };
let test: BucketTestPlatform;
beforeAll(async () => {
  // The pump would settle orders by itself, at deployments that it cannot know.
  test = await startBucketPlatform(makeIssuer(), { jobs: false });
});
afterAll(() => test.stop());

const willing: Target = { install: async () => undefined, withdraw: async () => undefined, held: async () => [] };

/** What attaches licences at deployments that do as is said. */
const reach = (targetOf: BucketContext['targetOf']): BucketContext => ({
  db: test.db,
  platform: test.platform,
  peers: test.peers,
  log: pino({ level: 'silent' }),
  listeners: [],
  targetOf,
});

async function makeDeployments(name: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${name}-${String(index).padStart(2, '0')}`);
  const next = new Date(Date.now() + 3_600_000);
  await test.db
    .insertInto('deployment')
    .values(ids.map((id) => ({ id, name: id, url: `https://${id}.example.org`, status: 'ONLINE' as const, created_by: 'admin', next_at: next })))
    .execute();
  return ids;
}

/** Takes so many calls, and refuses all others. */
function takeCalls(count: number): Target {
  let left = count;
  const answer = async () => {
    if (left-- <= 0) throw new RefusedError(say(bucketWords.order_broken_off));
  };
  return { ...willing, install: answer, withdraw: answer };
}

it('says of an order that was refused half-way how many licenses are attached, or were taken back', async () => {
  const [place] = (await makeDeployments('half', 1)) as [string];
  const bucket = await test.add('half', { count: 501 });
  const [order] = await attachTo(
    reach(() => takeCalls(1)),
    bucket.id,
    [{ deployment: place, licenses: 501 }],
    by,
  );
  expect(order).toMatchObject({
    state: 'refused',
    done: 500,
    message: `500 licenses are attached to ${place}, which refused the rest: the answer was not heard`,
  });
  const read = async () => (await test.call(readBucketStatus, { params: { id: bucket.id } })).bucket;
  expect(await read()).toMatchObject({ used: 500, available: 1 });
  const complete = reach(() => willing);
  await attachTo(complete, bucket.id, [{ deployment: place, licenses: 1 }], by);
  const [release] = await releaseFrom(
    reach(() => takeCalls(1)),
    bucket.id,
    place,
    by,
  );
  expect(release).toMatchObject({ state: 'refused', message: expect.stringMatching(/taken back from half-00, which refused the rest/) });
  expect((await read()).used).toBe(501 - release!.done);
});

it('LIC-015 LIC-041 tells what came of everything that was asked for together, however many they are', async () => {
  const ids = await makeDeployments('many', 60);
  const bucket = await test.add('many', { count: 130 });
  const attach = (count: number) =>
    attachTo(
      reach(() => willing),
      bucket.id,
      ids.slice(0, count).map((deployment) => ({ deployment, licenses: 1 })),
      by,
    );
  const read = async () => (await test.call(readBucketStatus, { params: { id: bucket.id } })).orders.map(({ deployment }) => deployment);
  await attach(60);
  expect(await read()).toEqual(ids);
  await attach(49);
  // Fifty lines reach into the request before, which is told whole.
  expect(await read()).toEqual([...ids.slice(0, 49), ...ids]);
  await attach(1);
  expect(await read()).toEqual([ids[0], ...ids.slice(0, 49)]);
});

it('does not let orders be settled by others while they wait for their turn', async () => {
  const ids = await makeDeployments('turn', 18);
  const bucket = await test.add('turn', { count: 18 });
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const context = reach(({ id }) => {
    const install = async () => {
      begun.push(id);
      await answers;
    };
    return { ...willing, install };
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const orders = await reserveFor(
    context,
    bucket.id,
    ids.map((deployment) => ({ deployment, licenses: 1 })),
    by,
  );
  const done = carryOutAll(context, orders);
  await vi.waitFor(() => expect(begun).toHaveLength(16), { timeout: 30_000 });
  const waiting = orders.filter(({ deployment }) => !begun.includes(deployment)).map(({ id }) => id);
  await test.db
    .updateTable('attach_order')
    .set({ lease_until: new Date(0) })
    .where('id', 'in', waiting)
    .execute();
  vi.advanceTimersByTime(30_000);
  const countDue = async () => (await test.db.selectFrom('attach_order').select('id').where('lease_until', '<=', new Date()).execute()).length;
  await vi.waitFor(async () => expect(await countDue()).toBe(0), { timeout: 30_000 });
  expect(await claimOrders(test.db, 100)).toEqual([]);
  answer();
  expect((await done).map(({ state }) => state)).toEqual(ids.map(() => 'done'));
});
