import { saidBy } from '@packhouse/contract/errors.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import { selectDeployment, selectDeployments } from '../deployment/deployment-queries.ts';
import type { BucketContext } from './bucket-context.ts';
import { announce, settleOrder } from './carry-out.ts';
import { claimOrders, hasten, hasUnsettled, type OrderRow } from './order-queries.ts';
import { forgetStrange, noteStrange, selectStrange } from './strange-queries.ts';
import { markReported, selectEveryHolder, selectHolders } from './usage-queries.ts';

interface Hearing {
  /** It has no others. */
  isAll?: boolean;
}

/**
 * Takes note of the licences that a deployment says it has: of those nobody wonders any more, and what was unsettled with it is settled next. Those that were not
 * attached to it from here are noted as well.
 */
export async function hearLicences(context: BucketContext, deployment: string, jtis: readonly string[], { isAll = false }: Hearing = {}): Promise<void> {
  const { db } = context;
  if (isAll) await forgetStrange(db, deployment, jtis);
  if (jtis.length === 0 && !(await hasUnsettled(db, deployment))) return;
  await db.transaction().execute(async (tx) => {
    await markReported(tx, deployment, jtis);
    const hasNews = await noteStrange(tx, deployment, jtis);
    if ((await hasten(tx, deployment)) || hasNews) await announce(context, tx, deployment);
  });
}

/** Deployments that have licences of a bucket, or of any, whoever gave them. */
async function findHaving({ db }: BucketContext, bucket: string | undefined): Promise<string[]> {
  if (bucket === undefined) return selectEveryHolder(db);
  const found = await Promise.all([selectHolders(db, bucket), selectStrange(db, bucket)]);
  return [...new Set(found.flat().map(({ deployment }) => deployment))];
}

/** Asks every deployment that has licences of a bucket, or of any, which ones it has; answers who could not be reached. */
export async function askHolders(context: BucketContext, bucket?: string): Promise<string[]> {
  const { db } = context;
  const ids = await findHaving(context, bucket);
  const names = new Map((await selectDeployments(db)).map(({ id, name }) => [id, name]));
  const ask = async (id: string): Promise<string[]> => {
    const deployment = await selectDeployment(db, id);
    if (!deployment) return [id];
    try {
      await hearLicences(context, id, await context.targetOf(deployment).held(), { isAll: true });
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
