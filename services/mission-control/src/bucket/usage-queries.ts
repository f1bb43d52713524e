import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A licence is unknown when nobody has told of it for a day. */
const isUnknown = sql<boolean>`coalesce(reported_at, changed_at) < now() - interval '1 day'`;

export interface HolderRow {
  deployment: string;
  attached: number;
  reserved: number;
  unknown: number;
}

/** Who has licences of a bucket, or may have them. */
export function selectHolders(db: Db, bucket: string): Promise<HolderRow[]> {
  return db
    .selectFrom('bucket_licence')
    .where('bucket', '=', bucket)
    .where('deployment', 'is not', null)
    .select(({ fn, ref }) => [
      ref('deployment').$notNull().as('deployment'),
      fn.countAll<number>().filterWhere('state', '=', 'attached').as('attached'),
      fn.countAll<number>().filterWhere('state', '<>', 'attached').as('reserved'),
      fn.countAll<number>().filterWhere(isUnknown).as('unknown'),
    ])
    .groupBy('deployment')
    .orderBy('deployment')
    .execute();
}

/** Deployments that have licences of any bucket. */
export async function selectEveryHolder(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('bucket_licence').select('deployment').distinct().where('deployment', 'is not', null).execute();
  return rows.flatMap(({ deployment }) => deployment ?? []);
}

/** Notes what a deployment told of its licences; once an hour is enough. */
export async function markReported(db: Db, deployment: string, jtis: readonly string[]): Promise<void> {
  if (jtis.length === 0) return;
  await db
    .updateTable('bucket_licence')
    .set({ reported_at: sql<Date>`now()` })
    .where('deployment', '=', deployment)
    .where(sql<boolean>`jti = any(${jtis}::text[])`)
    .where(sql<boolean>`coalesce(reported_at, '-infinity') < now() - interval '1 hour'`)
    .execute();
}

/** Adds what is used now to the day's record: of all buckets, or of one. */
export async function noteUsage(db: Db, bucket?: string): Promise<void> {
  const only = bucket === undefined ? sql`true` : sql`bucket.id = ${bucket}::uuid`;
  await sql`
    insert into bucket_day (bucket, day, max_used, unknown)
      select bucket.id, current_date, count(*) filter (where state <> 'free'), count(*) filter (where state <> 'free' and ${isUnknown})
      from bucket left join bucket_licence on bucket_licence.bucket = bucket.id where ${only} group by bucket.id
    on conflict (bucket, day) do update set max_used = greatest(bucket_day.max_used, excluded.max_used), unknown = excluded.unknown`.execute(db);
}

/** The last thirteen months of a bucket, oldest first. */
export function selectDays(db: Db, bucket: string): Promise<{ day: string; max_used: number; unknown: number }[]> {
  return db
    .selectFrom('bucket_day')
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'max_used', 'unknown'])
    .where('bucket', '=', bucket)
    .where('day', '>', sql<string>`current_date - 396`)
    .orderBy('bucket_day.day')
    .execute();
}
