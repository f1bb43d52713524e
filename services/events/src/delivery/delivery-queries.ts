import { AppError } from '@packhouse/contract/errors.ts';
import type { listHookDeliveries } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { getHookDomain } from '@packhouse/contract/events/hook-domains.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import type { RouteParsed } from '@packhouse/contract/route.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type Selectable, sql } from 'kysely';
import type { AttemptTable, Db, MessageTable } from '../schema.ts';
import { selectHandlerKeys } from '../subscription/handler-queries.ts';

type Filter = RouteParsed<typeof listHookDeliveries>['query'];
export type MessageRow = Selectable<MessageTable>;
/** A message without what only one who looks at it needs. */
export type ListedMessage = Omit<MessageRow, 'body' | 'shown' | 'ordered'> & { is_hollow: boolean };

/** Its body could not be made: there is nothing to send. */
export const isHollow = sql<boolean>`(message.state = 'dead' and message.body = '')`;

const listed = [
  'id',
  'public_id',
  'subscription',
  'event_id',
  'part',
  'happened_at',
  'subject',
  'other_subject',
  'domain',
  'event_type',
  'sealed',
  'state',
  'next_at',
  'lease_until',
  'attempts',
  'refusals',
  'status',
  'duration',
  'message',
  'said',
  'manual_by',
  'age_from',
  'created_at',
  'settled_at',
] as const;

const startsWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

async function selectFitting(db: Db, { webhook, state, domain, eventType, status, subject, after, limit }: Filter): Promise<ListedMessage[]> {
  let query = db
    .selectFrom('message')
    .select(listed)
    .select(isHollow.as('is_hollow'))
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (webhook !== undefined) query = query.where('subscription', 'in', await selectHandlerKeys(db, webhook));
  if (state !== undefined) query = query.where('state', '=', state);
  if (domain !== undefined) query = query.where('domain', '=', domain);
  if (eventType !== undefined) query = query.where('event_type', '=', eventType);
  if (status !== undefined) query = query.where('status', '=', status);
  if (subject !== undefined) {
    const beginning = startsWith(subject);
    query = query.where(({ or, eb }) => or([eb('subject', 'like', beginning), eb('other_subject', 'like', beginning)]));
  }
  if (after !== undefined) query = query.where('id', '<', sql<number>`(select id from message where public_id = ${after})`);
  return query.execute();
}

/** Messages, newest first, one more than asked for where there are more. */
export async function selectMessages(db: Db, filter: Filter): Promise<ListedMessage[]> {
  const { webhook, domain, eventType, limit } = filter;
  if (webhook !== undefined || domain === undefined || eventType !== undefined) return selectFitting(db, filter);
  // Among those of all webhooks each event has its messages in their order, a domain has not: the newest of each are put together.
  const pages = await Promise.all(getHookDomain(domain).types.map((type) => selectFitting(db, { ...filter, eventType: type })));
  return pages
    .flat()
    .toSorted((one, other) => other.id - one.id)
    .slice(0, limit + 1);
}

/** @throws AppError `not_found` */
export async function needMessage(db: Db, publicId: string): Promise<MessageRow & ListedMessage> {
  const row = await db.selectFrom('message').selectAll().select(isHollow.as('is_hollow')).where('public_id', '=', publicId).executeTakeFirst();
  if (!row) throw new AppError(hookWords.no_hook_delivery);
  return row;
}

export const selectAttempts = (db: Db, messageId: number): Promise<Selectable<AttemptTable>[]> =>
  db.selectFrom('attempt').selectAll().where('message_id', '=', messageId).orderBy('number', 'desc').execute();

const cancelled = (user: string) => ({
  state: 'cancelled' as const,
  settled_at: sql<Date>`now()`,
  lease_until: null,
  ...keepSaid(say(hookWords.message_cancelled, { user })),
});

/** False when it does not wait any more. */
export async function cancelMessage(db: Db, id: number, user: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set(cancelled(user))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export async function cancelWaiting(db: Db, key: string, user: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set(cancelled(user))
    .where('subscription', 'in', await selectHandlerKeys(db, key))
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
