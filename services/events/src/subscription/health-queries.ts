import { mostCounted } from '@packhouse/contract/events/hook-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface HookFigures {
  key: string;
  waiting: number;
  delivered: number;
  failed: number;
  p95: number | null;
  last_delivered_at: Date | null;
  loop: { subject: string; count: number } | null;
}

/** A list that is looked at every few seconds counts no farther, nor looks at more answers. */
const answers = 2000;
/** So many events about one subject within a minute look like a loop; they are sought among as many messages as a webhook got last. */
const manyAlike = 20;
const lookedAt = 1000;

/** Figures of webhooks: what waits, and how the last 24 hours were. */
export async function selectFigures(db: Db, keys: readonly string[]): Promise<HookFigures[]> {
  const { rows } = await sql<HookFigures>`
    select wanted.key, waiting.count::int as waiting, day.delivered::int, day.failed::int, quick.p95, last.at as last_delivered_at, loop.found as loop
    from unnest(${keys}::text[]) as wanted(key)
      cross join lateral (select count(*) from (
        select from message where subscription = wanted.key and state = 'waiting' order by next_at limit ${mostCounted}) as one) as waiting
      cross join lateral (select count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'dead') as failed from (
        select state from message where subscription = wanted.key and settled_at > now() - interval '24 hours' order by settled_at desc limit ${mostCounted}) as one) as day
      cross join lateral (select percentile_disc(0.95) within group (order by duration) as p95 from (
        select duration from message where subscription = wanted.key and settled_at > now() - interval '24 hours' and duration is not null
        order by settled_at desc limit ${answers}) as one) as quick
      left join lateral (select settled_at as at from message where subscription = wanted.key and settled_at is not null and state = 'delivered'
        order by settled_at desc limit 1) as last on true
      left join lateral (select json_build_object('subject', subject, 'count', count(distinct event_id)) as found from (
        select subject, event_id, happened_at from message where subscription = wanted.key order by id desc limit ${lookedAt}) as one
        where happened_at > now() - interval '1 minute' group by subject having count(distinct event_id) >= ${manyAlike} order by count(distinct event_id) desc limit 1
      ) as loop on true`.execute(db);
  return rows;
}

const getLater = (one: Date | null, other: Date | null): Date | null => (one && other ? (one > other ? one : other) : (one ?? other));

/** Figures of two handlers as those of one webhook, which is as quick as the slower of them. */
export function addFigures(one: HookFigures, other: HookFigures): HookFigures {
  return {
    key: one.key,
    waiting: one.waiting + other.waiting,
    delivered: one.delivered + other.delivered,
    failed: one.failed + other.failed,
    p95: one.p95 === null || other.p95 === null ? (one.p95 ?? other.p95) : Math.max(one.p95, other.p95),
    last_delivered_at: getLater(one.last_delivered_at, other.last_delivered_at),
    loop: one.loop ?? other.loop,
  };
}
