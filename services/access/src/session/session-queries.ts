import { type Insertable, sql } from 'kysely';
import type { Db, SessionTable } from '../schema.ts';

export async function insertSession(db: Db, row: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(row).execute();
}

export function selectSession(db: Db, hash: string) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.name', 'session.remember', 'session.expires_at'])
    .where('session.hash', '=', hash)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export async function updateSessionExpiry(db: Db, hash: string, expiresAt: Date): Promise<void> {
  await db.updateTable('session').set({ expires_at: expiresAt }).where('hash', '=', hash).execute();
}

/** Answers whose session it was. */
export async function deleteSession(db: Db, hash: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('session')
    .using('user')
    .whereRef('user.id', '=', 'session.user_id')
    .where('hash', '=', hash)
    .returning('user.name')
    .executeTakeFirst();
  return row?.name;
}

/** Ends all sessions of a user, except one. */
export async function deleteSessionsOf(db: Db, userId: number, exceptHash = ''): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', userId).where('hash', '<>', exceptHash).execute();
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', sql<Date>`now()`).execute();
}

export async function markSignedIn(db: Db, userId: number): Promise<void> {
  await db.updateTable('user').set({ last_logged_in_at: sql<Date>`now()` }).where('id', '=', userId).execute();
}
