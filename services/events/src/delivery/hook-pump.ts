import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { type ClaimedMessage, claimMessages, returnLost } from './claim-queries.ts';
import { deliverMessage } from './deliver-message.ts';

/** So many messages are under way in one process. */
const width = 64;

/** Sends what waits. Whatever queues messages or lets them go says so with an event. */
export function hookPump(context: Context): Pump<ClaimedMessage> {
  const { db } = context;
  return {
    name: 'events.deliver',
    width,
    wakes: (type) => type.startsWith('webhook.'),
    async claim(free) {
      await returnLost(db);
      return db.transaction().execute((tx) => claimMessages(tx, free));
    },
    work: (message, signal) => deliverMessage(context, message, signal),
  };
}
