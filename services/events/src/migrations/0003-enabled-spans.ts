import { type Kysely, sql } from 'kysely';

/** No transaction gets this number: nothing is known to have been open. */
const never = sql.lit('18446744073709551615');

/** When a webhook was enabled, by commits: times of events tell when they were written, which may be long before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const before = (column: 'enabled_at' | 'disabled_at') =>
    sql`jsonb_build_object('id', (select coalesce(max(id), 0) from kernel.event where at < ${sql.ref(column)}), 'open', '[]'::jsonb, 'next', ${never})`;
  await sql`alter table subscription add column spans jsonb not null default '[]'`.execute(db);
  await sql`
    update subscription set spans = jsonb_build_array(
      jsonb_build_object('from', ${before('enabled_at')})
      || case when disabled_at is null then '{}'::jsonb else jsonb_build_object('until', ${before('disabled_at')}) end)
    where enabled_at is not null`.execute(db);
}
