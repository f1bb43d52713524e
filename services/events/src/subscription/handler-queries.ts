import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { SubscriptionRow } from './subscription-queries.ts';

/** The row of a webhook, and those of its further handlers in their order. */
export type HookRows = readonly [SubscriptionRow, ...SubscriptionRow[]];

/** A character that no webhook has in its name. */
const divider = '#';

/** The row of the handler that stands at a place, the first being the webhook itself. */
export const getHandlerKey = (webhook: string, place: number): string => (place === 0 ? webhook : `${webhook}${divider}${place + 1}`);

/** The webhook whose handler has this key. */
export const getWebhook = (key: string): string => key.split(divider)[0]!;

const getPlace = ({ key }: SubscriptionRow): number => Number(key.split(divider)[1] ?? 1) - 1;

/** Webhooks with their further handlers. */
export async function withHandlers(db: Db, webhooks: readonly SubscriptionRow[]): Promise<HookRows[]> {
  if (webhooks.length === 0) return [];
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where(
      'handler_of',
      'in',
      webhooks.map(({ key }) => key),
    )
    .execute();
  const sorted = rows.toSorted((one, other) => getPlace(one) - getPlace(other));
  const byWebhook = Map.groupBy(sorted, ({ handler_of: webhook }) => webhook!);
  return webhooks.map((row) => [row, ...(byWebhook.get(row.key) ?? [])]);
}

export async function withHandlersOf(db: Db, webhook: SubscriptionRow): Promise<HookRows> {
  const [rows] = await withHandlers(db, [webhook]);
  return rows!;
}

/** Keys of a webhook and of its further handlers: what is sent to it is found by all of them. */
export async function selectHandlerKeys(db: Db, webhook: string): Promise<[string, ...string[]]> {
  const rows = await db.selectFrom('subscription').select('key').where('handler_of', '=', webhook).execute();
  return [webhook, ...rows.map(({ key }) => key)];
}

/** What waits for a receiver goes with it when its handler gets another place. */
export async function exchangeMessages(db: Db, one: string, other: string): Promise<void> {
  const move = (from: string, to: string) => sql`update message set subscription = ${to} where subscription = ${from}`.execute(db);
  const between = getHandlerKey(one, -1);
  await move(one, between);
  await move(other, one);
  await move(between, other);
}
