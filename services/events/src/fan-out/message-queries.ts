import { type Insertable, sql } from 'kysely';
import type { Db, MessageTable } from '../schema.ts';
import { holdSubscriptions } from '../subscription/subscription-queries.ts';
import type { EventTexts } from './hook-body.ts';

/** Messages of one statement, and characters of their bodies. */
const most = 5000;
const mostText = 16 * 1024 * 1024;

/** A name of a message: those that are made one after the other stand beside each other, so that keeping them does not touch a place of its own for each. */
const newId = sql`'msg_' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20)`;

/** What the messages of all webhooks that are told of it have in common. */
export interface Happening
  extends Pick<Insertable<MessageTable>, 'event_id' | 'part' | 'happened_at' | 'subject' | 'other_subject' | 'domain' | 'event_type'>,
    EventTexts {}

/** What a message of another body than the usual one brings; what is not said is as the table has it. */
export interface OwnBody extends Partial<Pick<Insertable<MessageTable>, 'shown' | 'state' | 'settled_at' | 'message' | 'said' | 'sealed'>> {
  public_id: string;
  body: string;
}

/** A message that is made of an event: with the usual body, in which this stands of the webhook, or with its own. */
export type NewMessage = { happening: Happening; subscription: string } & ({ address: string; own?: undefined } | { own: OwnBody });

/** What one statement keeps. Happenings and webhooks are told by their places. */
interface Part {
  happenings: Map<Happening, { place: number; told: number[] }>;
  webhooks: Map<string, { place: number; address?: string }>;
  own: (OwnBody & { event: number; webhook: number })[];
  count: number;
  length: number;
}

const measure = ({ happening: { head, middle, tail }, ...message }: NewMessage) =>
  message.own ? message.own.body.length + (message.own.shown?.length ?? 0) : head.length + middle.length + tail.length + message.address.length;

/** What is known of something, which gets its place when it is met first. */
function getPlaced<Key, Placed extends { place: number }>(all: Map<Key, Placed>, key: Key, make: (place: number) => Placed): Placed {
  const known = all.get(key) ?? make(all.size);
  all.set(key, known);
  return known;
}

/** Parts that are not too much for one statement, in their order; a message that is too long goes alone. */
function divide(messages: readonly NewMessage[]): Part[] {
  const parts: Part[] = [];
  for (const message of messages) {
    const length = measure(message);
    let last = parts.at(-1);
    if (!last || last.count >= most || last.length + length > mostText) {
      last = { happenings: new Map(), webhooks: new Map(), own: [], count: 0, length: 0 };
      parts.push(last);
    }
    last.count++;
    last.length += length;
    const happening = getPlaced(last.happenings, message.happening, (place) => ({ place, told: [] }));
    const webhook = getPlaced(last.webhooks, message.subscription, (place) => (message.own ? { place } : { place, address: message.address }));
    if (message.own) last.own.push({ event: happening.place, webhook: webhook.place, ...message.own });
    else happening.told.push(webhook.place);
  }
  return parts;
}

/** A message whose body could not be made was never sent: what is made of its event now takes its place, under a name of its own. */
const replaceIfHollow = sql`update set (public_id, ordered, body, sealed, shown, state, settled_at, message, said, next_at, age_from, manual_by)
  = (excluded.public_id, excluded.ordered, excluded.body, excluded.sealed, excluded.shown, excluded.state, excluded.settled_at, excluded.message, excluded.said, now(), now(), null)
  where message.state = 'dead' and message.body = ''`;

/** Queues messages as `insertMessages` does, but those of which there is one without a body take its place. Answers how many are new or took one. */
export const replaceHollow = (db: Db, messages: readonly NewMessage[]): Promise<number> => insertMessages(db, messages, replaceIfHollow);

/**
 * Queues messages; those that are there already stay as they are, and webhooks that are gone get none. Answers how many are new. What messages have in common goes to the
 * database once, which names them and puts their bodies together: of the usual ones only who is told goes there.
 */
export async function insertMessages(db: Db, messages: readonly NewMessage[], meanwhile = sql`nothing`): Promise<number> {
  if (messages.length === 0) return 0;
  const there = await holdSubscriptions(db, [...new Set(messages.map(({ subscription }) => subscription))]);
  let count = 0;
  for (const { happenings, webhooks, own } of divide(messages.filter(({ subscription }) => there.has(subscription)))) {
    const happened = [...happenings].map(([happening, known]) => ({ ...known, ...happening }));
    const told = [...webhooks].map(([subscription, known]) => ({ ...known, subscription, ordered: there.get(subscription) }));
    // As lists and not as a parameter for each value: the statement is the same for one message and for thousands.
    const { numAffectedRows } = await sql`
      with happening as materialized (
        select * from json_to_recordset(${JSON.stringify(happened)}::json) as one(place int, told int[], event_id bigint, part int, happened_at timestamptz, subject text,
          other_subject text, domain text, event_type text, head text, middle text, tail text)
      ), webhook as materialized (
        select * from json_to_recordset(${JSON.stringify(told)}::json) as one(place int, subscription text, ordered boolean, address text)
      ), usual as (
        select place, webhook, ${newId} as public_id from happening cross join unnest(told) as webhook
      ), made as (
        select event, webhook, public_id, body, sealed, shown, state, settled_at, message, said::jsonb as said
        from json_to_recordset(${JSON.stringify(own)}::json) as one(event int, webhook int, public_id text, body text, sealed boolean, shown text, state text,
          settled_at timestamptz, message text, said text)
        union all
        select place, webhook, public_id, null, null, null, null, null, null, null from usual
      )
      insert into message (public_id, subscription, event_id, part, happened_at, subject, other_subject, domain, event_type, ordered, body, sealed, shown, state, settled_at, message, said)
      select public_id, subscription, event_id, part, happened_at, subject, other_subject, domain, event_type, ordered, coalesce(body, head || address || middle || public_id || tail),
        coalesce(sealed, false), shown, coalesce(state, 'waiting'), settled_at, message, said
      from made join happening on happening.place = made.event join webhook on webhook.place = made.webhook
      order by made.event, made.webhook
      on conflict (subscription, event_id, part, happened_at) do ${meanwhile}`.execute(db);
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}

/** Changes whenever a webhook is made, changed or deleted. */
export async function selectRevision(db: Db): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select count(*) || ' ' || coalesce(sum(revision), 0) as revision from subscription`.execute(db);
  return rows[0]!.revision;
}
