import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { AnyTransaction } from '../database/database.ts';
import { kernelSchema } from '../database/kernel-migrations.ts';
import type { Gap, Place } from './follower-place.ts';
import type { FollowerLag } from './followers.ts';

const table = sql.table(`${kernelSchema}.follower`);
const events = sql.table(`${kernelSchema}.event`);

interface PlaceRow {
  place: number;
  gaps: Gap[];
  /** This is a copy on another cluster. */
  moved: boolean;
}

export interface SeenRow {
  xmin: string;
  xmax: string;
  id: number | null;
  type: string;
  subject: string;
  /** Null for types that nobody follows here. */
  data: Record<string, unknown> | null;
  at: Date;
  transaction: string;
}

/** Takes the follower's place for this transaction; undefined while another process has it. */
export async function takePlace(transaction: AnyTransaction, name: string): Promise<PlaceRow | undefined> {
  const { rows } = await sql<PlaceRow>`
    select place, gaps, cluster <> (select system_identifier from pg_control_system()) as moved from ${table} where name = ${name} for update skip locked`.execute(
    transaction,
  );
  return rows[0];
}

/** What can be seen behind a place, with the snapshot that it is seen in; one row without an event where there is nothing. */
export async function selectBehind(
  transaction: AnyTransaction,
  { id, gaps }: Place,
  { types, limit }: { types: readonly string[]; limit: number },
): Promise<SeenRow[]> {
  const columns = sql`id, type, subject, case when type = any(${types}::text[]) then data end as data, at, transaction::text`;
  // Each half takes its rows by itself: where their numbers are joined with the table, it is read whole, for the planner takes the few gaps for nearly all there is.
  const { rows } = await sql<SeenRow>`
    with now as materialized (select pg_current_snapshot() as snapshot), seen as (
      (select ${columns} from ${events} where id > ${id} order by id limit ${limit})
      union all
      select one.* from jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb) as gap("from" bigint, "to" bigint)
        cross join lateral (select ${columns} from ${events} where id between gap."from" and gap."to" order by id) as one
    )
    select pg_snapshot_xmin(now.snapshot)::text as xmin, pg_snapshot_xmax(now.snapshot)::text as xmax, seen.*
    from now left join seen on true order by seen.id`.execute(transaction);
  return rows;
}

export async function movePlace(transaction: AnyTransaction, name: string, { id, gaps }: Place): Promise<void> {
  await sql`
    update ${table} set place = ${id}, gaps = ${JSON.stringify(gaps)}::jsonb, moved_at = now(), cluster = (select system_identifier from pg_control_system())
    where name = ${name}`.execute(transaction);
}

/** What an open transaction still holds back is no lag: nobody could have been given it. */
export async function selectLags(pool: Pool, names: readonly string[]): Promise<FollowerLag[]> {
  const { rows } = await pool.query<FollowerLag>(
    `select name, coalesce(greatest(extract(epoch from now() - oldest.at), 0), 0)::float8 as seconds
     from ${kernelSchema}.follower left join lateral (select at from ${kernelSchema}.event where id > place order by id limit 1) oldest on true
     where name = any($1::text[]) order by name`,
    [names],
  );
  return rows;
}

export async function insertFollower<Schema>(db: Kysely<Schema>, name: string): Promise<void> {
  await sql`insert into ${table} (name, cluster) select ${name}, system_identifier from pg_control_system() on conflict do nothing`.execute(db);
}
