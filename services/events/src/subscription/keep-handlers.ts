import type { SubscriptionInput } from '@packhouse/contract/events/hook-settings.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Insertable } from 'kysely';
import type { Context } from '../context.ts';
import { getPublicKey } from '../domain/signatures.ts';
import type { Db, SubscriptionTable } from '../schema.ts';
import { switchSpans } from './enabled-spans.ts';
import { exchangeMessages, getHandlerKey, type HookRows } from './handler-queries.ts';
import { onlySigning, readSecrets, seal, unseal } from './hook-secrets.ts';
import { readHandler, readValues } from './subscription.ts';
import { deleteSubscription, insertSubscription, type SubscriptionRow, updateSubscription } from './subscription-queries.ts';

type Tx = Db & AnyTransaction;
type Origin = Pick<Insertable<SubscriptionTable>, 'origin' | 'created_by'>;

/** The columns that the handler at a place goes into, with the settings of its webhook. */
function readColumns({ platform }: Context, input: SubscriptionInput, place: number, before: SubscriptionRow | undefined) {
  const { criteria, ...values } = readValues(input);
  const given = input.handlers[place]!;
  const handler = readHandler(given);
  const kept = before && { secrets: unseal(platform.secrets, before.sealed), url: before.handler.url };
  const secrets = readSecrets(given, place, kept);
  const publicKey = secrets.signingKey === undefined ? {} : { publicKey: getPublicKey(secrets.signingKey) };
  const sealed = seal(platform.secrets, secrets);
  const columns = { ...values, criteria: JSON.stringify(criteria), handler: JSON.stringify({ ...handler, ...publicKey }), sealed };
  // Only a signature can be made with both, so that a receiver may change over when it suits it.
  const hasNewSecret = handler.signs && before?.handler.signs === true && kept?.secrets.secret !== secrets.secret;
  const hasNewKey = secrets.signingKey !== undefined && kept?.secrets.signingKey !== undefined && kept.secrets.signingKey !== secrets.signingKey;
  const replaced = kept && (hasNewSecret || hasNewKey) ? seal(platform.secrets, onlySigning(kept.secrets)) : undefined;
  return { columns, replaced };
}

async function insertHandler(context: Context, tx: Tx, input: SubscriptionInput, place: number, origin: Origin): Promise<SubscriptionRow | undefined> {
  const { columns } = readColumns(context, input, place, undefined);
  const spans = switchSpans([], columns.enabled, await context.platform.outbox.position(tx));
  const handlerOf = place === 0 ? null : input.key;
  return insertSubscription(tx, { ...columns, ...origin, key: getHandlerKey(input.key, place), handler_of: handlerOf, spans: JSON.stringify(spans) });
}

/** Makes a webhook with all its handlers; nothing when its name is taken. */
export async function insertHandlers(context: Context, tx: Tx, input: SubscriptionInput, origin: Origin): Promise<HookRows | undefined> {
  const webhook = await insertHandler(context, tx, input, 0, origin);
  if (!webhook) return undefined;
  const further: SubscriptionRow[] = [];
  for (const place of input.handlers.keys()) if (place > 0) further.push((await insertHandler(context, tx, input, place, origin))!);
  return [webhook, ...further];
}

/** What a handler keeps, whatever is set: it may have had another place before. */
async function carry({ platform }: Context, tx: Tx, row: SubscriptionRow, isEnabled: boolean) {
  const { enabled, enabled_at, disabled_at, spans: before } = row;
  const spans = isEnabled === enabled ? before : switchSpans(before, isEnabled, await platform.outbox.position(tx));
  return { enabled_at, disabled_at, spans: JSON.stringify(spans) };
}

/**
 * Brings the handlers that a webhook has into the order in which they are given now, by their addresses: each keeps its secrets, and what waits for it. Those whose
 * address is not given any more stand behind.
 */
async function arrange(tx: Tx, input: SubscriptionInput, before: HookRows): Promise<SubscriptionRow[]> {
  const rows = [...before];
  for (const [place, { url }] of input.handlers.entries()) {
    const at = rows.findIndex(({ handler }, other) => other >= place && handler.url === url);
    if (at <= place) continue;
    const [one, other] = [rows[place]!, rows[at]!];
    await exchangeMessages(tx, one.key, other.key);
    rows[place] = { ...other, key: one.key, handler_of: one.handler_of };
    rows[at] = { ...one, key: other.key, handler_of: other.handler_of };
  }
  return rows;
}

/** @throws AppError `invalid_input` */
export async function replaceHandlers(context: Context, tx: Tx, input: SubscriptionInput, before: HookRows): Promise<{ rows: HookRows; rotates: boolean }> {
  const [{ origin, created_by: creator }] = before;
  const arranged = await arrange(tx, input, before);
  // What is saved as it was told switches nothing: a handler whose receiver wants nothing any more stays off until the webhook is switched off and on, or its address changes.
  const isSwitched = input.enabled !== before.some(({ enabled }) => enabled);
  let rotates = false;
  const keep = async (place: number): Promise<SubscriptionRow> => {
    const row = arranged[place];
    if (!row) return (await insertHandler(context, tx, input, place, { origin, created_by: creator }))!;
    const wanted = readColumns(context, input, place, row);
    rotates ||= wanted.replaced !== undefined;
    const enabled = isSwitched || row.handler.url !== input.handlers[place]?.url ? wanted.columns.enabled : row.enabled;
    const values = { ...wanted.columns, enabled, ...(await carry(context, tx, row, enabled)) };
    return updateSubscription(tx, row, { values, replaced: wanted.replaced });
  };
  const webhook = await keep(0);
  const further: SubscriptionRow[] = [];
  for (const place of input.handlers.keys()) if (place > 0) further.push(await keep(place));
  for (const { key } of arranged.slice(input.handlers.length)) await deleteSubscription(tx, key);
  return { rows: [webhook, ...further], rotates };
}
