import { type Kysely, sql } from 'kysely';

export type LockCall = 'pg_try_advisory_lock' | 'pg_advisory_unlock';

/** Answers whether it was done: a lock may be another's. */
export async function callLock(db: Kysely<Record<string, never>>, call: LockCall, name: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select ${sql.raw(call)}(hashtextextended(${name}, 1)) as done`.execute(db);
  return rows[0]?.done === true;
}
