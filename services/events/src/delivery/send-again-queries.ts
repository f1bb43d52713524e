import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { getWebhook, selectHandlerKeys } from '../subscription/handler-queries.ts';
import { isHollow } from './delivery-queries.ts';

/** What became of messages that were to be sent again. */
export interface SentAgain {
  count: number;
  /** Rows of webhooks that they wait for. */
  handlers: readonly string[];
  /** So many have no body. */
  hollow: number;
  /** So many are being sent already. */
  sending: number;
  /** So many are not kept any more. */
  gone: number;
}

/** The messages themselves go out again, with the same body under the same name. */
const again = (user: string) => ({
  state: 'waiting' as const,
  next_at: sql<Date>`now()`,
  age_from: sql<Date>`now()`,
  refusals: 0,
  settled_at: null,
  manual_by: user,
  ...keepSaid(null),
});

const getHandlers = (rows: readonly { subscription: string }[]) => [...new Set(rows.map(({ subscription }) => subscription))];

export async function redeliverSome(db: Db, ids: readonly string[], user: string): Promise<SentAgain> {
  const wanted = [...new Set(ids)];
  const rows = await db
    .updateTable('message')
    .set(again(user))
    .where('public_id', 'in', wanted)
    .where('state', '<>', 'sending')
    .where(sql<boolean>`not ${isHollow}`)
    .returning('subscription')
    .execute();
  const left = await db
    .selectFrom('message')
    .select(({ fn }) => [
      fn.countAll<number>().as('known'),
      fn.countAll<number>().filterWhere(isHollow).as('hollow'),
      fn.countAll<number>().filterWhere('state', '=', 'sending').as('sending'),
    ])
    .where('public_id', 'in', wanted)
    .executeTakeFirstOrThrow();
  const { known, hollow, sending } = left;
  return { count: rows.length, handlers: getHandlers(rows), hollow, sending, gone: wanted.length - known };
}

/** Of everything that a webhook gave up since a moment. */
export async function redeliverDead(db: Db, key: string, since: Date, user: string): Promise<SentAgain> {
  const keys = await selectHandlerKeys(db, key);
  const rows = await db
    .updateTable('message')
    .set(again(user))
    .where('subscription', 'in', keys)
    .where('state', '=', 'dead')
    .where('settled_at', '>=', since)
    .where(sql<boolean>`not ${isHollow}`)
    .returning('subscription')
    .execute();
  const { hollow } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('hollow'))
    .where('subscription', 'in', keys)
    .where('settled_at', '>=', since)
    .where(isHollow)
    .executeTakeFirstOrThrow();
  return { count: rows.length, handlers: getHandlers(rows), hollow, sending: 0, gone: 0 };
}

/** Webhooks to which nothing is sent for now, of these handlers, by why. */
export async function selectHeld(db: Db, handlers: readonly string[]): Promise<{ disabled: string[]; paused: string[] }> {
  if (handlers.length === 0) return { disabled: [], paused: [] };
  const rows = await db
    .selectFrom('subscription')
    .select(['key', 'enabled', 'paused_at'])
    .where('key', 'in', handlers)
    .where(({ or, eb }) => or([eb('enabled', '=', false), eb('paused_at', 'is not', null)]))
    .orderBy('key')
    .execute();
  const list = (some: typeof rows) => [...new Set(some.map(({ key }) => getWebhook(key)))];
  return { disabled: list(rows.filter(({ enabled }) => !enabled)), paused: list(rows.filter(({ enabled }) => enabled)) };
}
