import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import {
  cancelHookDelivery,
  type HookDelivery,
  listHookDeliveries,
  type Queued,
  readHookDelivery,
  redeliverHooks,
} from '@packhouse/contract/events/hook-delivery-routes.ts';
import { notify, words } from '@packhouse/ui/core.ts';
import { t } from './deliveries-words.ts';

/** Whether a message can be sent again: one that is over, and has a body. */
export function isResendable({ state, hollow }: Pick<HookDelivery, 'state' | 'hollow'>): boolean {
  return !hollow && (state === 'delivered' || state === 'dead' || state === 'cancelled');
}

/** Says what is sent, and what is to be known of it; where that is nothing, why. */
export function tellQueued(sent: string, { count, notes }: Queued): void {
  const said = [count > 0 ? sent : t('nothingSent'), ...notes.map(words().said)];
  const text = said.length > 1 ? `${said.join('. ')}.` : said[0]!;
  if (count === 0) notify.warning(text);
  else if (notes.length > 0) notify.info(text);
  else notify.good(text);
}

async function order(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notifyFailure(error as Error);
  }
  await refresh(listHookDeliveries, readHookDelivery);
}

/** Has messages sent again, and says how many. */
export async function redeliver(ids: string[]): Promise<void> {
  await order(async () => {
    const queued = await call(redeliverHooks, { body: { ids } });
    tellQueued(t('redelivered', queued), queued);
  });
}

/** Gives a message up that waits. */
export async function cancelDelivery(id: string): Promise<void> {
  await order(async () => {
    await call(cancelHookDelivery, { params: { id } });
    notify.good(t('cancelled'));
  });
}
