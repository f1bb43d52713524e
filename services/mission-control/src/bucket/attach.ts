import { randomUUID } from 'node:crypto';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { bucketRules } from '@packhouse/contract/mission-control/bucket-rule-words.ts';
import { findCountProblem, type LicencesLeft } from '@packhouse/contract/mission-control/bucket-rules.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { takesLicences } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { type Sentence, say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type DeploymentRow, selectDeployments } from '../deployment/deployment-queries.ts';
import { type By, inBucketChange } from './bucket-change.ts';
import type { BucketContext } from './bucket-context.ts';
import { type CountedBucket, lockBucket, needBucket } from './bucket-queries.ts';
import { countAvailable } from './bucket-view.ts';
import { carryOutAll } from './carry-out-all.ts';
import { beginRelease, endOrdersAt, forgetAt, insertOrder, type OrderRow, reserve, setWanted } from './order-queries.ts';
import { noteUsage, selectHolders } from './usage-queries.ts';

/** How many licences a deployment is to get. */
interface Wish {
  deployment: string;
  licenses?: number | null | undefined;
}

interface Order {
  target: DeploymentRow;
  count: number;
}

const refuse = (path: string, sentence: Sentence<never>) => fieldRefusal(path, say(sentence));

/** @throws AppError `conflict` when the bucket is over, or somebody else's to attach from */
export function requireUsable({ expires_at: expires, parent, downloaded_at: downloadedAt }: CountedBucket): void {
  if (expires !== null && expires.getTime() <= Date.now()) throw new AppError(bucketWords.bucket_over);
  if (parent !== null && downloadedAt !== null) throw new AppError(bucketWords.bucket_handed_over);
}

/** What can be said of a count by itself comes first, then what of all together. @throws AppError `invalid_input` */
export function requireCount(path: string, count: number | null | undefined, left: LicencesLeft): number {
  const problem = findCountProblem(count, left);
  if (problem !== undefined) throw fieldRefusal(path, reasonedSaid({ code: 'custom', message: problem }));
  return count as number;
}

/** @throws AppError `invalid_input` at the wish that cannot be fulfilled, `conflict` at one for a deployment that takes no licences now */
function readWishes(wishes: readonly Wish[], deployments: readonly DeploymentRow[], bucket: CountedBucket): Order[] {
  if (wishes.length === 0) throw refuse('dto', bucketRules.bucket_field_mandatory as Sentence<never>);
  const left = { size: bucket.size, available: countAvailable(bucket) };
  const seen = new Set<string>();
  const orders = wishes.map(({ deployment: name, licenses }, at) => {
    const target = deployments.find((one) => one.name === name || one.id === name);
    if (!target) throw fieldRefusal(`dto.${at}.deployment`, say(bucketWords.no_attach_deployment, { name }));
    if (target.legacy !== null) throw fieldRefusal(`dto.${at}.deployment`, say(bucketWords.instance_takes_none, { name: target.name }));
    if (!takesLicences(target.status)) throw fieldRefusal(`dto.${at}.deployment`, say(bucketWords.deployment_not_attachable, { name: target.name }));
    if (seen.has(target.id)) throw fieldRefusal(`dto.${at}.deployment`, say(bucketRules.deployment_twice));
    seen.add(target.id);
    return { target, count: requireCount(`dto.${at}.licenses`, licenses, left) };
  });
  const sum = orders.reduce((all, { count }) => all + count, 0);
  if (sum > left.available) throw fieldRefusal(`dto.${orders.length - 1}.licenses`, say(bucketRules.licences_not_available));
  return orders;
}

const makeOrder = (bucket: string, kind: OrderRow['kind'], { id, name }: Pick<DeploymentRow, 'id' | 'name'>, wanted: number, by: By) => ({
  id: randomUUID(),
  bucket,
  kind,
  deployment: id,
  deployment_name: name,
  wanted,
  requested_by: by.actor,
  ...keepSaid(say(bucketWords.order_under_way, { name })),
});

/** Sets licences of a bucket aside for deployments, each under an order of its own. @throws AppError */
export async function reserveFor(context: BucketContext, id: string, wishes: readonly Wish[], by: By): Promise<OrderRow[]> {
  const deployments = await selectDeployments(context.db);
  return inBucketChange(context, by, async (tx, record) => {
    const bucket = await lockBucket(tx, id);
    requireUsable(bucket);
    const rows: OrderRow[] = [];
    for (const { target, count } of readWishes(wishes, deployments, bucket)) {
      const row = await insertOrder(tx, makeOrder(id, 'attach', target, count, by));
      if ((await reserve(tx, row)) !== count) throw refuse('dto', bucketRules.licences_not_available as Sentence<never>);
      rows.push(row);
    }
    await noteUsage(tx, id);
    await record({
      action: 'bucket.attached',
      subject: bucket.name,
      after: { identifier: bucket.identifier, deployments: rows.slice(0, 100).map(({ deployment_name: name, wanted }) => ({ name, licenses: wanted })) },
    });
    return rows;
  });
}

/** Attaches licences of a bucket to deployments. @throws AppError */
export async function attachTo(context: BucketContext, id: string, wishes: readonly Wish[], by: By): Promise<OrderRow[]> {
  return carryOutAll(context, await reserveFor(context, id, wishes, by));
}

/** A deployment that has licences of a bucket, by its name or id; it need not be known any more. */
async function findHolder({ db }: BucketContext, bucket: string, name: string): Promise<Pick<DeploymentRow, 'id' | 'name'> & Partial<DeploymentRow>> {
  const deployment = (await selectDeployments(db)).find((one) => one.name === name || one.id === name);
  const wanted = deployment?.id ?? name;
  const isHolder = (await selectHolders(db, bucket)).some((holder) => holder.deployment === wanted);
  if (!isHolder) throw new AppError(bucketWords.nothing_attached, { name });
  return deployment ?? { id: name, name };
}

/** Takes everything of a bucket back from a deployment. @throws AppError `not_found`, `conflict` */
export async function releaseFrom(context: BucketContext, id: string, name: string, by: By): Promise<OrderRow[]> {
  const holder = await findHolder(context, id, name);
  const order = await inBucketChange(context, by, async (tx, record) => {
    const bucket = await lockBucket(tx, id);
    const row = await insertOrder(tx, makeOrder(id, 'release', holder, 0, by));
    const wanted = await beginRelease(tx, row);
    if (wanted === 0) throw new AppError(bucketWords.nothing_attached, { name: holder.name });
    await setWanted(tx, row.id, wanted);
    await record({ action: 'bucket.taken-back', subject: bucket.name, after: { deployment: holder.name, licenses: wanted } });
    return { ...row, wanted };
  });
  return carryOutAll(context, [order]);
}

/** Counts the licences of a deployment that is gone for good as free. @throws AppError `conflict` while it can be reached */
export async function forgetDeployment(context: BucketContext, id: string, name: string, by: By): Promise<number> {
  await needBucket(context.db, id);
  const holder = await findHolder(context, id, name);
  if (holder.status !== undefined && takesLicences(holder.status)) throw new AppError(bucketWords.deployment_still_there, { name: holder.name });
  return inBucketChange(context, by, async (tx, record) => {
    const bucket = await lockBucket(tx, id);
    await endOrdersAt(tx, id, holder.id, keepSaid(say(bucketWords.order_forgotten, { name: holder.name })));
    const freed = await forgetAt(tx, id, holder.id);
    await record({ action: 'bucket.deployment-forgotten', subject: bucket.name, after: { deployment: holder.name, licenses: freed } });
    return freed;
  });
}
