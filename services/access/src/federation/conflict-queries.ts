import { sql } from 'kysely';
import type { Db } from '../schema.ts';

const most = 200;

/** Nothing can be put back of what is not there any more. */
export function selectConflicts(db: Db) {
  const known = sql`select 1 from federation_register as r where r.kind = federation_conflict.kind and r.uid = federation_conflict.uid`;
  return db
    .selectFrom('federation_conflict')
    .selectAll()
    .where('restored_by', 'is', null)
    .where(sql<boolean>`exists (${known}) and not exists (${known} and r.register = 'deleted')`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export function lockConflict(db: Db, id: number) {
  return db.selectFrom('federation_conflict').selectAll().where('id', '=', id).where('restored_by', 'is', null).forUpdate().executeTakeFirst();
}

export async function markRestored(db: Db, id: number, by: string): Promise<void> {
  await db.updateTable('federation_conflict').set({ restored_by: by }).where('id', '=', id).execute();
}
