import type { Db } from '../schema.ts';

const most = 200;

export function selectConflicts(db: Db) {
  return db.selectFrom('federation_conflict').selectAll().where('restored_by', 'is', null).orderBy('id', 'desc').limit(most).execute();
}

export function lockConflict(db: Db, id: number) {
  return db.selectFrom('federation_conflict').selectAll().where('id', '=', id).where('restored_by', 'is', null).forUpdate().executeTakeFirst();
}

export async function markRestored(db: Db, id: number, by: string): Promise<void> {
  await db.updateTable('federation_conflict').set({ restored_by: by }).where('id', '=', id).execute();
}
