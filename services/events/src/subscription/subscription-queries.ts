import { AppError } from '@packhouse/contract/errors.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, EventsSchema, SubscriptionTable } from '../schema.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;

export interface HookPage {
  search?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/** Webhooks by name, one more than asked for where there are more, and how many there are. */
export async function selectSubscriptions(db: Db, { search = '', after = '', limit }: HookPage): Promise<{ rows: SubscriptionRow[]; total: number }> {
  const fitting = db
    .selectFrom('subscription')
    .where('handler_of', 'is', null)
    .where(
      sql<boolean>`position(lower(${search}) in lower(key || ' ' || description || ' '
        || (select string_agg(one.handler ->> 'url', ' ') from subscription as one where one.key = subscription.key or one.handler_of = subscription.key))) > 0`,
    );
  const { total } = await fitting.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await fitting
    .selectAll()
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit + 1)
    .execute();
  return { rows, total };
}

/** All webhooks by name. */
export const selectWebhooks = (db: Db): Promise<SubscriptionRow[]> =>
  db.selectFrom('subscription').selectAll().where('handler_of', 'is', null).orderBy('key').execute();

/** Webhooks and their further handlers, of which each is sent to by itself. */
export const selectEverySubscription = (db: Db): Promise<SubscriptionRow[]> => db.selectFrom('subscription').selectAll().orderBy('key').execute();

function found(row: SubscriptionRow | undefined, key: string): SubscriptionRow {
  if (!row) throw new AppError(hookWords.no_hook, { key });
  return row;
}

export const findSubscription = (db: Db, key: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscription').selectAll().where('key', '=', key).where('handler_of', 'is', null).executeTakeFirst();

/** @throws AppError `not_found` */
export async function needSubscription(db: Db, key: string): Promise<SubscriptionRow> {
  return found(await findSubscription(db, key), key);
}

/** Held until the transaction ends. @throws AppError `not_found` */
export async function lockSubscription(db: Db, key: string): Promise<SubscriptionRow> {
  return found(await db.selectFrom('subscription').selectAll().where('key', '=', key).forNoKeyUpdate().executeTakeFirst(), key);
}

/** Keeps webhooks from being deleted until the transaction ends; answers those that are there, and whether each keeps an order. Before all else, so that a deletion waits for this and not the other way round. */
export async function holdSubscriptions(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ key: string; ordered: boolean }>`
    select key, ordered from subscription where key = any(${keys}::text[]) order by key for key share`.execute(db);
  return new Map(rows.map(({ key, ordered }) => [key, ordered]));
}

/** The row of a webhook and those of its further handlers. */
const isOf =
  (webhook: string) =>
  ({ or, eb }: ExpressionBuilder<EventsSchema, 'subscription'>) =>
    or([eb('key', '=', webhook), eb('handler_of', '=', webhook)]);

/** Nothing when the name is taken. */
export function insertSubscription(db: Db, values: Insertable<SubscriptionTable>): Promise<SubscriptionRow | undefined> {
  return db
    .insertInto('subscription')
    .values({ ...values, enabled_at: values.enabled ? sql<Date>`clock_timestamp()` : null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

const renewed = { revision: sql`nextval('subscription_revision')`, modified_at: sql<Date>`now()` };

/** When it was switched last, for people; what it is told of goes by its spans. */
const switchTo = (enabled: boolean) =>
  enabled ? { enabled_at: sql<Date>`clock_timestamp()`, disabled_at: null } : { disabled_at: sql<Date>`clock_timestamp()` };

/** Forgets how the receiver was: what is sent from now on may go elsewhere, and whoever changes a webhook wants to see it tried. */
export const unburdened = {
  failing_since: null,
  paused_until: null,
  failures: 0,
  refused_status: null,
  refused_run: 0,
  width: 1,
  status: null,
  message: null,
  said: null,
} satisfies Updateable<SubscriptionTable>;

export interface SubscriptionChange {
  values: Updateable<SubscriptionTable>;
  /** This was replaced, and goes on signing for a day. */
  replaced: string | undefined;
}

/** Whoever changes a secret more often within a day signs with the newest of them: receivers take no header without end. */
const mostEarlier = 50;

/** What a handler goes on signing with. The row may have had another place before. */
function rotate({ previous_sealed: last, previous_until: until, earlier }: SubscriptionRow, replaced: string | undefined) {
  if (replaced === undefined) return { previous_sealed: last, previous_until: until, earlier: JSON.stringify(earlier) };
  const all = [...(last !== null && until !== null ? [{ sealed: last, until: until.toISOString() }] : []), ...earlier].slice(0, mostEarlier);
  const left = sql`(select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(${JSON.stringify(all)}::jsonb) as one where (one ->> 'until')::timestamptz > now())`;
  return { previous_sealed: replaced, previous_until: sql<Date>`now() + interval '24 hours'`, earlier: left };
}

export function updateSubscription(db: Db, before: SubscriptionRow, { values, replaced }: SubscriptionChange): Promise<SubscriptionRow> {
  const enabled = values.enabled ?? before.enabled;
  return db
    .updateTable('subscription')
    .set({ ...values, ...renewed, ...rotate(before, replaced), ...unburdened, ...(enabled === before.enabled ? {} : switchTo(enabled)) })
    .where('key', '=', before.key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Waits for what is being settled of it. @throws AppError `not_found` */
export async function deleteSubscription(db: Db, key: string): Promise<SubscriptionRow> {
  const rows = await db.selectFrom('subscription').selectAll().where(isOf(key)).orderBy('key').forUpdate().execute();
  const row = rows.find((one) => one.key === key);
  await db.deleteFrom('subscription').where(isOf(key)).execute();
  return found(row, key);
}

/** Holds back or lets go everything that is sent to a webhook. */
export async function setPaused(db: Db, key: string, isPaused: boolean): Promise<void> {
  await db
    .updateTable('subscription')
    .set(isPaused ? { paused_at: sql<Date>`coalesce(paused_at, now())` } : { paused_at: null, paused_until: null })
    .where(isOf(key))
    .execute();
}

/** A receiver that fails is tried with the next message at once. */
export async function endPause(db: Db, key: string): Promise<void> {
  await db.updateTable('subscription').set({ paused_until: null }).where(isOf(key)).execute();
}
