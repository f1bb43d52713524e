import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type Kysely, sql } from 'kysely';
import { queued } from '../delivery/queued-queries.ts';
import type { Db, EventsSchema } from '../schema.ts';

/** Rows of one statement at most: what is sent meanwhile does not wait for more. */
const batch = 500;
/** Messages that are kept of one webhook. */
const mostKept = 100_000;
/** Messages that one statement walks along: in an index alone, or looking at each whether it is still there. */
const walked = 10_000;
const counted = 2000;

/** Gives up messages that could not be delivered in their time. Answers how many; a full batch means that there may be more. */
export function giveUpOld(db: Kysely<EventsSchema>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; hours: number }>`
      with recursive ${queued}
      select old.id, s.max_age_hours as hours from subscription as s cross join lateral (
        select id from message as m where m.subscription = s.key and m.state = 'waiting' and m.age_from < now() - make_interval(hours => s.max_age_hours)
        order by m.age_from limit ${batch} for update skip locked) as old
      where s.key in (select key from queued) limit ${batch}`.execute(tx);
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
      select old.id from subscription as s cross join lateral (
        select id from message as m where m.subscription = s.key and m.settled_at < now() - interval '3 days' and m.state in ('delivered', 'dead', 'cancelled')
          and (m.state <> 'dead' or m.settled_at < now() - interval '30 days')
        order by m.settled_at limit ${batch}) as old limit ${batch}) returning id`.execute(db);
  return rows.length;
}

/** The oldest message that a webhook may keep, where it has more than it may. */
async function findOldestKept(db: Db, key: string, most: number): Promise<number | undefined> {
  let oldest: number | undefined;
  for (let left = most; left > 0; left -= walked) {
    let query = db.selectFrom('message').select('id').where('subscription', '=', key).orderBy('id', 'desc');
    if (oldest !== undefined) query = query.where('id', '<', oldest);
    const row = await query
      .offset(Math.min(left, walked) - 1)
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    oldest = row.id;
  }
  return oldest;
}

/** Forgets the oldest settled messages of one webhook that are too many. Answers how many; a full batch means that there may be more. */
async function forgetBefore(db: Db, key: string, oldest: number): Promise<number> {
  const { rows } = await sql`
    delete from message where id in (
      select id from message where subscription = ${key} and id < ${oldest} and state in ('delivered', 'dead', 'cancelled') order by id limit ${batch}) returning id`.execute(
    db,
  );
  return rows.length;
}

/** Forgets the oldest settled messages of webhooks that have too many. Answers how many. */
export async function forgetMany(db: Db, most: number = mostKept, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (const { key } of await db.selectFrom('subscription').select('key').orderBy('key').execute()) {
    const oldest = await findOldestKept(db, key, most);
    let found = oldest === undefined ? 0 : batch;
    while (oldest !== undefined && found === batch && !signal?.aborted) {
      found = await forgetBefore(db, key, oldest);
      count += found;
    }
  }
  return count;
}

interface CountedPage {
  count: number;
  last: object | null;
}

/** Messages that are still to be sent, of all webhooks; counted bit by bit, as there may be millions. */
export async function countWaiting(db: Db, most: number = counted): Promise<number> {
  const { rows: keys } = await sql<{ key: string }>`with recursive ${queued} select key from queued where key is not null`.execute(db);
  const { rows: sending } = await sql<{ count: number }>`select count(*)::int as count from message where state = 'sending'`.execute(db);
  let sum = sending[0]?.count ?? 0;
  for (const { key } of keys) {
    let page: CountedPage | undefined = { count: most, last: { next_at: '-infinity', event_id: 0, part: 0 } };
    while (page?.last && page.count === most) {
      const { rows }: { rows: CountedPage[] } = await sql<CountedPage>`
        with page as materialized (
          select one.next_at, one.event_id, one.part
          from jsonb_to_record(${JSON.stringify(page.last)}::jsonb) as behind(next_at timestamptz, event_id bigint, part int) cross join lateral (
            select next_at, event_id, part from message as m
            where m.subscription = ${key} and m.state = 'waiting' and (m.next_at, m.event_id, m.part) > (behind.next_at, behind.event_id, behind.part)
            order by m.next_at, m.event_id, m.part limit ${most}) as one
        )
        select count(*)::int as count,
          (select jsonb_build_object('next_at', next_at, 'event_id', event_id, 'part', part) from page order by next_at desc, event_id desc, part desc limit 1) as last
        from page`.execute(db);
      [page] = rows;
      sum += page?.count ?? 0;
    }
  }
  return sum;
}
