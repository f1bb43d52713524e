import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export type CallerKind = 'user' | 'address';

/** Remembers when these were seen last, by the clock of the database; always in the same order, so that no two writers wait for each other. */
export async function rememberCallers(db: Db, kind: CallerKind, marks: readonly string[]): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into caller as known (kind, mark) select ${kind}, mark from unnest(${[...marks].sort()}::text[]) given(mark) order by mark
    on conflict (kind, mark) do update set seen_at = now() where known.seen_at < now() - interval '5 minutes'`.execute(db);
}

/** How many of each kind were seen within a day. */
export async function countCallers(db: Db): Promise<Record<CallerKind, number>> {
  const { rows } = await sql<{ users: number; addresses: number }>`
    select count(*) filter (where kind = 'user')::int as users, count(*) filter (where kind = 'address')::int as addresses
    from caller where seen_at >= now() - interval '24 hours'`.execute(db);
  return { user: rows[0]?.users ?? 0, address: rows[0]?.addresses ?? 0 };
}

/** Forgets those who were not seen for a day. */
export async function forgetCallers(db: Db): Promise<void> {
  await sql`delete from caller where seen_at < now() - interval '24 hours'`.execute(db);
}
