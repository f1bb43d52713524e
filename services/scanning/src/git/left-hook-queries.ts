import type { Said } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { GitLeftHookTable } from './git-tables.ts';

export type LeftHookRow = Selectable<GitLeftHookTable>;

/** Seconds after which what nobody settled is taken again; longer than any call. */
const lease = 5 * 60;

/** Takes hooks that are to be removed; only those of one integration are with its vendor at a time. */
export async function claimLeftHooks(db: Db, free: number): Promise<LeftHookRow[]> {
  const { rows } = await sql<LeftHookRow>`
    update git_left_hook set lease_until = now() + make_interval(secs => ${lease}), attempts = attempts + 1 where id in (
      select id from git_left_hook where not given_up and next_at <= now() and (lease_until is null or lease_until < now())
      order by next_at limit ${free} for update skip locked) returning *`.execute(db);
  return rows;
}

export async function dropLeftHook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('git_left_hook').where('id', '=', id).execute();
}

/** Keeps why a hook is still there; null seconds give it up, and the token is forgotten. */
export async function settleLeftHook(db: Db, id: number, problem: Said, seconds: number | null): Promise<void> {
  const { message, said } = keepSaid(problem);
  await sql`
    update git_left_hook set lease_until = null, message = ${message}, said = ${said}::jsonb, given_up = ${seconds === null},
      sealed = case when ${seconds === null} then null else sealed end, next_at = now() + make_interval(secs => ${seconds ?? 0}) where id = ${id}`.execute(db);
}

/** Hooks that are still at their vendors, the newest first, one more than asked for where there are more; and how many there are. */
export async function selectLeftHooks(
  db: Db,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ rows: LeftHookRow[]; total: number }> {
  let query = db
    .selectFrom('git_left_hook')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('id', '<', before);
  const [rows, counted] = await Promise.all([query.execute(), sql<{ total: number }>`select count(*)::integer as total from git_left_hook`.execute(db)]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function forgetGivenUp(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('git_left_hook').where('given_up', '=', true).executeTakeFirst();
  return Number(numDeletedRows);
}
