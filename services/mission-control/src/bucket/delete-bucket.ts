import { selectDeployments } from '../deployment/deployment-queries.ts';
import { releaseFrom } from './attach.ts';
import { type By, inBucketChange } from './bucket-change.ts';
import type { BucketContext } from './bucket-context.ts';
import { deleteBucketRow, lockBucket, moveAll, needBucket, selectSplits } from './bucket-queries.ts';
import { selectHolders } from './usage-queries.ts';

/** What a deployment goes on having of a bucket that is not there any more. */
export interface KeptLicences {
  deployment: string;
  licenses: number;
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

/** Who has how many licences of these buckets, by name. */
async function findHeld(context: BucketContext, db: BucketContext['db'], ids: readonly string[]): Promise<KeptLicences[]> {
  const names = new Map((await selectDeployments(context.db)).map(({ id, name }) => [id, name]));
  const held = new Map<string, number>();
  for (const id of ids) {
    for (const { deployment, attached, reserved } of await selectHolders(db, id)) {
      const name = names.get(deployment) ?? deployment;
      held.set(name, (held.get(name) ?? 0) + attached + reserved);
    }
  }
  return [...held].map(([deployment, licenses]) => ({ deployment, licenses }));
}

/**
 * Deletes a bucket with its split buckets and all their licences, which are taken back from every deployment that can be reached.
 * Answers which deployments keep some. Of a split bucket everything goes back instead.
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
  for (const one of ids) {
    const holders = (await selectHolders(db, one)).filter(({ attached, reserved }) => attached + reserved > 0);
    await Promise.all(holders.map(({ deployment }) => releaseFrom(context, one, deployment, by).catch(() => undefined)));
  }
  return inBucketChange(context, by, async (tx, record) => {
    const { name, identifier, size } = await lockBucket(tx, id);
    const splits = await selectSplits(tx, id);
    const kept = await findHeld(context, tx as unknown as BucketContext['db'], [id, ...splits.map((split) => split.id)]);
    await deleteBucketRow(tx, id);
    await record({ action: 'bucket.deleted', subject: name, before: { identifier, licenses: size, splitBuckets: splits.map((split) => split.name), kept } });
    return kept;
  });
}
