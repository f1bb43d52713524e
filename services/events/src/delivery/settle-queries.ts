import type { Said } from '@packhouse/contract/sentences.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { ClaimedMessage } from './claim-queries.ts';
import type { SentHook } from './send-hook.ts';

type Claim = Pick<ClaimedMessage, 'id' | 'attempts'>;

/** How a message was sent, and what is said of it where that was no success. */
export interface Attempt {
  message: ClaimedMessage;
  sent: SentHook;
  said: Said | null;
}

const toAttemptRow = ({ message, sent, said }: Attempt) => {
  const { retryAfter: _, ...response } = sent.response ?? {};
  const { method, url, request, timing } = sent;
  return {
    message_id: message.id,
    number: message.attempts,
    at: message.at,
    method,
    url,
    request,
    response: sent.response ? response : null,
    timing,
    ...toSaidColumns(said),
    manual_by: message.manual_by,
  };
};

/** As they go within a list that the database takes apart. */
const toSaidColumns = (said: Said | null) => ({
  message: said?.message ?? null,
  said: said?.reason === undefined ? null : { reason: said.reason, values: said.values },
});

/** Keeps how attempts went. Another process may have taken a message in the meantime, and recorded its own. */
export async function insertAttempts(db: Db, attempts: readonly Attempt[]): Promise<void> {
  await sql`
    insert into attempt (message_id, number, at, method, url, request, response, timing, message, said, manual_by)
    select message_id, number, at, method, url, request, response, timing, message, said, manual_by
    from jsonb_to_recordset(${JSON.stringify(attempts.map(toAttemptRow))}::jsonb) as one(message_id bigint, number int, at timestamptz, method text, url text,
      request jsonb, response jsonb, timing jsonb, message text, said jsonb, manual_by text)
    on conflict do nothing`.execute(db);
}

/** What an attempt leaves of a message. */
export interface Settlement {
  state: 'waiting' | 'delivered' | 'dead';
  /** Seconds until it is due again; where none is said it stays where it is in the row. */
  wait?: number;
  isRefused?: boolean;
  status: number | null;
  said: Said | null;
  duration: number | null;
}

/** Settles messages; answers how many. Nothing changes of one that somebody cancelled, or that another process has now. */
export async function settleMessages(db: Db, settlements: readonly { message: Claim; settlement: Settlement }[]): Promise<number> {
  const rows = settlements
    .map(({ message: { id, attempts }, settlement: { said, isRefused = false, ...rest } }) => ({
      id,
      attempts,
      refused: isRefused ? 1 : 0,
      ...rest,
      ...toSaidColumns(said),
    }))
    .toSorted((one, other) => one.id - other.id);
  const { rows: settled } = await sql<{ id: number }>`
    update message as m set state = one.state, lease_until = null, status = one.status, duration = one.duration, manual_by = null, message = one.message, said = one.said,
      next_at = case when one.wait is null then m.next_at else now() + make_interval(secs => one.wait) end, refusals = m.refusals + one.refused,
      settled_at = case when one.state = 'waiting' then m.settled_at else now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(id bigint, attempts int, state text, status int, duration int, message text, said jsonb, wait float8, refused int)
    where m.id = one.id and m.state = 'sending' and m.attempts = one.attempts returning m.id`.execute(db);
  return settled.length;
}

/**
 * Settles messages that were delivered, of webhooks that were well before: all that keeping them takes, in one statement. Webhooks are held first, as `holdSubscriptions` does;
 * what belonged to one that is gone is left.
 */
export async function settleDelivered(db: Db, attempts: readonly Attempt[]): Promise<void> {
  const keys = [...new Set(attempts.map(({ message }) => message.subscription))];
  const rows = attempts
    .map((one) => ({
      subscription: one.message.subscription,
      ...toAttemptRow(one),
      status: one.sent.response?.status ?? null,
      duration: one.sent.timing.total,
    }))
    .toSorted((one, other) => one.message_id - other.message_id);
  await sql`
    with there as materialized (select key from subscription where key = any(${keys}::text[]) order by key for key share),
    one as materialized (
      select one.* from there join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(subscription text, message_id bigint, number int, at timestamptz, method text,
        url text, request jsonb, response jsonb, timing jsonb, manual_by text, status int, duration int) on one.subscription = there.key
    ), settled as (
      update message as m set state = 'delivered', lease_until = null, status = one.status, duration = one.duration, manual_by = null, message = null, said = null, settled_at = now()
      from one where m.id = one.message_id and m.state = 'sending' and m.attempts = one.number
    )
    insert into attempt (message_id, number, at, method, url, request, response, timing, manual_by)
    select message_id, number, at, method, url, request, response, timing, manual_by from one
    on conflict do nothing`.execute(db);
}
