import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import {
  cancelHookDelivery,
  type HookDelivery,
  listHookDeliveries,
  readHookDelivery,
  redeliverHooks,
} from '@packhouse/contract/events/hook-delivery-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { t } from './deliveries-words.ts';

/** Whether a message can be sent again: one that is over. */
export function isOver({ state }: Pick<HookDelivery, 'state'>): boolean {
  return state === 'delivered' || state === 'dead' || state === 'cancelled';
}

async function order(work: () => Promise<string>): Promise<void> {
  try {
    notify.good(await work());
  } catch (error) {
    notifyFailure(error as Error);
  }
  await refresh(listHookDeliveries, readHookDelivery);
}

/** Has messages sent again, and says how many. */
export async function redeliver(ids: string[]): Promise<void> {
  await order(async () => t('redelivered', await call(redeliverHooks, { body: { ids } })));
}

/** Gives a message up that waits. */
export async function cancelDelivery(id: string): Promise<void> {
  await order(async () => {
    await call(cancelHookDelivery, { params: { id } });
    return t('cancelled');
  });
}
