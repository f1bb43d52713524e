import { type Insertable, sql } from 'kysely';
import type { Db, MessageTable } from '../schema.ts';
import { holdSubscriptions } from '../subscription/subscription-queries.ts';

/** Messages of one statement, and characters of their bodies. */
const most = 2000;
const mostText = 4 * 1024 * 1024;

/** What the messages of all webhooks that are told of it have in common. */
export interface Happening extends Pick<Insertable<MessageTable>, 'event_id' | 'part' | 'happened_at' | 'subject' | 'domain' | 'event_type'> {
  /** How the usual body begins. */
  head: string;
}

/** A message that is made of an event; what is not said is as the table has it. */
export interface NewMessage extends Partial<Pick<Insertable<MessageTable>, 'shown' | 'state' | 'settled_at' | 'message' | 'said' | 'sealed'>> {
  happening: Happening;
  public_id: string;
  subscription: string;
  /** The whole body, or how it goes on after the head. */
  body?: string;
  tail?: string;
}

interface Part {
  happenings: Map<Happening, number>;
  messages: NewMessage[];
  length: number;
}

/** Parts that are not too much for one statement, in their order; a message that is too long goes alone. */
function divide(messages: readonly NewMessage[]): Part[] {
  const parts: Part[] = [];
  for (const message of messages) {
    const { happening, body = '', tail = '', shown } = message;
    const own = body.length + tail.length + (shown?.length ?? 0);
    let last = parts.at(-1);
    const added = own + (last?.happenings.has(happening) ? 0 : happening.head.length);
    if (!last || last.messages.length >= most || last.length + added > mostText) {
      last = { happenings: new Map(), messages: [], length: 0 };
      parts.push(last);
    }
    last.length += last.happenings.has(happening) ? own : own + happening.head.length;
    if (!last.happenings.has(happening)) last.happenings.set(happening, last.happenings.size);
    last.messages.push(message);
  }
  return parts;
}

/**
 * Queues messages; those that are there already stay as they are, and webhooks that are gone get none. Answers how many are new. What messages have in common goes to the
 * database once, which puts their bodies together: taking lists apart is what costs most of it.
 */
export async function insertMessages(db: Db, messages: readonly NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  const there = await holdSubscriptions(db, [...new Set(messages.map(({ subscription }) => subscription))]);
  let count = 0;
  for (const part of divide(messages.filter(({ subscription }) => there.has(subscription)))) {
    const happenings = [...part.happenings].map(([happening, place]) => ({ place, ...happening }));
    const own = part.messages.map(({ happening, ...message }) => ({ of: part.happenings.get(happening), ...message }));
    // As lists and not as a parameter for each value: the statement is the same for one message and for thousands.
    const { numAffectedRows } = await sql`
      insert into message (public_id, subscription, event_id, part, happened_at, subject, domain, event_type, body, sealed, shown, state, settled_at, message, said)
      select public_id, subscription, event_id, part, happened_at, subject, domain, event_type, coalesce(body, head || tail), coalesce(sealed, false), shown,
        coalesce(state, 'waiting'), settled_at, message, said::jsonb
      from json_to_recordset(${JSON.stringify(own)}::json) as own("of" int, public_id text, subscription text, body text, tail text, sealed boolean, shown text, state text,
          settled_at timestamptz, message text, said text)
        join json_to_recordset(${JSON.stringify(happenings)}::json) as happening(place int, event_id bigint, part int, happened_at timestamptz, subject text, domain text,
          event_type text, head text) on place = own."of"
      order by place
      on conflict (subscription, event_id, part, happened_at) do nothing`.execute(db);
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}

/** Changes whenever a webhook is made, changed or deleted. */
export async function selectRevision(db: Db): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select count(*) || ' ' || coalesce(sum(revision), 0) as revision from subscription`.execute(db);
  return rows[0]!.revision;
}
