import type { Bucket, BucketOrder, BucketStatus } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { takesLicences } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { getServiceType } from '@packhouse/contract/shell/service-names.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type KnownRow, selectDeployments } from '../deployment/deployment-queries.ts';
import { countOnline } from '../deployment/unit-view.ts';
import type { BucketContext } from './bucket-context.ts';
import { type CountedBucket, needBucket, selectSplits } from './bucket-queries.ts';
import { type OrderRow, selectOrders } from './order-queries.ts';
import { selectStrange } from './strange-queries.ts';
import { selectDays, selectHolders } from './usage-queries.ts';

/** A split bucket that was downloaded is another mission control's to attach from. */
export function countAvailable({ free, downloaded_at: downloadedAt, parent }: CountedBucket): number {
  return parent !== null && downloadedAt !== null ? 0 : free;
}

export function toBucket(row: CountedBucket): Bucket {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    parent: row.parent === null ? null : { id: row.parent, name: row.parent_name ?? '' },
    licenseType: row.type,
    customerName: row.customer,
    issueDate: row.issued_at.toISOString(),
    expiryDate: row.expires_at?.toISOString() ?? null,
    totalProjects: row.projects,
    size: row.size,
    used: row.used,
    available: countAvailable(row),
    licenses: row.licences,
    splitBuckets: row.splits,
    downloadedAt: row.downloaded_at?.toISOString() ?? null,
  };
}

export function toOrder(row: OrderRow): BucketOrder {
  const { id, kind, deployment_name: deployment, wanted, done, state, requested_by: requestedBy, at } = row;
  return { id, kind, deployment, wanted, done, state, message: '', ...tellSaid(row), requestedBy, at: at.toISOString() };
}

const pipelines = getServiceType('pipelines');

/** Nodes of a deployment that run pipelines, as it last said. */
function countPipelinesNodes(deployment: KnownRow | undefined): number {
  const { services = [] } = deployment?.beacon ?? {};
  return services.filter(({ type }) => type === pipelines).reduce((sum, service) => sum + countOnline(service), 0);
}

/** Nodes of a deployment that run, as it last said: each licence covers one. Null where it has said nothing yet. */
function countNodes({ beacon }: KnownRow): number | null {
  if (!beacon) return null;
  const named = new Set(beacon.services.flatMap(({ nodes }) => nodes.filter(({ online }) => online).map(({ id }) => id))).size;
  // Where there are many, not all of them are named.
  return Math.max(named, ...beacon.services.map(countOnline));
}

/** Everything that the report and the page to attach show. @throws AppError `not_found` */
export async function readStatus({ db }: BucketContext, id: string): Promise<BucketStatus> {
  const bucket = await needBucket(db, id);
  const [splits, deployments, holders, days, orders, strange] = await Promise.all([
    selectSplits(db, id),
    selectDeployments(db),
    selectHolders(db, id),
    selectDays(db, id),
    selectOrders(db, id),
    selectStrange(db, id),
  ]);
  const heldBy = new Map(holders.map((holder) => [holder.deployment, holder]));
  const known = new Map(deployments.map((deployment) => [deployment.id, deployment]));
  const named = new Map(orders.map(({ deployment, deployment_name: name }) => [deployment, name]));
  return {
    bucket: toBucket(bucket),
    splits: splits.map(toBucket),
    targets: deployments
      .filter(({ status, legacy }) => takesLicences(status) && legacy === null)
      .map((deployment) => {
        const { id: target, name, home, status } = deployment;
        const { attached = 0, reserved = 0 } = heldBy.get(target) ?? {};
        return { id: target, name, home, status, nodes: countNodes(deployment), attached, reserved };
      }),
    holders: holders.map(({ deployment, attached, reserved, unknown }) => {
      const { name = named.get(deployment) ?? deployment, status = null } = known.get(deployment) ?? {};
      return { id: deployment, name, status, attached, reserved, unknown };
    }),
    strange: strange.map(({ deployment, count, since }) => ({ name: known.get(deployment)?.name ?? deployment, count, since: since.toISOString() })),
    unknownUsage: holders.reduce((sum, { unknown }) => sum + unknown, 0),
    pipelinesNodes: holders.reduce((sum, { deployment }) => sum + countPipelinesNodes(known.get(deployment)), 0),
    maxUsed: days.reduce((most, { max_used: used }) => Math.max(most, used), bucket.used),
    days: days.map(({ day, max_used: maxUsed, unknown }) => ({ day, maxUsed, unknown })),
    orders: orders.map(toOrder),
  };
}
