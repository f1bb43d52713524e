import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A row counts as active from the second on at which the rule that ignores it ends. */
export const isActive = sql<boolean>`(violation.state = 'active' or (violation.state = 'ignored' and violation.ignored_until <= now()))`;
export const isIgnored = sql<boolean>`(violation.state = 'ignored' and (violation.ignored_until is null or violation.ignored_until > now()))`;

/** Violations in some versions. */
export async function countViolations(db: Db, targets: readonly number[]): Promise<{ active: number; ignored: number }> {
  const { rows } = await sql<{ active: number; ignored: number }>`
    select (count(*) filter (where ${isActive}))::integer as active, (count(*) filter (where ${isIgnored}))::integer as ignored
    from violation where target_id = any(${targets}::bigint[]) and state <> 'closed'`.execute(db);
  return rows[0] ?? { active: 0, ignored: 0 };
}
