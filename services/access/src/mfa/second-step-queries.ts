import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Begins a second step in place of every other that this user has begun. */
export async function replaceSecondStep(db: Db, row: { hash: string; user_id: number; remember: boolean; expires_at: Date }): Promise<void> {
  await db.deleteFrom('second_step').where('user_id', '=', row.user_id).execute();
  await db.insertInto('second_step').values(row).execute();
}

export function selectSecondStep(db: Db, hash: string) {
  return db
    .selectFrom('second_step')
    .innerJoin('user', 'user.id', 'second_step.user_id')
    .select(['second_step.hash', 'second_step.user_id', 'second_step.remember', 'user.name'])
    .where('second_step.hash', '=', hash)
    .where('second_step.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Counts a wrong code; ends the step after `most` of them. */
export async function countFailure(db: Db, hash: string, most: number): Promise<void> {
  await db.updateTable('second_step').set({ failures: sql<number>`failures + 1` }).where('hash', '=', hash).execute();
  await db.deleteFrom('second_step').where('hash', '=', hash).where('failures', '>=', most).execute();
}

/** Ends the step; false when it had ended already. */
export async function deleteSecondStep(db: Db, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('second_step').where('hash', '=', hash).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOldSecondSteps(db: Db): Promise<void> {
  await db.deleteFrom('second_step').where('expires_at', '<', sql<Date>`now()`).execute();
}
