import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type Kysely, sql } from 'kysely';
import type { Db, EventsSchema } from '../schema.ts';

/** Rows of one statement at most. */
const batch = 5000;
/** Messages that are kept of one webhook. */
const mostKept = 100_000;

/** Gives up messages that could not be delivered in their time. Answers how many; a full batch means that there may be more. */
export function giveUpOld(db: Kysely<EventsSchema>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; hours: number }>`
      select m.id, s.max_age_hours as hours from message as m join subscription as s on s.key = m.subscription
      where m.state = 'waiting' and m.age_from < now() - make_interval(hours => s.max_age_hours) limit ${batch} for update of m skip locked`.execute(tx);
    for (const [hours, old] of Map.groupBy(rows, (row) => row.hours)) {
      const ids = old.map(({ id }) => id);
      const said = keepSaid(say(hookWords.message_too_old, { count: hours }));
      await tx
        .updateTable('message')
        .set({ state: 'dead', settled_at: sql`now()`, ...said })
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .execute();
    }
    return rows.length;
  });
}

/** Forgets what nobody will ask for any more: delivered and cancelled messages after three days, dead ones after thirty. Attempts go with their message. */
export async function forgetSettled(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from message where id in (
      select id from message where settled_at < now() - case state when 'dead' then interval '30 days' else interval '3 days' end
        and settled_at < now() - interval '3 days' and state in ('delivered', 'dead', 'cancelled') limit ${batch}) returning id`.execute(db);
  return rows.length;
}

/** Forgets the oldest settled messages of webhooks that have too many. */
export async function forgetMany(db: Db, most: number = mostKept): Promise<number> {
  const { rows } = await sql`
    with bound as (
      select s.key, (select id from message as m where m.subscription = s.key order by id desc offset ${most} limit 1) as id from subscription as s
    )
    delete from message where id in (
      select m.id from bound join message as m on m.subscription = bound.key and m.id <= bound.id
      where m.state in ('delivered', 'dead', 'cancelled') limit ${batch}) returning id`.execute(db);
  return rows.length;
}

/** Messages that are still to be sent, of all webhooks. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from message where state in ('waiting', 'sending')`.execute(db);
  return rows[0]?.count ?? 0;
}
