import { saidBy } from '@packhouse/contract/errors.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import { selectDeployment, selectDeployments } from '../deployment/deployment-queries.ts';
import type { BucketContext } from './bucket-context.ts';
import { announce, settleOrder } from './carry-out.ts';
import { claimOrders, hasten, hasUnsettled, type OrderRow } from './order-queries.ts';
import { markReported, selectEveryHolder, selectHolders } from './usage-queries.ts';

/** Takes note of the licences that a deployment says it has: of those nobody wonders any more, and what was unsettled with it is settled next. */
export async function hearLicences(context: BucketContext, deployment: string, jtis: readonly string[]): Promise<void> {
  if (jtis.length === 0 && !(await hasUnsettled(context.db, deployment))) return;
  await context.db.transaction().execute(async (tx) => {
    await markReported(tx, deployment, jtis);
    if (await hasten(tx, deployment)) await announce(context, tx, deployment);
  });
}

/** Asks every deployment that has licences of a bucket, or of any, which ones it has; answers who could not be reached. */
export async function askHolders(context: BucketContext, bucket?: string): Promise<string[]> {
  const { db } = context;
  const ids = bucket === undefined ? await selectEveryHolder(db) : (await selectHolders(db, bucket)).map(({ deployment }) => deployment);
  const names = new Map((await selectDeployments(db)).map(({ id, name }) => [id, name]));
  const ask = async (id: string): Promise<string[]> => {
    const deployment = await selectDeployment(db, id);
    if (!deployment) return [id];
    try {
      await hearLicences(context, id, await context.targetOf(deployment).held());
      return [];
    } catch (error) {
      context.log.info({ deployment: id, why: error instanceof Error ? saidBy(error).message : '' }, 'a deployment did not say which licences it has');
      return [names.get(id) ?? id];
    }
  };
  return (await Promise.all(ids.map(ask))).flat();
}

/** Settles what nobody knows the outcome of: calls that were not answered, and those of processes that have ended. */
export function settlePump(context: BucketContext): Pump<OrderRow> {
  return {
    name: 'mission-control.settle-licences',
    width: 16,
    wakes: (type) => type === 'bucket.changed',
    claim: (free) => claimOrders(context.db, free),
    work: (order) => settleOrder(context, order),
  };
}
