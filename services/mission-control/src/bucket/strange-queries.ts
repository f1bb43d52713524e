import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What is reported may be as old as this: who had a licence until then has not heard yet that it was taken back. */
const settles = sql`interval '10 minutes'`;
/** Nobody has told of it since: it is gone. */
const goodFor = sql`interval '1 day'`;

/**
 * Notes which licences a deployment says it has that were not attached to it from here; answers whether there are new ones. Those of a split bucket that was
 * downloaded are another mission control's to attach.
 */
export async function noteStrange(db: Db, deployment: string, jtis: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into strange_licence (jti, deployment)
      select jti, ${deployment} from bucket_licence join bucket on bucket.id = bucket_licence.bucket
      where jti = any(${[...jtis]}::text[]) and bucket_licence.deployment is distinct from ${deployment} and changed_at < now() - ${settles}
        and (parent is null or downloaded_at is null)
      order by jti
    on conflict (jti, deployment) do update set reported_at = now()
    returning first_at = reported_at as is_new`.execute(db);
  return rows.some(({ is_new: isNew }) => isNew);
}

/** Forgets what a deployment was said to have besides these. */
export async function forgetStrange(db: Db, deployment: string, jtis: readonly string[]): Promise<void> {
  await db
    .deleteFrom('strange_licence')
    .where('deployment', '=', deployment)
    .where(sql<boolean>`not jti = any(${[...jtis]}::text[])`)
    .execute();
}

/** Forgets what nobody has told of for a day. */
export async function forgetOldStrange(db: Db): Promise<void> {
  await db.deleteFrom('strange_licence').where('reported_at', '<', sql<Date>`now() - ${goodFor}`).execute();
}

export interface StrangeRow {
  deployment: string;
  count: number;
  since: Date;
}

/** Deployments that have licences of a bucket which were not attached to them from here. */
export function selectStrange(db: Db, bucket: string): Promise<StrangeRow[]> {
  return db
    .selectFrom('strange_licence')
    .innerJoin('bucket_licence', 'bucket_licence.jti', 'strange_licence.jti')
    .where('bucket', '=', bucket)
    .whereRef('bucket_licence.deployment', 'is distinct from', 'strange_licence.deployment')
    .where('strange_licence.reported_at', '>', sql<Date>`now() - ${goodFor}`)
    .select(({ fn }) => ['strange_licence.deployment', fn.countAll<number>().as('count'), fn.min('first_at').as('since')])
    .groupBy('strange_licence.deployment')
    .orderBy('strange_licence.deployment')
    .execute();
}
