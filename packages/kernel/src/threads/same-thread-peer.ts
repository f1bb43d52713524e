import { threadId } from 'node:worker_threads';
import { performOrder } from './perform-order.ts';
import type { ThreadOrder, ThreadOutcome } from './thread-messages.ts';

/** Says which thread it is, once it may. */
export function tellThread(order: ThreadOrder<'tell'>): Promise<ThreadOutcome> {
  return performOrder(order, async ([mayTell]) => {
    await (mayTell as () => Promise<void>)();
    return threadId;
  });
}
