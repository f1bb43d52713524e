import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The user's authenticator, confirmed or only offered. */
export function selectFactor(db: Db, userId: number) {
  return db.selectFrom('second_factor').select(['sealed_secret', 'confirmed_at']).where('user_id', '=', userId).executeTakeFirst();
}

/** Offers a secret; one that is there already, offered or confirmed, stays. */
export async function insertOffer(db: Db, userId: number, sealedSecret: string): Promise<void> {
  await db
    .insertInto('second_factor')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteOffer(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('second_factor').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute();
}

/** Confirms the offered secret with the time step of its first code; false when somebody else was faster. */
export async function confirmOffer(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ confirmed_at: sql<Date>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up a time step and all before it; false when it was used before. */
export async function useStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteFactor(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('second_factor').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceCodes(db: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}

/** Uses up a recovery code; false when there is no such. */
export async function takeCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('recovery_code').where('user_id', '=', userId).where('hash', '=', hash).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
