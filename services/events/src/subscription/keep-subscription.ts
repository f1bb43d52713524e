import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { SubscriptionInput } from '@packhouse/contract/events/hook-settings.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { Context } from '../context.ts';
import { getPublicKey } from '../domain/signatures.ts';
import { parseTemplate } from '../domain/template.ts';
import type { Db } from '../schema.ts';
import { switchSpans } from './enabled-spans.ts';
import { readSecrets, seal, unseal } from './hook-secrets.ts';
import { readValues, toSubscription } from './subscription.ts';
import {
  deleteSubscription,
  insertSubscription,
  lockSubscription,
  type SubscriptionChange,
  type SubscriptionRow,
  updateSubscription,
} from './subscription-queries.ts';

export type HookCall = Pick<HandlerContext, 'actor' | 'address' | 'request'>;

/** Nothing secret is audited, nor what only the engine changes. */
const auditable = ({ platform }: Context, row: SubscriptionRow) => toSubscription(row, unseal(platform.secrets, row.sealed));

/** Tells the consoles that look at webhooks, and the processes that send. */
export async function announceHook({ platform }: Context, tx: AnyTransaction, verb: 'created' | 'updated' | 'deleted', key: string): Promise<void> {
  await platform.outbox.publish(tx, { type: `webhook.${verb}`, subject: key, data: {} });
}

export async function auditHook({ platform }: Context, tx: AnyTransaction | undefined, call: HookCall, action: string, subject: string, change: object = {}) {
  await platform.identity.audit({ actor: call.actor.name, address: call.address, action, subject, ...change }, tx);
}

/** What schemas cannot see: the template, and whether the proxy is there. @throws AppError `invalid_input`, and what the template is refused with */
export async function requireUsable({ peers }: Context, input: SubscriptionInput): Promise<void> {
  const [handler] = input.handlers;
  if (handler?.handler_type === 'custom-webhook' && handler.payload) parseTemplate(handler.payload);
  const { proxy } = handler!;
  if (proxy && !(await peers.proxies?.find(proxy))) throw fieldRefusal('handlers.0.proxy', say(hookWords.no_hook_proxy, { key: proxy }));
}

/** The columns that a webhook's settings go into. */
function readColumns({ platform }: Context, input: SubscriptionInput, before: SubscriptionRow | undefined) {
  const { criteria, handler, ...values } = readValues(input);
  const kept = before && { secrets: unseal(platform.secrets, before.sealed), url: before.handler.url };
  const secrets = readSecrets(input.handlers[0]!, kept);
  const publicKey = secrets.signingKey === undefined ? {} : { publicKey: getPublicKey(secrets.signingKey) };
  const sealed = seal(platform.secrets, secrets);
  const columns = { ...values, criteria: JSON.stringify(criteria), handler: JSON.stringify({ ...handler, ...publicKey }), sealed };
  // Only a signature can be made with both, so that a receiver may change over when it suits it.
  const hasNewSecret = handler.signs && before?.handler.signs === true && kept?.secrets.secret !== secrets.secret;
  const hasNewKey = secrets.signingKey !== undefined && kept?.secrets.signingKey !== undefined && kept.secrets.signingKey !== secrets.signingKey;
  const rotates = hasNewSecret || hasNewKey;
  return { columns, rotates };
}

/** @throws AppError `already_exists`, `invalid_input` */
export async function createSubscription(context: Context, input: SubscriptionInput, call: HookCall): Promise<SubscriptionRow> {
  const { db, platform } = context;
  await requireUsable(context, input);
  const { columns } = readColumns(context, input, undefined);
  const values = { ...columns, key: input.key, origin: publicBaseUrl(call.request, platform.config), created_by: call.actor.name };
  return db.transaction().execute(async (tx) => {
    const spans = switchSpans([], values.enabled, await context.platform.outbox.position(tx));
    const row = await insertSubscription(tx, { ...values, spans: JSON.stringify(spans) });
    if (!row) {
      const said = say(hookWords.hook_exists);
      throw new AppError('already_exists', { said, detail: [{ path: 'key', ...said }] });
    }
    await auditHook(context, tx, call, 'webhook.created', row.key, { after: auditable(context, row) });
    await announceHook(context, tx, 'created', row.key);
    return row;
  });
}

/** What is kept of a webhook that is switched on or off. */
async function switchAt({ platform }: Context, tx: AnyTransaction, { enabled, spans }: SubscriptionRow, { values }: SubscriptionChange) {
  if (values.enabled === undefined || values.enabled === enabled) return {};
  return { spans: JSON.stringify(switchSpans(spans, values.enabled, await platform.outbox.position(tx))) };
}

async function change(context: Context, tx: Db & AnyTransaction, before: SubscriptionRow, wanted: SubscriptionChange, call: HookCall) {
  const row = await updateSubscription(tx, before, { ...wanted, values: { ...wanted.values, ...(await switchAt(context, tx, before, wanted)) } });
  const hasNewSecrets = wanted.rotates;
  await auditHook(context, tx, call, 'webhook.updated', row.key, {
    before: auditable(context, before),
    after: { ...auditable(context, row), newSecret: hasNewSecrets },
  });
  await announceHook(context, tx, 'updated', row.key);
  return row;
}

/** @throws AppError `not_found`, `invalid_input` */
export async function replaceSubscription(context: Context, key: string, input: SubscriptionInput, call: HookCall): Promise<SubscriptionRow> {
  if (input.key !== key) throw fieldRefusal('key', say(hookWords.hook_key_fixed));
  await requireUsable(context, input);
  return context.db.transaction().execute(async (tx) => {
    const before = await lockSubscription(tx, key);
    const { columns, rotates } = readColumns(context, input, before);
    return change(context, tx, before, { values: columns, rotates }, call);
  });
}

/** @throws AppError `not_found` */
export async function removeSubscription(context: Context, key: string, call: HookCall): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await deleteSubscription(tx, key);
    await auditHook(context, tx, call, 'webhook.deleted', key, { before: auditable(context, row) });
    await announceHook(context, tx, 'deleted', key);
  });
}
