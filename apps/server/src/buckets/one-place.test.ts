import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { releaseFrom, reserveFor } from '@packhouse/mission-control-service/bucket/attach.ts';
import type { BucketContext } from '@packhouse/mission-control-service/bucket/bucket-context.ts';
import { carryOut, settleOrder } from '@packhouse/mission-control-service/bucket/carry-out.ts';
import { claimOrders, type OrderRow } from '@packhouse/mission-control-service/bucket/order-queries.ts';
import { RefusedError, type Target } from '@packhouse/mission-control-service/bucket/target.ts';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BucketTestPlatform, makeIssuer, startBucketPlatform } from './bucket-test-platform.ts';

// Deployments are simulated here: they do with an order what the access service does (`licence.test.ts` proves that), and the way to them loses what a network can lose.
let test: BucketTestPlatform;
beforeAll(async () => {
  // The pump would settle orders by itself, at deployments that it cannot know.
  test = await startBucketPlatform(makeIssuer(), { jobs: false });
});
afterAll(() => test.stop());

const size = 6;
const places = ['north', 'south', 'east'] as const;
const fates = ['arrives', 'lost', 'unanswered', 'late', 'killed before', 'killed after'] as const;
type Fate = (typeof fates)[number];

class Place implements Target {
  readonly installed = new Set<string>();
  readonly #withdrawn = new Set<string>();
  readonly late: (() => void)[] = [];
  /** What becomes of the next calls; they arrive unless said. */
  fates: Fate[] = [];
  /** Ends when the process that makes a call is killed. */
  killed = Promise.withResolvers<void>();

  #kill<T>(): Promise<T> {
    this.killed.resolve();
    return new Promise(() => undefined);
  }

  async #call<T>(act: () => T): Promise<T> {
    const fate = this.fates.shift() ?? 'arrives';
    if (fate === 'killed before') return this.#kill();
    if (fate === 'late') this.late.push(() => void act());
    if (fate === 'lost' || fate === 'late') throw new Error('nothing was heard');
    const answer = act();
    if (fate === 'killed after') return this.#kill();
    if (fate === 'unanswered') throw new Error('nothing was heard');
    return answer;
  }

  install: Target['install'] = ({ order, licences }) =>
    this.#call(() => {
      if (this.#withdrawn.has(order)) throw new RefusedError(say(bucketWords.order_broken_off));
      for (const licence of licences) this.installed.add(licence);
    });

  withdraw: Target['withdraw'] = (order, jtis) =>
    this.#call(() => {
      this.#withdrawn.add(order);
      for (const jti of jtis) this.installed.delete(jti);
    });

  held: Target['held'] = () => this.#call(() => [...this.installed]);
}

const by = { actor: 'admin', address: '' };
const Step = fc.oneof(
  fc.record({
    what: fc.constant('attach' as const),
    place: fc.nat(2),
    count: fc.integer({ min: 1, max: 3 }),
    fates: fc.array(fc.constantFrom(...fates), { maxLength: 2 }),
  }),
  fc.record({ what: fc.constant('reserve' as const), place: fc.nat(2), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('release' as const), place: fc.nat(2), fates: fc.array(fc.constantFrom(...fates), { maxLength: 2 }) }),
  fc.record({ what: fc.constant('settle' as const), fates: fc.array(fc.constantFrom(...fates), { maxLength: 4 }) }),
  fc.record({ what: fc.constant('deliver' as const), place: fc.nat(2) }),
);
type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never;

/** A process that is killed does nothing any more: what waits for ever is left. */
function orKilled(places: Iterable<Place>, begin: () => Promise<unknown>): Promise<unknown> {
  const killed = [...places].map((place) => {
    place.killed = Promise.withResolvers<void>();
    return place.killed.promise;
  });
  return Promise.race([begin().catch(() => undefined), ...killed]);
}

async function makeWorld(round: number) {
  const bucket = await test.add(`world-${round}`, { count: size });
  const world = new Map(places.map((place) => [place as string, new Place()]));
  const names = new Map<string, string>();
  const rows = await test.db.selectFrom('bucket_licence').select(['jti', 'jws']).where('bucket', '=', bucket.id).execute();
  for (const { jti, jws } of rows) names.set(jws, jti);
  const context: BucketContext = {
    db: test.db,
    platform: test.platform,
    peers: test.peers,
    log: pino({ level: 'silent' }),
    listeners: [],
    targetOf: ({ id }) => {
      const place = world.get(id)!;
      return { ...place, install: ({ order, licences }) => place.install({ order, licences: licences.map((jws) => names.get(jws) ?? jws) }) };
    },
  };
  const claimAll = async (): Promise<OrderRow[]> => {
    await test.db
      .updateTable('attach_order')
      .set({ lease_until: new Date(0) })
      .where('bucket', '=', bucket.id)
      .where('lease_until', 'is not', null)
      .execute();
    return claimOrders(test.db, 100);
  };
  return { bucket, world, context, claimAll };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

async function take({ bucket, world, context, claimAll }: World, step: Step): Promise<void> {
  if (step.what === 'settle') {
    for (const [index, place] of [...world.values()].entries()) place.fates = step.fates.slice(index, index + 2);
    for (const order of await claimAll()) await orKilled(world.values(), () => settleOrder(context, order));
    return;
  }
  const name = places[step.place]!;
  const place = world.get(name)!;
  if (step.what === 'deliver') {
    // A late call that is refused is answered to nobody.
    for (const deliver of place.late.splice(0))
      await Promise.resolve()
        .then(deliver)
        .catch(() => undefined);
    return;
  }
  place.fates = step.what === 'reserve' ? [] : [...step.fates];
  if (step.what === 'release') return void (await orKilled([place], () => releaseFrom(context, bucket.id, name, by)));
  const orders = await reserveFor(context, bucket.id, [{ deployment: name, licenses: step.count }], by).catch(() => []);
  if (step.what === 'attach') for (const order of orders) await orKilled([place], () => carryOut(context, order));
}

async function requireOnePlace({ bucket, world }: World): Promise<void> {
  const rows = await test.db.selectFrom('bucket_licence').select(['jti', 'state', 'deployment']).where('bucket', '=', bucket.id).execute();
  for (const { jti, deployment } of rows) {
    const holders = [...world].filter(([, { installed }]) => installed.has(jti)).map(([name]) => name);
    if (holders.length > 0) expect(holders).toEqual([deployment]);
  }
}

it('never has one licence at two deployments, whatever is lost or killed between reserving, calling and settling', async () => {
  for (const id of places)
    await test.db
      .insertInto('deployment')
      .values({ id, name: id, url: `https://${id}.example.org`, status: 'ONLINE', created_by: 'admin' })
      .execute();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const world = await makeWorld(round++);
      for (const step of steps) {
        await take(world, step);
        await requireOnePlace(world);
      }
      for (const place of world.world.values()) place.fates = [];
      for (const order of await world.claimAll()) await settleOrder(world.context, order);
      for (const place of places) await take(world, { what: 'deliver', place: places.indexOf(place) });
      await requireOnePlace(world);
      const rows = await test.db.selectFrom('bucket_licence').select(['state']).where('bucket', '=', world.bucket.id).execute();
      const installed = [...world.world.values()].reduce((sum, place) => sum + place.installed.size, 0);
      expect(rows.map(({ state }) => state).filter((state) => state !== 'free')).toEqual(Array.from({ length: installed }, () => 'attached'));
    }),
    { numRuns: 20, seed: 20_261_124 },
  );
});
