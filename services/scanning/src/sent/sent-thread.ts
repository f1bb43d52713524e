import { performOrder } from '@packhouse/kernel/threads/perform-order.ts';
import type { ThreadOrder, ThreadOutcome } from '@packhouse/kernel/threads/thread-messages.ts';
import { readSent, type SentWork } from './read-sent.ts';

/** Reads one document that somebody sent. */
export function readSentDocument(order: ThreadOrder<SentWork>): Promise<ThreadOutcome> {
  return performOrder(order, ([bytes]) => readSent(order.work, bytes as Buffer));
}
