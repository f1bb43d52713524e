import { performOrder } from './perform-order.ts';
import type { ThreadOrder, ThreadOutcome } from './thread-messages.ts';

/** A thread that parses whatever it is given, as a library would: it makes sure of nothing. */
export function countEntries(order: ThreadOrder<'count'>): Promise<ThreadOutcome> {
  return performOrder(order, async ([text]) => (JSON.parse(String(text)) as unknown[]).length);
}
