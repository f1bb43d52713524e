import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Those of some versions, builds and release bundles that are being read, or wait to be judged. */
export async function countDue(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from evaluation_due where target_id = any(${ids}::bigint[]))::integer
      + (select count(*) from target where id = any(${ids}::bigint[]) and state = 'in progress'
        and not exists (select from evaluation_due where target_id = target.id))::integer as count`.execute(db);
  return rows[0]?.count ?? 0;
}
