import * as wire from '@packhouse/contract/events/hook-compatible-routes.ts';
import { getHookDomain, hookDomainNames } from '@packhouse/contract/events/hook-domains.ts';
import * as contract from '@packhouse/contract/events/hook-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withHandlers, withHandlersOf } from './handler-queries.ts';
import { toHook, toHooks } from './hook-view.ts';
import { createSubscription, removeSubscription, replaceSubscription } from './keep-subscription.ts';
import { toSubscription } from './subscription.ts';
import { needSubscription, type SubscriptionRow, selectSubscriptions, selectWebhooks } from './subscription-queries.ts';

/** Webhooks in the console. */
export function subscriptionRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listHooks, async ({ query }) => {
    const { rows, total } = await selectSubscriptions(db, query);
    const page = rows.slice(0, query.limit);
    return { items: await toHooks(context, page), total, next: rows.length > page.length ? page.at(-1)!.key : null };
  });

  handle(app, platform, contract.readHook, async ({ params }) => toHook(context, await needSubscription(db, params.key)));
  handle(app, platform, contract.createHook, async ({ body }, call) => toHook(context, await createSubscription(context, body, call)));
  handle(app, platform, contract.updateHook, async ({ params, body }, call) => toHook(context, await replaceSubscription(context, params.key, body, call)));
  handle(app, platform, contract.deleteHook, async ({ params }, call) => removeSubscription(context, params.key, call));

  handle(app, platform, contract.listHookDomains, async () => ({
    items: hookDomainNames.map((domain) => {
      const { types, criteria, silent = false } = getHookDomain(domain);
      return { domain, eventTypes: [...types], criteria, silent };
    }),
  }));
}

/** The same webhooks for existing clients. */
export function compatibleSubscriptionRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const tell = async (row: SubscriptionRow) => toSubscription(await withHandlersOf(db, row), platform.secrets);

  handle(app, platform, wire.wireListSubscriptions, async () =>
    (await withHandlers(db, await selectWebhooks(db))).map((rows) => toSubscription(rows, platform.secrets)),
  );
  handle(app, platform, wire.wireReadSubscription, async ({ params }) => tell(await needSubscription(db, params.key)));
  handle(app, platform, wire.wireCreateSubscription, async ({ body }, call) => tell(await createSubscription(context, body, call)));
  handle(app, platform, wire.wireUpdateSubscription, async ({ params, body }, call) => tell(await replaceSubscription(context, params.key, body, call)));
  handle(app, platform, wire.wireDeleteSubscription, async ({ params }, call) => removeSubscription(context, params.key, call));
}
