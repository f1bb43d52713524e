import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { type ClaimedMessage, claimMessages, type DuePlace, returnLost } from './claim-queries.ts';
import { deliverMessages } from './deliver-message.ts';

/** So many messages are under way in one process. */
const width = 64;
/**
 * Milliseconds between two looks at everything: for messages whose sender ended (they were claimed a minute and a half ago), and for those that wait again, or came late,
 * at a place that was passed.
 */
const lookAtAll = 1000;

/** Sends what waits. Whatever queues messages or lets them go says so with an event. */
export function hookPump(context: Context): Pump<ClaimedMessage> {
  const { db } = context;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** How far webhooks have come: what they have sent need not be walked through again and again until the database has cleaned it away. */
  const passed = new Map<string, DuePlace>();
  return {
    name: 'events.deliver',
    width,
    wakes: (type) => type.startsWith('webhook.'),
    async claim(free) {
      if (performance.now() - lookedAt >= lookAtAll) {
        lookedAt = performance.now();
        passed.clear();
        await returnLost(db);
      }
      const messages = await claimMessages(db, free, passed);
      for (const { subscription, passed: place } of messages) if (place) passed.set(subscription, place);
      return messages;
    },
    work: deliverMessages(context),
  };
}
