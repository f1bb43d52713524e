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
}

/** A list that is looked at every few seconds counts no farther, nor looks at more answers. */
const answers = 2000;

/** Figures of webhooks: what waits, and how the last 24 hours were. */
export async function selectFigures(db: Db, keys: readonly string[]): Promise<HookFigures[]> {
  const { rows } = await sql<HookFigures>`
    select wanted.key, waiting.count::int as waiting, day.delivered::int, day.failed::int, quick.p95, last.at as last_delivered_at
    from unnest(${keys}::text[]) as wanted(key)
      cross join lateral (select count(*) from (
        select from message where subscription = wanted.key and state = 'waiting' order by next_at limit ${mostCounted}) as one) as waiting
      cross join lateral (select count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'dead') as failed from (
        select state from message where subscription = wanted.key and settled_at > now() - interval '24 hours' order by settled_at desc limit ${mostCounted}) as one) as day
      cross join lateral (select percentile_disc(0.95) within group (order by duration) as p95 from (
        select duration from message where subscription = wanted.key and settled_at > now() - interval '24 hours' and duration is not null
        order by settled_at desc limit ${answers}) as one) as quick
      left join lateral (select settled_at as at from message where subscription = wanted.key and settled_at is not null and state = 'delivered'
        order by settled_at desc limit 1) as last on true`.execute(db);
  return rows;
}
