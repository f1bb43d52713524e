import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService, type Service } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Context, Patience } from './context.ts';
import { deliveryRoutes } from './delivery/delivery-routes.ts';
import { hookPump } from './delivery/hook-pump.ts';
import { hookFollower } from './fan-out/hook-follower.ts';
import { up as eventsMigration } from './migrations/0001-events.ts';
import { up as rateMigration } from './migrations/0002-rate.ts';
import { up as spansMigration } from './migrations/0003-enabled-spans.ts';
import { up as messagesMigration } from './migrations/0004-messages-of-webhooks.ts';
import { up as handlersMigration } from './migrations/0006-further-handlers.ts';
import { up as orderMigration } from './migrations/0007-order-of-messages.ts';
import { up as dueMigration } from './migrations/0008-what-is-due.ts';
import { up as foundMigration } from './migrations/0009-found-by-event.ts';
import type { EventsSchema } from './schema.ts';
import { compatibleSubscriptionRoutes, subscriptionRoutes } from './subscription/subscription-routes.ts';
import { forgetMessagesJob, giveUpMessagesJob } from './upkeep/upkeep-jobs.ts';
import { countWaitingMessages } from './upkeep/waiting-messages.ts';

const usualPatience: Patience = { head: 15_000, all: 30_000 };

/** The service with receivers that have this long to answer. */
export function makeEventsService(patience: Patience): Service<Peers> {
  return defineService<Peers>({
    name: 'events',
    wireName: 'event',
    migrations: {
      '0001-events': { up: eventsMigration },
      '0002-rate': { up: rateMigration },
      '0003-enabled-spans': { up: spansMigration },
      '0004-messages-of-webhooks': { up: messagesMigration },
      '0006-further-handlers': { up: handlersMigration },
      '0007-order-of-messages': { up: orderMigration },
      '0008-what-is-due': { up: dueMigration },
      '0009-found-by-event': { up: foundMigration },
    },
    async start(app, platform, peers) {
      const db = openDatabase<EventsSchema>(platform.databaseUrl, 'events', { connections: 6 });
      const context: Context = { db, platform, peers, log: platform.logger('event'), patience };
      subscriptionRoutes(app, context);
      compatibleSubscriptionRoutes(app, context);
      deliveryRoutes(app, context);
      platform.followers.register(hookFollower(context));
      platform.pumps.register(hookPump(context));
      platform.jobs.register(giveUpMessagesJob(context));
      platform.jobs.register(forgetMessagesJob(context));
      return { offers: { countWaitingMessages: () => countWaitingMessages(context) }, stop: () => db.destroy() };
    },
  });
}

/** Webhooks: what happens here is told to whoever wants to know. */
export const eventsService = makeEventsService(usualPatience);
