import { type Insertable, sql } from 'kysely';
import type { Db, MessageTable } from '../schema.ts';

/** Messages of one statement, and characters of their bodies. */
const most = 2000;
const mostText = 4 * 1024 * 1024;

/** A message that is made of an event; what is not said is as the table has it. */
export type NewMessage = Pick<
  Insertable<MessageTable>,
  | 'public_id'
  | 'subscription'
  | 'event_id'
  | 'part'
  | 'happened_at'
  | 'subject'
  | 'domain'
  | 'event_type'
  | 'body'
  | 'shown'
  | 'state'
  | 'settled_at'
  | 'message'
  | 'said'
  | 'sealed'
>;

/** Parts that are not too much for one statement, in their order; a message that is too long goes alone. */
function divide(messages: readonly NewMessage[]): NewMessage[][] {
  const parts: NewMessage[][] = [];
  let room = 0;
  for (const message of messages) {
    const length = message.body.length + (message.shown?.length ?? 0);
    const last = parts.at(-1);
    room -= length;
    if (last && room >= 0 && last.length < most) last.push(message);
    else {
      parts.push([message]);
      room = mostText - length;
    }
  }
  return parts;
}

/** Queues messages; those that are there already stay as they are. Answers how many are new. */
export async function insertMessages(db: Db, messages: readonly NewMessage[]): Promise<number> {
  let count = 0;
  for (const part of divide(messages)) {
    // As one list and not as a parameter for each value: the statement is the same for one message and for thousands.
    const { numAffectedRows } = await sql`
      insert into message (public_id, subscription, event_id, part, happened_at, subject, domain, event_type, body, sealed, shown, state, settled_at, message, said)
      select public_id, subscription, event_id, part, happened_at, subject, domain, event_type, body, coalesce(sealed, false), shown, coalesce(state, 'waiting'), settled_at,
        message, said::jsonb
      from json_to_recordset(${JSON.stringify(part)}::json) as one(public_id text, subscription text, event_id bigint, part int,
        happened_at timestamptz, subject text, domain text, event_type text, body text, sealed boolean, shown text, state text, settled_at timestamptz, message text, said text)
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
