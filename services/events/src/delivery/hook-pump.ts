import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { type ClaimedMessage, claimMessages, returnLost } from './claim-queries.ts';
import { deliverMessages } from './deliver-message.ts';

/** So many messages are under way in one process. */
const width = 64;
/** Milliseconds between two looks for messages whose sender ended: they were claimed a minute and a half ago. */
const lookForLost = 1000;

/** Sends what waits. Whatever queues messages or lets them go says so with an event. */
export function hookPump(context: Context): Pump<ClaimedMessage> {
  const { db } = context;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'events.deliver',
    width,
    wakes: (type) => type.startsWith('webhook.'),
    async claim(free) {
      if (performance.now() - lookedAt >= lookForLost) {
        lookedAt = performance.now();
        await returnLost(db);
      }
      return claimMessages(db, free);
    },
    work: deliverMessages(context),
  };
}
