import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export async function countTargets(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ((select count(*) from target) + (select count(*) from assembly))::integer as count`.execute(db);
  return rows[0]!.count;
}

/** Versions, builds and release bundles before one of them, the newest first. */
export async function selectNewestTargets(db: Db, before: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ((select id from target where id < ${before} order by id desc limit ${limit}) union all
      (select id from assembly where id < ${before} order by id desc limit ${limit})) as newest order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Has nothing judged again for what a transaction changes: it is going to be rolled back, and nobody is to wait for it. */
export async function beginPreview(tx: Db): Promise<void> {
  await sql`select set_config('scanning.preview', 'on', true)`.execute(tx);
}
