import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';

/** Every version that consists of one of these contents; who may read them, the caller has to ask. */
export async function selectTargetsOf(db: Db, sha256: readonly string[]): Promise<TargetRow[]> {
  return db.selectFrom('target').selectAll().where('sha256', '=', sql<string>`any(${sha256}::text[])`).orderBy('id').limit(50_000).execute();
}
