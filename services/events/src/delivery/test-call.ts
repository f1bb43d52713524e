import { randomUUID } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import type { HookTest } from '@packhouse/contract/events/hook-routes.ts';
import type { SubscriptionInput } from '@packhouse/contract/events/hook-settings.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { Context } from '../context.ts';
import { getSample } from '../domain/samples.ts';
import { parseTemplate } from '../domain/template.ts';
import { makeBody } from '../fan-out/hook-body.ts';
import { withHandlersOf } from '../subscription/handler-queries.ts';
import { type KeptSecrets, readSecrets, unseal } from '../subscription/hook-secrets.ts';
import { auditHook, type HookCall, requireUsable } from '../subscription/keep-subscription.ts';
import { readHandler, readValues } from '../subscription/subscription.ts';
import { findSubscription } from '../subscription/subscription-queries.ts';
import { type SentHook, sendHook } from './send-hook.ts';

/** What is kept of the handler at a place, or of the one with its address. */
async function findKept({ db, platform }: Context, { key, handlers }: SubscriptionInput, place: number): Promise<KeptSecrets | undefined> {
  const webhook = await findSubscription(db, key);
  if (!webhook) return undefined;
  const rows = await withHandlersOf(db, webhook);
  const row = rows.find(({ handler }) => handler.url === handlers[place]!.url) ?? rows[place];
  return row && { secrets: unseal(platform.secrets, row.sealed), url: row.handler.url };
}

/** Sends a dummy hook to one handler as unsaved settings say, with a sample of their domain. */
async function sendDummy(context: Context, input: SubscriptionInput, place: number, { actor, request }: HookCall): Promise<SentHook> {
  const { platform } = context;
  const { domain, event_types: types } = readValues(input);
  const given = input.handlers[place]!;
  const handler = readHandler(given);
  const secrets = readSecrets(given, place, await findKept(context, input, place));
  const [eventType = ''] = types;
  const id = `test_${randomUUID().replaceAll('-', '')}`;
  const at = new Date();
  const frame = { id, key: input.key, origin: publicBaseUrl(request, platform.config), sequence: 0, at, actor: actor.name };
  const own = handler.template === undefined ? undefined : { template: parseTemplate(handler.template), secrets: secrets.secrets };
  const { body } = makeBody({ domain, eventType, data: getSample(domain, eventType) ?? {} }, frame, own);
  return sendHook(context, { id, at, body, handler, secrets, previous: [] });
}

async function tryHandler(context: Context, input: SubscriptionInput, place: number, call: HookCall): Promise<HookTest> {
  const { response, failure } = await sendDummy(context, input, place, call);
  if (!response) throw new AppError(failure!.isSlow ? 'upstream_timeout' : 'upstream_failed', { said: failure!.said });
  const { status, excerpt } = response;
  const isGood = status >= 200 && status < 300;
  return { result: isGood ? 'success' : 'failure', ...say(isGood ? hookWords.dummy_hook_sent : hookWords.dummy_hook_failed), status, excerpt };
}

/**
 * Tries a webhook out, one of its handlers after the other up to the first that fails. Whatever the receiver answers is the result.
 * @throws AppError `invalid_input`; `upstream_failed` (502) when the receiver cannot be reached, `upstream_timeout` (504) when it does not answer in time
 */
export async function testSubscription(context: Context, input: SubscriptionInput, call: HookCall): Promise<HookTest> {
  await requireUsable(context, input);
  await auditHook(context, undefined, call, 'webhook.tested', input.key, { after: { url: input.handlers[0]?.url } });
  let tried = await tryHandler(context, input, 0, call);
  for (let place = 1; place < input.handlers.length && tried.result === 'success'; place++) tried = await tryHandler(context, input, place, call);
  return tried;
}
