import type { HookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import type { Hook } from '@packhouse/contract/events/hook-routes.ts';

/** Beginnings of the events after which webhooks are no longer what they were. */
export const liveEvents = ['webhook.'] as const;

/** While something is about to be sent, what became of it is asked for so often, in milliseconds: no event tells of each message that arrived. */
const followMilliseconds = 2000;

/** How soon a message is worth asking for again: while it is being sent, or due at a receiver that is well. */
export function followDelivery({ state, nextTryAt }: Pick<HookDelivery, 'state' | 'nextTryAt'>, health: Hook['health'] | undefined): number | false {
  if (health?.state !== 'healthy') return false;
  const isDue = state === 'waiting' && (nextTryAt === undefined || Date.parse(nextTryAt) <= Date.now());
  return isDue || state === 'sending' ? followMilliseconds : false;
}

/** Milliseconds: among all webhooks nobody knows which receivers are well; what is due for longer waits for one that is not. */
const soon = 60_000;

/** How soon a message of any webhook is worth asking for again: while it is being sent, or has just become due. */
export function followAny({ state, nextTryAt, createdAt }: Pick<HookDelivery, 'state' | 'nextTryAt' | 'createdAt'>): number | false {
  const waits = Date.now() - Date.parse(nextTryAt ?? createdAt);
  return state === 'sending' || (state === 'waiting' && waits >= 0 && waits < soon) ? followMilliseconds : false;
}

/** How soon a webhook is worth asking for again: while something waits for a receiver that is well. */
export function followHook({ health: { state, waiting } }: Pick<Hook, 'health'>): number | false {
  return state === 'healthy' && waiting > 0 ? followMilliseconds : false;
}
