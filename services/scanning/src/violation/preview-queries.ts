import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export async function countTargets(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('target')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Versions before one of them, the newest first. */
export async function selectNewestTargets(db: Db, before: number, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('target').select('id').where('id', '<', before).orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Has nothing judged again for what a transaction changes: it is going to be rolled back, and nobody is to wait for it. */
export async function beginPreview(tx: Db): Promise<void> {
  await sql`select set_config('scanning.preview', 'on', true)`.execute(tx);
}
