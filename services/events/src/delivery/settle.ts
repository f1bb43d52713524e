import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { getWebhook } from '../subscription/handler-queries.ts';
import { holdSubscriptions } from '../subscription/subscription-queries.ts';
import type { ClaimedMessage } from './claim-queries.ts';
import { noteFailure, noteRefusal, noteSuccess, switchOff } from './receiver-queries.ts';
import type { SentHook } from './send-hook.ts';
import { insertAttempts, type Settlement, settleDelivered, settleMessages } from './settle-queries.ts';
import { getNextTry, getPause, mostRefusedAlike, type Verdict } from './verdict.ts';

/** A message that was sent, and what its receiver made of it. */
export interface Delivery {
  message: ClaimedMessage;
  sent: SentHook;
  verdict: Verdict;
}

type Outcome = Pick<Settlement, 'state' | 'wait' | 'isRefused'>;
type Failed = Exclude<Verdict, { kind: 'delivered' }>;

/** What is settled of one webhook within a transaction, in the order in which its receiver answered. */
class WebhookSettling {
  readonly #context: Context;
  readonly #tx: Db & AnyTransaction;
  readonly #key: string;
  /** Successes that the row of the webhook has not heard of. */
  #successes = 0;
  /** A person would see another health of the webhook now. */
  changesHealth = false;
  constructor(context: Context, tx: Db & AnyTransaction, key: string) {
    this.#context = context;
    this.#tx = tx;
    this.#key = key;
  }

  async settle({ message, verdict }: Delivery): Promise<Outcome> {
    if (verdict.kind !== 'delivered') return this.#settleFailed(message, verdict);
    // Of a webhook that was well nothing changes.
    if (!message.is_well) this.#successes++;
    return { state: 'delivered' };
  }

  async end(): Promise<void> {
    if (this.#successes > 0 && (await noteSuccess(this.#tx, this.#key, this.#successes))) this.changesHealth = true;
    this.#successes = 0;
  }

  async #settleFailed({ refusals }: ClaimedMessage, verdict: Failed): Promise<Outcome> {
    await this.end();
    const { said, status } = verdict;
    if (verdict.kind === 'gone') {
      await switchOff(this.#tx, this.#key, said, () => this.#context.platform.outbox.position(this.#tx));
      this.changesHealth = true;
      return { state: 'waiting' };
    }
    const fail = async (retryAfter?: number): Promise<Outcome> => {
      if (await noteFailure(this.#tx, this.#key, { said, status, getPause: (failures) => getPause(failures, retryAfter) })) this.changesHealth = true;
      return { state: 'waiting' };
    };
    if (verdict.kind === 'receiver') return fail(verdict.retryAfter);
    // Where everything is refused alike, the messages are not to blame, and none of them is given up for it.
    if ((await noteRefusal(this.#tx, this.#key, verdict.status)) >= mostRefusedAlike) return fail();
    const wait = getNextTry(refusals + 1);
    return wait === undefined ? { state: 'dead', isRefused: true } : { state: 'waiting', wait, isRefused: true };
  }
}

const getSaid = ({ verdict }: Delivery) => (verdict.kind === 'delivered' ? null : verdict.said);

/** Nothing is to be told of it but that it arrived. */
const isUsual = ({ message, verdict }: Delivery) => verdict.kind === 'delivered' && message.is_well;

/** Keeps how messages went, all of them or none. */
export function settleDeliveries(context: Context, deliveries: readonly Delivery[]): Promise<void> {
  if (!deliveries.every(isUsual)) return settleEach(context, deliveries);
  return settleDelivered(
    context.db,
    deliveries.map(({ message, sent }) => ({ message, sent, said: null })),
  );
}

async function settleEach(context: Context, deliveries: readonly Delivery[]): Promise<void> {
  const byWebhook = Map.groupBy(deliveries, ({ message }) => message.subscription);
  // Whoever settles with others takes webhooks in the same order, so that none waits for another in a ring.
  const keys = [...byWebhook.keys()].toSorted();
  await context.db.transaction().execute(async (tx) => {
    const there = await holdSubscriptions(tx, keys);
    const live = deliveries.filter(({ message }) => there.has(message.subscription));
    if (live.length === 0) return;
    await insertAttempts(
      tx,
      live.map((one) => ({ ...one, said: getSaid(one) })),
    );
    const settled: Parameters<typeof settleMessages>[1][number][] = [];
    const changed: string[] = [];
    for (const key of keys.filter((one) => there.has(one))) {
      const webhook = new WebhookSettling(context, tx, key);
      for (const one of byWebhook.get(key)!) {
        const settlement = { ...(await webhook.settle(one)), said: getSaid(one), status: one.sent.response?.status ?? null, duration: one.sent.timing.total };
        settled.push({ message: one.message, settlement });
      }
      await webhook.end();
      if (webhook.changesHealth) changed.push(key);
    }
    await settleMessages(tx, settled);
    await context.platform.outbox.publish(tx, ...changed.map((key) => ({ type: 'webhook.health', subject: getWebhook(key), data: {} })));
  });
}
