import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface Partition {
  table: string;
  name: string;
  from: Date;
  to: Date;
}

/** Names of the partitions that there are of a table. */
export async function selectPartitions(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = to_regclass(${table}) order by child.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Makes partitions; two processes that do so at once do it one after the other. */
export async function createPartitions(db: Db, partitions: readonly Partition[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('insight partitions'))`.execute(tx);
    for (const { table, name, from, to } of partitions)
      await sql`
        create table if not exists ${sql.id(name)} partition of ${sql.id(table)}
        for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(tx);
  });
}

/** Drops a partition, unless somebody reads it for longer than a moment: then it goes the next time. */
export async function dropPartition(db: Db, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx);
    await sql`drop table if exists ${sql.id(name)}`.execute(tx);
  });
}
