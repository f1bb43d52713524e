import { saidBy } from '@packhouse/contract/errors.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { selectDeployments } from '../deployment/deployment-queries.ts';
import { releaseFrom } from './attach.ts';
import { type By, inBucketChange } from './bucket-change.ts';
import type { BucketContext } from './bucket-context.ts';
import { deleteBucketRow, lockBucket, moveAll, needBucket, selectSplits } from './bucket-queries.ts';
import type { OrderRow } from './order-queries.ts';
import { type HolderRow, selectHolders } from './usage-queries.ts';

/** What a deployment goes on having of a bucket that is not there any more. */
export interface KeptLicences {
  deployment: string;
  licenses: number;
  why: Said;
}

/** Gives everything that a split bucket has back to the one that it was split from: free licences at once, attached ones as they are. */
async function deleteSplit(context: BucketContext, id: string, parent: string, by: By): Promise<void> {
  await inBucketChange(context, by, async (tx, record) => {
    await lockBucket(tx, parent);
    const { name, identifier, licences, parent_name: from } = await lockBucket(tx, id);
    await moveAll(tx, id, parent);
    await deleteBucketRow(tx, id);
    await record({ action: 'bucket.deleted', subject: name, before: { identifier, parent: from, licenses: licences } });
  });
}

/** Why deployments, by their ids, have not given back what they have. */
type Reasons = ReadonlyMap<string, Said>;

/** Who has how many licences of these buckets, by name, and why. */
async function findHeld(context: BucketContext, db: BucketContext['db'], ids: readonly string[], reasons: Reasons): Promise<KeptLicences[]> {
  const names = new Map((await selectDeployments(context.db)).map(({ id, name }) => [id, name]));
  const held = new Map<string, number>();
  for (const id of ids) {
    for (const { deployment, attached, reserved } of await selectHolders(db, id)) held.set(deployment, (held.get(deployment) ?? 0) + attached + reserved);
  }
  return [...held].map(([id, licenses]) => ({ deployment: names.get(id) ?? id, licenses, why: reasons.get(id) ?? say(bucketWords.order_since) }));
}

/** Why an order has not brought everything back; it is said after the name of the deployment, so that the reason alone is told. */
function findReason({ state, said, message }: OrderRow): Said | undefined {
  if (state === 'done') return undefined;
  const { why } = (said?.values ?? {}) as { why?: Said | string | number };
  return typeof why === 'object' ? why : { message: message ?? '', ...said };
}

/** Takes everything of a bucket back from a deployment; answers why that did not work. */
async function takeBack(context: BucketContext, bucket: string, { deployment, attached, reserved }: HolderRow, by: By): Promise<Said | undefined> {
  if (attached === 0) return reserved > 0 ? say(bucketWords.order_open) : undefined;
  try {
    const [order] = await releaseFrom(context, bucket, deployment, by);
    return order && findReason(order);
  } catch (error) {
    return saidBy(error as Error);
  }
}

/** Takes everything of these buckets back that can be had; answers what came between. */
async function takeAllBack(context: BucketContext, ids: readonly string[], by: By): Promise<Reasons> {
  const reasons = new Map<string, Said>();
  for (const id of ids) {
    const found = await Promise.all((await selectHolders(context.db, id)).map(async (holder) => ({ holder, why: await takeBack(context, id, holder, by) })));
    for (const { holder, why } of found) if (why) reasons.set(holder.deployment, why);
  }
  return reasons;
}

/**
 * Deletes a bucket with its split buckets and all their licences, which are taken back from every deployment that can be reached.
 * Answers which deployments keep some, and why. Of a split bucket everything goes back instead.
 * @throws AppError `not_found`
 */
export async function deleteBucket(context: BucketContext, id: string, by: By): Promise<KeptLicences[]> {
  const { db } = context;
  const { parent } = await needBucket(db, id);
  if (parent !== null) {
    await deleteSplit(context, id, parent, by);
    return [];
  }
  const ids = [id, ...(await selectSplits(db, id)).map((split) => split.id)];
  const reasons = await takeAllBack(context, ids, by);
  return inBucketChange(context, by, async (tx, record) => {
    const { name, identifier, size } = await lockBucket(tx, id);
    const splits = await selectSplits(tx, id);
    const kept = await findHeld(context, tx as unknown as BucketContext['db'], [id, ...splits.map((split) => split.id)], reasons);
    await deleteBucketRow(tx, id);
    await record({ action: 'bucket.deleted', subject: name, before: { identifier, licenses: size, splitBuckets: splits.map((split) => split.name), kept } });
    return kept;
  });
}
