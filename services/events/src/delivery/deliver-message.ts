import type { Context } from '../context.ts';
import { getWebhook } from '../subscription/handler-queries.ts';
import { type HookSecrets, unseal } from '../subscription/hook-secrets.ts';
import type { ClaimedMessage } from './claim-queries.ts';
import { gather } from './gather.ts';
import { type SentHook, sendHook } from './send-hook.ts';
import { type Delivery, settleDeliveries } from './settle.ts';
import { judge } from './verdict.ts';

/** Secrets of so many webhooks are remembered as they are used. */
const mostOpened = 500;
/** Messages that are settled in one transaction. */
const mostSettled = 64;

/** Opens what is sealed; of webhooks that send often it is done once. */
function openSecrets({ platform }: Context): (sealed: string | null) => HookSecrets {
  const opened = new Map<string | null, HookSecrets>();
  return (sealed) => {
    const known = opened.get(sealed);
    if (known) return known;
    if (opened.size >= mostOpened) opened.clear();
    const secrets = unseal(platform.secrets, sealed);
    opened.set(sealed, secrets);
    return secrets;
  };
}

type Deliver = (message: ClaimedMessage, signal: AbortSignal) => Promise<void>;

/** Sends messages that were claimed, each by itself, and keeps how they went together. */
export function deliverMessages(context: Context): Deliver {
  const open = openSecrets(context);
  const settle = gather<Delivery>(mostSettled, (deliveries) => settleDeliveries(context, deliveries));

  function send(message: ClaimedMessage, signal: AbortSignal): Promise<SentHook> {
    const { public_id: id, at, handler } = message;
    const body = message.sealed ? context.platform.secrets.decrypt(message.body) : message.body;
    return sendHook(context, { id, at, body, handler, secrets: open(message.secrets), previous: message.previous_secrets.map(open) }, signal);
  }

  return async (message, signal) => {
    const sent = await send(message, signal);
    const verdict = judge(sent, message.at);
    await settle({ message, sent, verdict });
    context.peers.insight?.count(verdict.kind === 'delivered' ? 'deliveries' : 'failedDeliveries');
    if (verdict.kind === 'receiver' || verdict.kind === 'gone')
      context.log.warn({ webhook: getWebhook(message.subscription), status: verdict.status, reason: verdict.said.message }, 'a receiver fails');
  };
}
