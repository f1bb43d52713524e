import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** How long a mailed key can be used. */
export const keyMinutes = 60;
const keyLife = sql`${sql.lit(keyMinutes)} * interval '1 minute'`;

function resettable(db: Db) {
  return db
    .selectFrom('user')
    .select(['id', 'name', 'email'])
    .where('enabled', '=', true)
    .where('password_enabled', '=', true)
    .where('profile_updatable', '=', true)
    .where('realm', '=', 'internal')
    .where('email', '<>', '')
    .where('name', '<>', anonymousUser);
}

/** The user of this name who may choose a new password by mail; else the only one with this address. */
export async function selectResettable(db: Db, name: string | undefined, email: string) {
  const byName = name === undefined ? undefined : await resettable(db).where('name', '=', name).executeTakeFirst();
  if (byName) return byName;
  const byEmail = await resettable(db).where(sql<string>`lower(email)`, '=', email.toLowerCase()).limit(2).execute();
  return byEmail.length === 1 ? byEmail[0] : undefined;
}

export async function insertResetKey(db: Db, keyHash: string, userId: number): Promise<void> {
  await db
    .insertInto('password_reset')
    .values({ key_hash: keyHash, user_id: userId, expires_at: sql<Date>`now() + ${keyLife}` })
    .execute();
}

/** Whose key it is, while it can be used: a password set since it was mailed ends it. With `lock` nobody else uses it before the transaction ends. */
export function selectResetKey(db: Db, keyHash: string, { lock = false } = {}) {
  const query = db
    .selectFrom('password_reset')
    .innerJoin('user', 'user.id', 'password_reset.user_id')
    .select(['user.id', 'user.name'])
    .where('password_reset.key_hash', '=', keyHash)
    .where('password_reset.expires_at', '>', sql<Date>`now()`)
    .where('user.enabled', '=', true)
    .where('user.password_enabled', '=', true)
    .where(sql<boolean>`coalesce("user".password_changed_at, 'epoch') < password_reset.expires_at - ${keyLife}`);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function deleteResetKey(db: Db, keyHash: string): Promise<void> {
  await db.deleteFrom('password_reset').where('key_hash', '=', keyHash).execute();
}

export async function deleteResetKeysOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_reset').where('user_id', '=', userId).execute();
}

export async function deleteOldResetKeys(db: Db): Promise<void> {
  await db.deleteFrom('password_reset').where('expires_at', '<', sql<Date>`now()`).execute();
}

/** The user who is to be let in again, held until the transaction ends. */
export function lockRescued(db: Db, name: string) {
  return db.selectFrom('user').select(['id', 'realm']).where('name', '=', name).forUpdate().executeTakeFirst();
}

/** Opens what can shut a user out: another password, to be changed at the next sign-in, and no second factor. */
export async function letIn(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('user')
    .set({
      password_hash: passwordHash,
      password_changed_at: sql<Date>`now()`,
      password_expired: true,
      password_enabled: true,
      console_access: true,
      enabled: true,
    })
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('second_factor').where('user_id', '=', userId).execute();
}
