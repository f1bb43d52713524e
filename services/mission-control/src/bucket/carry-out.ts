import { mostLicencesACall } from '@packhouse/contract/access/access-licence-routes.ts';
import { SaidError, saidBy } from '@packhouse/contract/errors.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { selectDeployment } from '../deployment/deployment-queries.ts';
import type { Db } from '../schema.ts';
import type { BucketContext } from './bucket-context.ts';
import {
  endOrder,
  freeReserved,
  keepReleasing,
  leaveOrder,
  type OrderRow,
  selectOrder,
  selectReleasing,
  selectReserved,
  settleAttached,
  settleReleased,
} from './order-queries.ts';
import { RefusedError, type Target } from './target.ts';

/** Tells the consoles that look at buckets, and the processes that settle orders. */
export async function announce({ platform }: BucketContext, tx: Db, subject: string): Promise<void> {
  await platform.outbox.publish(tx as unknown as AnyTransaction, { type: 'bucket.changed', subject, data: {} });
}

/** Writes what came of an order, and tells of it. */
function conclude(context: BucketContext, { bucket }: OrderRow, write: (tx: Db) => Promise<void>): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    await write(tx);
    await announce(context, tx, bucket);
  });
}

async function findTargetOf(context: BucketContext, order: OrderRow): Promise<Target> {
  const deployment = await selectDeployment(context.db, order.deployment);
  if (!deployment) throw new SaidError(say(bucketWords.trust_not_there));
  return context.targetOf(deployment);
}

async function attachAll(context: BucketContext, order: OrderRow): Promise<void> {
  const target = await findTargetOf(context, order);
  for (let batch = await selectReserved(context.db, order.id, mostLicencesACall); batch.length > 0; ) {
    await target.install({ order: order.id, licences: batch.map(({ jws }) => jws) });
    await settleAttached(
      context.db,
      order.id,
      batch.map(({ jti }) => jti),
    );
    batch = await selectReserved(context.db, order.id, mostLicencesACall);
  }
}

/** Withdraws, batch by batch, what an order takes back; each licence from the order that brought it. */
async function releaseAll(context: BucketContext, order: OrderRow): Promise<void> {
  const target = await findTargetOf(context, order);
  for (let batch = await selectReleasing(context.db, order.id, mostLicencesACall); batch.length > 0; ) {
    for (const [brought, licences] of Map.groupBy(batch, (one) => one.order)) {
      const jtis = licences.map(({ jti }) => jti);
      await target.withdraw(brought, jtis);
      await settleReleased(context.db, order.id, jtis);
    }
    batch = await selectReleasing(context.db, order.id, mostLicencesACall);
  }
}

async function endWell(context: BucketContext, order: OrderRow): Promise<void> {
  await conclude(context, order, async (tx) => {
    const { done = 0 } = (await selectOrder(tx, order.id)) ?? {};
    const sentence = order.kind === 'attach' ? bucketWords.order_attached : bucketWords.order_taken_back;
    await endOrder(tx, order.id, 'done', keepSaid(say(sentence, { count: done, name: order.deployment_name })));
  });
}

async function endBadly(context: BucketContext, order: OrderRow, why: Said): Promise<void> {
  await conclude(context, order, async (tx) => {
    const { kind, deployment_name: name } = order;
    await (kind === 'attach' ? freeReserved(tx, order.id) : keepReleasing(tx, order.id));
    const { done = 0 } = (await selectOrder(tx, order.id)) ?? {};
    const partly = kind === 'attach' ? bucketWords.order_attached_partly : bucketWords.order_taken_back_partly;
    const said = done === 0 ? say(bucketWords.order_refused, { name, why }) : say(partly, { count: done, name, why });
    await endOrder(tx, order.id, 'refused', keepSaid(said));
  });
}

/** Nobody knows what became of the call: everything stays as it is until the deployment says. */
async function leave(context: BucketContext, order: OrderRow, error: unknown): Promise<void> {
  const why = error instanceof Error ? saidBy(error) : say(bucketWords.order_broken_off);
  context.log.warn({ err: error, order: order.id, deployment: order.deployment }, 'an order of licences is unsettled');
  await conclude(context, order, (tx) => leaveOrder(tx, order.id, keepSaid(say(bucketWords.order_unsettled, { name: order.deployment_name, why }))));
}

/** Calls the deployment and writes what came of it. Licences whose order was settled elsewhere meanwhile are left alone. */
export async function carryOut(context: BucketContext, order: OrderRow): Promise<void> {
  try {
    await (order.kind === 'attach' ? attachAll(context, order) : releaseAll(context, order));
  } catch (error) {
    return error instanceof RefusedError ? endBadly(context, order, error.said) : leave(context, order, error);
  }
  await endWell(context, order);
}

/**
 * Finds out what became of an order whose call was not answered, or whose process has ended. What the deployment has is attached. What it does not have is
 * withdrawn there first, so that a call which is still on its way finds nothing to do, and is free only then.
 */
export async function settleOrder(context: BucketContext, order: OrderRow): Promise<void> {
  if (order.kind === 'release') return carryOut(context, order);
  try {
    const target = await findTargetOf(context, order);
    const held = new Set(await target.held());
    for (let batch = await selectReserved(context.db, order.id, mostLicencesACall); batch.length > 0; ) {
      const jtis = batch.map(({ jti }) => jti);
      const there = jtis.filter((jti) => held.has(jti));
      await settleAttached(context.db, order.id, there);
      const missing = jtis.filter((jti) => !held.has(jti));
      if (missing.length > 0) {
        await target.withdraw(order.id, missing);
        await freeReserved(context.db, order.id, missing);
      }
      batch = await selectReserved(context.db, order.id, mostLicencesACall);
    }
  } catch (error) {
    return leave(context, order, error);
  }
  const { done = 0 } = (await selectOrder(context.db, order.id)) ?? {};
  if (done > 0) return endWell(context, order);
  await conclude(context, order, (tx) => endOrder(tx, order.id, 'returned', keepSaid(say(bucketWords.order_not_arrived, { name: order.deployment_name }))));
}
