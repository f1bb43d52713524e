import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** How many failures are free, how long the wait grows at most, and after how long all is forgotten; in seconds. */
export interface Limit {
  free: number;
  longest: number;
}

const forgetAfter = sql`interval '15 minutes'`;

/**
 * Counts an attempt before it is made, so that attempts at the same moment cannot share one place. Each failure beyond the free ones doubles the wait.
 * Answers how many have failed with it, or nothing when the key must still wait.
 */
export async function countAttempt(db: Db, key: string, limit: Limit): Promise<number | undefined> {
  const failures = sql`(case when f.last_failed_at < now() - ${forgetAfter} then 1 else f.failures + 1 end)`;
  const blockedUntil = sql`case when ${failures} > ${limit.free}::integer
    then clock_timestamp() + least(${limit.longest}::integer, power(2, least(${failures} - ${limit.free}::integer - 1, 20))) * interval '1 second' else 'epoch' end`;
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failure as f (key, failures, last_failed_at, blocked_until) values (${key}, 1, now(), 'epoch')
    on conflict (key) do update set failures = ${failures}, last_failed_at = now(), blocked_until = ${blockedUntil}
    where f.blocked_until <= clock_timestamp()
    returning failures`.execute(db);
  return rows[0]?.failures;
}

/** Seconds until the key may try again. */
export async function selectWait(db: Db, key: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from blocked_until - now()))::integer as wait from sign_in_failure where key = ${key} and blocked_until > now()`.execute(db);
  return rows[0]?.wait ?? 1;
}

/** Takes an attempt back that turned out well. */
export async function forgiveAttempt(db: Db, key: string): Promise<void> {
  await sql`update sign_in_failure set failures = greatest(failures - 1, 0), blocked_until = 'epoch' where key = ${key}`.execute(db);
}

export async function deleteFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('key', '=', key).execute();
}

/** Forgets a key together with those that only add a place to it. */
export async function deleteFailuresOf(db: Db, key: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where(({ eb, or, fn }) => or([eb('key', '=', key), eb(fn('starts_with', ['key', eb.val(`${key} at `)]), '=', true)]))
    .execute();
}

/** When the last wait of these keys ends, those included that only add a place to the first. */
export async function selectBlockedUntil(db: Db, key: string, other: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sign_in_failure')
    .select(({ fn }) => fn.max('blocked_until').as('until'))
    .where(({ eb, or, fn }) => or([eb('key', 'in', [key, other]), eb(fn('starts_with', ['key', eb.val(`${key} at `)]), '=', true)]))
    .where('blocked_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.until ?? undefined;
}

export async function deleteOldFailures(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('last_failed_at', '<', sql<Date>`now() - interval '1 day'`).execute();
}
