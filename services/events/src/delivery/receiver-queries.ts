import type { Said } from '@packhouse/contract/sentences.ts';
import { getOrigin, keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { OutboxPosition } from '@packhouse/kernel/events/outbox.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import { switchSpans } from '../subscription/enabled-spans.ts';
import { unburdened } from '../subscription/subscription-queries.ts';

/** More doublings than the widest webhook needs. */
const mostDoublings = 6;

/** Successes end a failure, and each lets twice as many requests go at once until there are as many as the webhook may have. Answers whether it was failing. */
export async function noteSuccess(db: Db, key: string, count: number): Promise<boolean> {
  const { rows } = await sql<{ was_failing: boolean }>`
    with before as (
      select key, failing_since is not null as was_failing from subscription
      where key = ${key} and (failing_since is not null or refused_run > 0 or width < parallel) for no key update
    )
    update subscription as s set failing_since = null, paused_until = null, failures = 0, refused_status = null, refused_run = 0, width = least(s.parallel, s.width << ${Math.min(count, mostDoublings)}::int),
      status = null, message = null, said = null
    from before where s.key = before.key returning before.was_failing`.execute(db);
  return rows[0]?.was_failing ?? false;
}

/** Counts refusals alike, one after the other. */
export async function noteRefusal(db: Db, key: string, status: number): Promise<number> {
  const row = await db
    .updateTable('subscription')
    .set({ refused_run: sql<number>`case when refused_status = ${status} then refused_run + 1 else 1 end`, refused_status: status })
    .where('key', '=', key)
    .returning('refused_run')
    .executeTakeFirst();
  return row?.refused_run ?? 0;
}

/** Of requests that fail together, only the first makes the pause longer. Answers whether this one was it. */
export async function noteFailure(
  db: Db,
  key: string,
  { said, status, getPause }: { said: Said; status: number | undefined; getPause: (failures: number) => number },
): Promise<boolean> {
  const row = await db
    .selectFrom('subscription')
    .select(['failures', sql<boolean>`paused_until > now()`.as('is_paused')])
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || row.is_paused) return false;
  const failures = row.failures + 1;
  await db
    .updateTable('subscription')
    .set({
      failures,
      failing_since: sql<Date>`coalesce(failing_since, now())`,
      paused_until: sql<Date>`now() + make_interval(secs => ${getPause(failures)})`,
      width: 1,
      status: status ?? null,
      message: said.message,
      said: getOrigin(said),
    })
    .where('key', '=', key)
    .execute();
  return true;
}

const gone: RawBuilder<unknown> = sql`nextval('subscription_revision')`;

/** The receiver wants nothing any more. */
export async function switchOff(db: Db, key: string, said: Said, getPosition: () => Promise<OutboxPosition>): Promise<void> {
  const row = await db.selectFrom('subscription').select('spans').where('key', '=', key).where('enabled', '=', true).forNoKeyUpdate().executeTakeFirst();
  if (!row) return;
  const spans = JSON.stringify(switchSpans(row.spans, false, await getPosition()));
  await db
    .updateTable('subscription')
    .set({ ...unburdened, ...keepSaid(said), enabled: false, spans, disabled_at: sql<Date>`clock_timestamp()`, revision: gone, status: 410 })
    .where('key', '=', key)
    .execute();
}
