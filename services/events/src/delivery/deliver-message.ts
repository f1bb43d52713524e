import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { unseal } from '../subscription/hook-secrets.ts';
import type { ClaimedMessage } from './claim-queries.ts';
import { type SentHook, sendHook } from './send-hook.ts';
import { holdSubscription, insertAttempt, noteFailure, noteRefusal, noteSuccess, type Settlement, settleMessage, switchOff } from './settle-queries.ts';
import { getNextTry, getPause, judge, mostRefusedAlike, type Verdict } from './verdict.ts';

function send(context: Context, message: ClaimedMessage, signal: AbortSignal): Promise<SentHook> {
  const { secrets } = context.platform;
  return sendHook(
    context,
    {
      id: message.public_id,
      at: message.at,
      body: message.sealed ? secrets.decrypt(message.body) : message.body,
      handler: message.handler,
      secrets: unseal(secrets, message.secrets),
      previousSecret: unseal(secrets, message.previous_secrets).secret,
    },
    signal,
  );
}

type Outcome = Pick<Settlement, 'state' | 'wait' | 'isRefused'>;

/** What becomes of the message, and of its webhook. Answers, too, whether a person would see another health of the webhook now. */
async function settle(
  { platform }: Context,
  tx: Db & AnyTransaction,
  { subscription: key, refusals, is_well: isWell }: ClaimedMessage,
  verdict: Verdict,
): Promise<Outcome & { changesHealth: boolean }> {
  if (verdict.kind === 'delivered') return { state: 'delivered', changesHealth: !isWell && (await noteSuccess(tx, key)) };
  const { said, status } = verdict;
  if (verdict.kind === 'gone') {
    await switchOff(tx, key, said, () => platform.outbox.position(tx));
    return { state: 'waiting', changesHealth: true };
  }
  const fail = (retryAfter?: number) => noteFailure(tx, key, { said, status, getPause: (failures) => getPause(failures, retryAfter) });
  if (verdict.kind === 'receiver') return { state: 'waiting', changesHealth: await fail(verdict.retryAfter) };
  // Where everything is refused alike, the messages are not to blame, and none of them is given up for it.
  if ((await noteRefusal(tx, key, verdict.status)) >= mostRefusedAlike) return { state: 'waiting', changesHealth: await fail() };
  const wait = getNextTry(refusals + 1);
  return wait === undefined ? { state: 'dead', isRefused: true, changesHealth: false } : { state: 'waiting', wait, isRefused: true, changesHealth: false };
}

async function announceHealth({ platform }: Context, tx: AnyTransaction, key: string): Promise<void> {
  await platform.outbox.publish(tx, { type: 'webhook.health', subject: key, data: {} });
}

/** Sends a message that was claimed, and keeps how it went in one transaction. */
export async function deliverMessage(context: Context, message: ClaimedMessage, signal: AbortSignal): Promise<void> {
  const sent = await send(context, message, signal);
  const verdict = judge(sent, message.at);
  const said = verdict.kind === 'delivered' ? null : verdict.said;
  await context.db.transaction().execute(async (tx) => {
    if (!(await holdSubscription(tx, message.subscription))) return;
    await insertAttempt(tx, message, sent, said);
    const { changesHealth, ...outcome } = await settle(context, tx, message, verdict);
    await settleMessage(tx, message, { ...outcome, said, status: sent.response?.status ?? null, duration: sent.timing.total });
    if (changesHealth) await announceHealth(context, tx, message.subscription);
  });
  if (verdict.kind === 'receiver' || verdict.kind === 'gone')
    context.log.warn({ webhook: message.subscription, status: verdict.status, reason: said?.message }, 'a receiver fails');
}
