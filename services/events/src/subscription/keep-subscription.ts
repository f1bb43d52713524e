import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { SubscriptionInput } from '@packhouse/contract/events/hook-settings.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { templateWords } from '@packhouse/contract/events/template-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { Context } from '../context.ts';
import { parseTemplate, type Template } from '../domain/template.ts';
import { type HookRows, withHandlersOf } from './handler-queries.ts';
import { insertHandlers, replaceHandlers } from './keep-handlers.ts';
import { toSubscription } from './subscription.ts';
import { deleteSubscription, lockSubscription, needSubscription, type SubscriptionRow } from './subscription-queries.ts';

export type HookCall = Pick<HandlerContext, 'actor' | 'address' | 'request'>;

/** Nothing secret is audited, nor what only the engine changes. */
const auditable = ({ platform }: Context, rows: HookRows) => toSubscription(rows, platform.secrets);

/** Tells the consoles that look at webhooks, and the processes that send. */
export async function announceHook({ platform }: Context, tx: AnyTransaction, verb: 'created' | 'updated' | 'deleted', key: string): Promise<void> {
  await platform.outbox.publish(tx, { type: `webhook.${verb}`, subject: key, data: {} });
}

export async function auditHook({ platform }: Context, tx: AnyTransaction | undefined, call: HookCall, action: string, subject: string, change: object = {}) {
  await platform.identity.audit({ actor: call.actor.name, address: call.address, action, subject, ...change }, tx);
}

/** Every secret that a template asks for is one of its handler's: no event could be told by it otherwise. @throws AppError `invalid_input` */
function requireSecrets(template: Template, secrets: readonly { name: string }[], place: number): void {
  const name = template.secrets.find((one) => !secrets.some((secret) => secret.name === one));
  if (name !== undefined) throw fieldRefusal(`handlers.${place}.payload`, say(templateWords.template_secret_missing, { name }));
}

/** What schemas cannot see: the template, and whether the proxy is there. @throws AppError `invalid_input`, and what the template is refused with */
export async function requireUsable({ peers }: Context, input: SubscriptionInput): Promise<void> {
  for (const [place, handler] of input.handlers.entries()) {
    if (handler.handler_type === 'custom-webhook' && handler.payload) requireSecrets(parseTemplate(handler.payload), handler.secrets ?? [], place);
    const { proxy } = handler;
    if (proxy && !(await peers.proxies?.find(proxy))) throw fieldRefusal(`handlers.${place}.proxy`, say(hookWords.no_hook_proxy, { key: proxy }));
  }
}

/** @throws AppError `already_exists`, `invalid_input` */
export async function createSubscription(context: Context, input: SubscriptionInput, call: HookCall): Promise<SubscriptionRow> {
  const { db, platform } = context;
  await requireUsable(context, input);
  const origin = publicBaseUrl(call.request, platform.config);
  return db.transaction().execute(async (tx) => {
    const rows = await insertHandlers(context, tx, input, { origin, created_by: call.actor.name });
    if (!rows) {
      const said = say(hookWords.hook_exists);
      throw new AppError('already_exists', { said, detail: [{ path: 'key', ...said }] });
    }
    const [row] = rows;
    await auditHook(context, tx, call, 'webhook.created', row.key, { after: auditable(context, rows) });
    await announceHook(context, tx, 'created', row.key);
    return row;
  });
}

/** @throws AppError `not_found`, `invalid_input` */
export async function replaceSubscription(context: Context, key: string, input: SubscriptionInput, call: HookCall): Promise<SubscriptionRow> {
  if (input.key !== key) throw fieldRefusal('key', say(hookWords.hook_key_fixed));
  await requireUsable(context, input);
  return context.db.transaction().execute(async (tx) => {
    const before = await withHandlersOf(tx, await lockSubscription(tx, key));
    const { rows, rotates } = await replaceHandlers(context, tx, input, before);
    await auditHook(context, tx, call, 'webhook.updated', key, {
      before: auditable(context, before),
      after: { ...auditable(context, rows), newSecret: rotates },
    });
    await announceHook(context, tx, 'updated', key);
    return rows[0];
  });
}

/** @throws AppError `not_found` */
export async function removeSubscription(context: Context, key: string, call: HookCall): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const rows = await withHandlersOf(tx, await needSubscription(tx, key));
    await deleteSubscription(tx, key);
    await auditHook(context, tx, call, 'webhook.deleted', key, { before: auditable(context, rows) });
    await announceHook(context, tx, 'deleted', key);
  });
}
