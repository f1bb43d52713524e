import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The user linked to an identity; its row is held until the transaction ends. */
export function lockLinkedUser(db: Db, provider: string, subject: string) {
  return db
    .selectFrom('external_identity')
    .innerJoin('user', 'user.id', 'external_identity.user_id')
    .select(['user.id', 'user.name', 'user.email', 'user.realm', 'user.enabled'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .forUpdate('user')
    .executeTakeFirst();
}

export function lockUserNamed(db: Db, name: string) {
  return db.selectFrom('user').select(['id', 'name', 'email', 'realm', 'enabled']).where('name', '=', name).forUpdate().executeTakeFirst();
}

export async function hasIdentity(db: Db, provider: string, userId: number): Promise<boolean> {
  const row = await db.selectFrom('external_identity').select('subject').where('provider', '=', provider).where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

export async function upsertIdentity(db: Db, provider: string, subject: string, userId: number): Promise<void> {
  await db
    .insertInto('external_identity')
    .values({ provider, subject, user_id: userId })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doUpdateSet({ last_seen_at: sql<Date>`now()` }))
    .execute();
}

/** Groups that a provider may fill: those with an external id, those of its realm, and those named. */
export function selectFillableGroups(db: Db, realm: string, named: readonly string[]) {
  return db
    .selectFrom('group')
    .select(['id', 'name', 'realm', 'external_id'])
    .where(({ eb, or, fn }) =>
      or([
        eb('external_id', '<>', ''),
        eb('realm', '=', realm),
        ...(named.length > 0
          ? [
              eb(
                fn<string>('lower', ['name']),
                'in',
                named.map((name) => name.toLowerCase()),
              ),
            ]
          : []),
      ]),
    )
    .execute();
}

export async function selectGiven(db: Db, provider: string, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('external_membership').select('group_id').where('provider', '=', provider).where('user_id', '=', userId).execute();
  return rows.map(({ group_id }) => group_id);
}

/** Makes a user a member on a provider's word. A membership that was there before stays an administrator's and is not taken away later. */
export async function giveMembership(db: Db, provider: string, userId: number, groupId: number): Promise<boolean> {
  const inserted = await db
    .insertInto('membership')
    .values({ user_id: userId, group_id: groupId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('group_id')
    .executeTakeFirst();
  const others = await db.selectFrom('external_membership').select('provider').where('user_id', '=', userId).where('group_id', '=', groupId).execute();
  if (!inserted && others.length === 0) return false;
  await db
    .insertInto('external_membership')
    .values({ provider, user_id: userId, group_id: groupId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return inserted !== undefined;
}

/** Takes a membership away that this provider gave, unless another provider gives it too. */
export async function withdrawMembership(db: Db, provider: string, userId: number, groupId: number): Promise<void> {
  await db.deleteFrom('external_membership').where('provider', '=', provider).where('user_id', '=', userId).where('group_id', '=', groupId).execute();
  const other = await db.selectFrom('external_membership').select('provider').where('user_id', '=', userId).where('group_id', '=', groupId).executeTakeFirst();
  if (!other) await db.deleteFrom('membership').where('user_id', '=', userId).where('group_id', '=', groupId).execute();
}

/** Forgets everything that a provider knew, when it is deleted; users and memberships stay. */
export async function forgetProvider(db: Db, provider: string): Promise<void> {
  await db.deleteFrom('external_identity').where('provider', '=', provider).execute();
  await db.deleteFrom('external_membership').where('provider', '=', provider).execute();
  await db.deleteFrom('pending_sign_in').where('provider', '=', provider).execute();
}

/** Keeps what was proved until its owner fetches it. */
export async function keepTicket(db: Db, row: { state_hash: string; provider: string; sealed: string; expires_at: Date }): Promise<void> {
  await db.insertInto('pending_sign_in').values(row).execute();
}

/** Takes what was kept under a ticket, once. */
export function takeTicket(db: Db, stateHash: string) {
  return db
    .deleteFrom('pending_sign_in')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['provider', 'sealed'])
    .executeTakeFirst();
}

/** Marks an assertion as used; false when it was used before. */
export async function spendAssertion(db: Db, id: string, expiresAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('spent_assertion')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetOldSignIns(db: Db): Promise<void> {
  await db.deleteFrom('pending_sign_in').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('spent_assertion').where('expires_at', '<', sql<Date>`now()`).execute();
}
