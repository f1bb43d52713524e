import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Counts a wrong password; answers whether it is the one that locks the user, of whom so many are borne in a row. */
export async function countFailureInRow(db: Db, userId: number, limit: number): Promise<boolean> {
  const { rows } = await sql<{ begins: boolean }>`
    insert into user_lock as l (user_id, failures, locked_at) values (${userId}, 1, case when ${limit}::integer <= 1 then now() end)
    on conflict (user_id) do update
      set failures = l.failures + 1, locked_at = coalesce(l.locked_at, case when l.failures + 1 >= ${limit}::integer then now() end)
    returning locked_at is not distinct from now() as begins`.execute(db);
  return rows[0]?.begins ?? false;
}

/** Begins to count anew; a lock stays. */
export async function endRow(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('user_lock').where('user_id', '=', userId).where('locked_at', 'is', null).execute();
}

/** Opens the lock of a user, and begins to count anew. */
export async function deleteLockOf(db: Db, user: string): Promise<void> {
  await db
    .deleteFrom('user_lock')
    .where('user_id', 'in', ({ selectFrom }) => selectFrom('user').select('id').where('name', '=', user))
    .execute();
}
