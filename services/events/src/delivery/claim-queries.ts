import { type Selectable, sql } from 'kysely';
import type { Db, KeptHandler, MessageTable } from '../schema.ts';
import { queued } from './queued-queries.ts';

/** The place of a message in the order in which its webhook sends, as the database writes it. */
export interface DuePlace {
  next_at: string;
  event_id: number;
  part: number;
}

/** A message that this process sends now, with what it takes of its webhook. */
export interface ClaimedMessage
  extends Pick<Selectable<MessageTable>, 'id' | 'public_id' | 'subscription' | 'body' | 'sealed' | 'attempts' | 'refusals' | 'manual_by'> {
  at: Date;
  handler: KeptHandler;
  /** Its webhook was well: nothing of it changes when this succeeds. */
  is_well: boolean;
  secrets: string | null;
  /** What signed before them and still does, the newest first. */
  previous_secrets: readonly string[];
  /** Where it was, if it is the last of its webhook that was taken and none before it was passed over. */
  passed: DuePlace | null;
}

/** Seconds after which a message that nobody settled is sent again; longer than any request takes. */
const lease = 90;
/** No webhook has more under way. */
const widest = 32;
/** What a webhook with a limit did not use of the last second may be used at once, and nothing older. */
const rateFrom = sql`greatest(coalesce(rate_at, now() - interval '1 second'), now() - interval '1 second')`;

/** Nothing of a webhook `s` changes when a message arrives. */
const isWell = sql`(s.failing_since is null and s.refused_run = 0 and s.width >= s.parallel)`;

/** Messages whose sender ended without a word wait again. */
export async function returnLost(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update message set state = 'waiting', lease_until = null where id in (
      select id from message where state = 'sending' and lease_until < now() limit 1000 for update skip locked) returning id`.execute(db);
  return rows.length;
}

/**
 * Takes messages to send, the oldest first, as many of each webhook as may be under way at once. Webhooks that are paused, by a person or because their receiver fails, are
 * not touched; one that was failing begins with a single message. Where a webhook has a limit a second, no more than that is taken. A message in order waits for all older ones about the same subject. The row of
 * the webhook is held meanwhile, so that two processes together keep to its width. Webhooks are found by what waits, so that thousands for which nothing does cost nothing.
 * Whatever the database believes to be waiting, it walks along what is due and nothing else: every part asks in the order of that index, which no other one has. Of webhooks
 * in `passed` it begins behind the place that stands there, unless they are not well: what failed goes first.
 */
export async function claimMessages(db: Db, free: number, passed: ReadonlyMap<string, DuePlace> = new Map()): Promise<ClaimedMessage[]> {
  const places = JSON.stringify([...passed].map(([key, place]) => ({ key, ...place })));
  const { rows } = await sql<ClaimedMessage>`
    with recursive ${queued}, passed as materialized (
      select key, next_at, event_id, part from jsonb_to_recordset(${places}::jsonb) as one(key text, next_at timestamptz, event_id bigint, part int)
    ), busy as materialized (select subscription, count(*) as count from message where state = 'sending' group by subscription),
    open as materialized (
      select s.key, s.width, s.handler, s.sealed, s.ordered, ${isWell} as is_well,
        array_remove(array[case when s.previous_until > now() then s.previous_sealed end]
          || array(select one ->> 'sealed' from jsonb_array_elements(s.earlier) as one where (one ->> 'until')::timestamptz > now()), null) as previous,
        s.per_second, ${rateFrom} as rate_from, floor(s.per_second * extract(epoch from now() - ${rateFrom}) + 0.000001) as allowed,
        coalesce(passed.next_at, '-infinity') as passed_at, coalesce(passed.event_id, 0) as passed_event, coalesce(passed.part, 0) as passed_part
      from subscription as s left join passed on passed.key = s.key and ${isWell}
      where s.key in (select key from queued) and s.enabled and s.paused_at is null and (s.paused_until is null or s.paused_until <= now())
        and (select m.next_at from message as m where m.subscription = s.key and m.state = 'waiting'
          and (m.next_at, m.event_id, m.part) > (coalesce(passed.next_at, '-infinity'), coalesce(passed.event_id, 0), coalesce(passed.part, 0))
          order by m.next_at, m.event_id, m.part limit 1) <= now()
      for no key update of s skip locked
    ), due as (
      select one.id, one.next_at, one.event_id, one.part, open.key, row_number() over oldest as nth, row_number() over oldest + coalesce(busy.count, 0) as place, open.width, open.allowed
      from open left join busy on busy.subscription = open.key cross join lateral (
        select id, next_at, event_id, part from message as m where m.subscription = open.key and m.state = 'waiting' and m.next_at <= now()
          and (m.next_at, m.event_id, m.part) > (open.passed_at, open.passed_event, open.passed_part)
          and (not m.ordered or not exists (select from message as older where older.subscription = m.subscription and older.subject = m.subject and older.ordered
            and older.state in ('waiting', 'sending') and (older.event_id, older.part) < (m.event_id, m.part)))
        order by next_at, event_id, part limit greatest(least(open.width - coalesce(busy.count, 0), ${widest}, ${free}), 0) for update skip locked) as one
      window oldest as (partition by open.key order by one.next_at, one.event_id, one.part)
    ), chosen as materialized (
      select id, next_at, event_id, part, key, nth from due where place <= width and (allowed is null or nth <= allowed) order by next_at, event_id, part limit ${free}
    ), spent as (
      update subscription set rate_at = open.rate_from + make_interval(secs => taken.count::float8 / open.per_second)
      from open join (select key, count(*) as count from chosen group by key) as taken using (key) where subscription.key = open.key and open.per_second is not null
    ), last as materialized (select key, max(nth) as nth from chosen group by key)
    update message set state = 'sending', lease_until = now() + make_interval(secs => ${lease}), attempts = attempts + 1
    from chosen, open, last where message.id = chosen.id and open.key = message.subscription and last.key = chosen.key
    returning message.id, message.public_id, message.subscription, message.body, message.sealed, message.attempts, message.refusals, message.manual_by,
      now() as at, open.handler, open.is_well, open.sealed as secrets, open.previous as previous_secrets,
      case when chosen.nth = last.nth and not open.ordered
        then jsonb_build_object('next_at', chosen.next_at, 'event_id', chosen.event_id, 'part', chosen.part) end as passed`.execute(db);
  return rows;
}
