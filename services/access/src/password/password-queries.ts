import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Sets a password in place of the one that was proved; nothing when somebody else was faster. */
export async function replacePassword(db: Db, userId: number, before: string, after: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ password_hash: after, password_changed_at: sql<Date>`now()`, password_expired: false })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets a password without proof of the old one: the caller has seen another proof. */
export async function setPassword(db: Db, userId: number, hash: string): Promise<void> {
  await db.updateTable('user').set({ password_hash: hash, password_changed_at: sql<Date>`now()`, password_expired: false }).where('id', '=', userId).execute();
}
