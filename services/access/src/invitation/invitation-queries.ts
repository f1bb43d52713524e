import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Gives the user this one open invitation, in place of an earlier one. */
export async function replaceInvitation(db: Db, row: { token_hash: string; user_id: number; invited_by: string; expires_at: Date }): Promise<void> {
  await db.deleteFrom('invitation').where('user_id', '=', row.user_id).execute();
  await db.insertInto('invitation').values(row).execute();
}

/** Who may choose a first password with this token; with `lock` nobody else does before the transaction ends. */
export function selectInvited(db: Db, tokenHash: string, { lock = false } = {}) {
  const query = db
    .selectFrom('invitation')
    .innerJoin('user', 'user.id', 'invitation.user_id')
    .select(['user.id', 'user.name', 'invitation.expires_at'])
    .where('invitation.token_hash', '=', tokenHash)
    .where('invitation.expires_at', '>', sql<Date>`now()`)
    .where('user.enabled', '=', true)
    .where('user.password_enabled', '=', true)
    .where('user.password_hash', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** The user's open invitation. */
export function selectInvitationOf(db: Db, userId: number) {
  return db
    .selectFrom('invitation')
    .innerJoin('user', 'user.id', 'invitation.user_id')
    .select(['invitation.invited_by', 'invitation.created_at', 'invitation.expires_at'])
    .where('user_id', '=', userId)
    .where('user.password_hash', 'is', null)
    .executeTakeFirst();
}

export async function deleteInvitationOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('invitation').where('user_id', '=', userId).execute();
}
