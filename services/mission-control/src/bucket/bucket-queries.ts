import { AppError } from '@packhouse/contract/errors.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { BucketLicence } from './bucket-agreement.ts';
import type { BucketTables } from './bucket-schema.ts';

export interface BucketCounts {
  /** Licences that are the bucket's own still. */
  licences: number;
  free: number;
  used: number;
  splits: number;
}

export type BucketRow = Selectable<BucketTables['bucket']>;
export type CountedBucket = BucketRow & BucketCounts & { parent_name: string | null };

function counted(db: Db) {
  const counts = db
    .selectFrom('bucket_licence')
    .select(({ fn }) => [
      'bucket as counted',
      fn.countAll<number>().as('licences'),
      fn.countAll<number>().filterWhere('state', '=', 'free').as('free'),
      fn.countAll<number>().filterWhere('state', '<>', 'free').as('used'),
    ])
    .groupBy('bucket');
  return db
    .selectFrom('bucket')
    .leftJoin(counts.as('counts'), 'counts.counted', 'bucket.id')
    .leftJoin('bucket as above', 'above.id', 'bucket.parent')
    .selectAll('bucket')
    .select(({ fn, selectFrom }) => [
      'above.name as parent_name',
      fn.coalesce('counts.licences', sql<number>`0`).as('licences'),
      fn.coalesce('counts.free', sql<number>`0`).as('free'),
      fn.coalesce('counts.used', sql<number>`0`).as('used'),
      selectFrom('bucket as split')
        .select(({ fn: inner }) => inner.countAll<number>().as('count'))
        .whereRef('split.parent', '=', 'bucket.id')
        .$asScalar()
        .$notNull()
        .as('splits'),
    ]);
}

/** Every bucket, each followed by those that were split from it. */
export function selectBuckets(db: Db): Promise<CountedBucket[]> {
  return counted(db).orderBy(sql`coalesce(above.name, bucket.name)`).orderBy(sql`bucket.parent is not null`).orderBy('bucket.name').execute();
}

export function selectSplits(db: Db, parent: string): Promise<CountedBucket[]> {
  return counted(db).where('bucket.parent', '=', parent).orderBy('bucket.name').execute();
}

/** @throws AppError `not_found` */
export async function needBucket(db: Db, id: string): Promise<CountedBucket> {
  const row = await counted(db).where('bucket.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError(bucketWords.no_bucket);
  return row;
}

/** Holds a bucket until the transaction ends, so that its licences are counted and taken by one at a time. @throws AppError `not_found` */
export async function lockBucket(db: Db, id: string): Promise<CountedBucket> {
  await db.selectFrom('bucket').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return needBucket(db, id);
}

/** Nothing when the name or the identifier is taken. */
export function insertBucket(db: Db, values: Insertable<BucketTables['bucket']>): Promise<BucketRow | undefined> {
  return db
    .insertInto('bucket')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findByName(db: Db, name: string): Promise<BucketRow | undefined> {
  return db.selectFrom('bucket').selectAll().where('name', '=', name).executeTakeFirst();
}

export function findByIdentifier(db: Db, identifier: string): Promise<BucketRow | undefined> {
  return db.selectFrom('bucket').selectAll().where('identifier', '=', identifier).executeTakeFirst();
}

/** Puts licences into a bucket. Answers one that another bucket has already, and its name. */
export async function insertLicences(db: Db, bucket: string, licences: readonly BucketLicence[]): Promise<{ jti: string; name: string } | undefined> {
  const jtis = licences.map(({ jti }) => jti);
  const taken = await db
    .selectFrom('bucket_licence')
    .innerJoin('bucket', 'bucket.id', 'bucket_licence.bucket')
    .select(['jti', 'bucket.name'])
    .where(sql<boolean>`jti = any(${jtis}::text[])`)
    .orderBy('jti')
    .limit(1)
    .executeTakeFirst();
  if (taken) return taken;
  await sql`insert into bucket_licence (jti, bucket, jws) select jti, ${bucket}::uuid, jws from unnest(${jtis}::text[], ${licences.map(({ jws }) => jws)}::text[]) as given (jti, jws)`.execute(
    db,
  );
  return undefined;
}

/** Licences that no deployment here has, in the order of their names. */
export async function selectFreeLicences(db: Db, bucket: string): Promise<string[]> {
  const rows = await db.selectFrom('bucket_licence').select('jws').where('bucket', '=', bucket).where('state', '=', 'free').orderBy('jti').execute();
  return rows.map(({ jws }) => jws);
}

/** Moves free licences into another bucket; answers how many there were. */
export async function moveFree(db: Db, from: string, to: string, count: number): Promise<number> {
  const moved = await db
    .updateTable('bucket_licence')
    .set({ bucket: to })
    .where('jti', 'in', (inner) =>
      inner
        .selectFrom('bucket_licence')
        .select('jti')
        .where('bucket', '=', from)
        .where('state', '=', 'free')
        .orderBy('jti')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(moved.numUpdatedRows);
}

/** Gives everything that a split bucket has to its parent, with what is under way. */
export async function moveAll(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('bucket_licence').set({ bucket: to }).where('bucket', '=', from).execute();
  await db.updateTable('attach_order').set({ bucket: to }).where('bucket', '=', from).execute();
}

export async function deleteBucketRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('bucket').where('id', '=', id).execute();
}

export async function markDownloaded(db: Db, id: string): Promise<void> {
  await db.updateTable('bucket').set({ downloaded_at: sql<Date>`coalesce(downloaded_at, now())` }).where('id', '=', id).execute();
}

/** Ends that are at most this many days away, and were not warned of as such. */
export function selectEnding(db: Db, days: number): Promise<BucketRow[]> {
  return db
    .selectFrom('bucket')
    .selectAll()
    .where('parent', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('expires_at', '<=', sql<Date>`now() + make_interval(days => ${days}::int)`)
    .where((where) => where.or([where('warned_days', 'is', null), where('warned_days', '>', days)]))
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function markWarned(db: Db, id: string, days: number): Promise<void> {
  await db.updateTable('bucket').set({ warned_days: days }).where('id', '=', id).execute();
}
