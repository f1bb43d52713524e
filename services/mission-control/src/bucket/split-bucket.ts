import { randomUUID } from 'node:crypto';
import type { LicenceType } from '@packhouse/contract/access/licence-types.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { bucketRules } from '@packhouse/contract/mission-control/bucket-rule-words.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { requireCount, requireUsable } from './attach.ts';
import { type By, inBucketChange } from './bucket-change.ts';
import type { BucketContext } from './bucket-context.ts';
import { makeIdentifier, makeKey, sealBucket } from './bucket-file.ts';
import { type CountedBucket, findByName, insertBucket, lockBucket, markDownloaded, moveFree, needBucket, selectFreeLicences } from './bucket-queries.ts';
import { noteUsage } from './usage-queries.ts';

/** Moves free licences into a bucket of their own, with a key of its own. @throws AppError */
export async function splitBucket(
  context: BucketContext,
  id: string,
  { name, licenses }: { name: string; licenses?: number | null | undefined },
  by: By,
): Promise<{ bucket: CountedBucket; key: string }> {
  const key = makeKey();
  if (await findByName(context.db, name)) throw fieldRefusal('name', say(bucketWords.bucket_name_taken, { name }));
  const bucket = await inBucketChange(context, by, async (tx, record) => {
    const parent = await lockBucket(tx, id);
    if (parent.parent !== null) throw new AppError(bucketWords.bucket_is_split);
    requireUsable(parent);
    const count = requireCount('licenses', licenses, { size: parent.size, available: parent.free });
    const { source, type, customer, issued_at, expires_at, projects } = parent;
    const identifier = makeIdentifier();
    const shared = { source, type, customer, issued_at, expires_at, projects };
    const own = { id: randomUUID(), name, identifier, parent: id, size: count, sealed_key: context.platform.secrets.encrypt(key), created_by: by.actor };
    const row = await insertBucket(tx, { ...shared, ...own, downloaded_at: null, warned_days: null });
    if (!row) throw fieldRefusal('name', say(bucketWords.bucket_name_taken, { name }));
    if ((await moveFree(tx, id, row.id, count)) !== count) throw fieldRefusal('licenses', say(bucketRules.licences_not_available));
    await noteUsage(tx, row.id);
    await record({ action: 'bucket.split', subject: parent.name, after: { name, identifier, licenses: count } });
    return needBucket(tx, row.id);
  });
  return { bucket, key };
}

/** The key of a bucket. That somebody looked at it is audited. */
export async function readKey(context: BucketContext, id: string, by: By): Promise<string> {
  const { db, platform } = context;
  const { sealed_key: sealed, name } = await needBucket(db, id);
  await platform.identity.audit({ ...by, action: 'bucket.key-read', subject: name });
  return platform.secrets.decrypt(sealed);
}

/**
 * The file of a bucket, with the licences that no deployment here has, under its own key. Those of a split bucket are handed over with it:
 * from then on another mission control attaches them. @throws AppError `conflict` when there are none
 */
export async function downloadBucket(context: BucketContext, id: string, by: By): Promise<{ name: string; file: string }> {
  const { row, licences } = await inBucketChange(context, by, async (tx, record) => {
    const locked = await lockBucket(tx, id);
    // Nothing was handed over then: it goes on being attached from here.
    if (locked.free === 0) throw new AppError(bucketWords.bucket_empty);
    if (locked.parent !== null) await markDownloaded(tx, id);
    await record({ action: 'bucket.downloaded', subject: locked.name, after: { identifier: locked.identifier, licenses: locked.free } });
    return { row: locked, licences: await selectFreeLicences(tx, id) };
  });
  const contents = {
    customer: row.customer,
    product: 'packhouse' as const,
    type: row.type as LicenceType,
    issued: row.issued_at.toISOString(),
    expires: row.expires_at?.toISOString() ?? null,
    projects: row.projects,
    size: licences.length,
    licences,
    ...(row.source === row.identifier ? {} : { source: row.source }),
  };
  return { name: row.name, file: await sealBucket(row.identifier, contents, context.platform.secrets.decrypt(row.sealed_key)) };
}
