import { AppError } from '@packhouse/contract/errors.ts';
import * as wire from '@packhouse/contract/events/hook-compatible-routes.ts';
import * as contract from '@packhouse/contract/events/hook-delivery-routes.ts';
import { previewHook, testHook } from '@packhouse/contract/events/hook-routes.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { announceQueued } from '../fan-out/hook-follower.ts';
import { previewMatches, queuePastEvents } from '../fan-out/past-events.ts';
import { previewBody } from '../fan-out/preview-body.ts';
import type { Db } from '../schema.ts';
import { getWebhook, selectHandlerKeys } from '../subscription/handler-queries.ts';
import { toHook } from '../subscription/hook-view.ts';
import { announceHook, auditHook, type HookCall } from '../subscription/keep-subscription.ts';
import { endPause, needSubscription, setPaused } from '../subscription/subscription-queries.ts';
import { cancelMessage, cancelWaiting, needMessage, selectAttempts, selectMessages } from './delivery-queries.ts';
import { toAttempt, toDelivery } from './delivery-view.ts';
import { tellHeld, tellSentAgain } from './send-again.ts';
import { redeliverDead, redeliverSome, type SentAgain } from './send-again-queries.ts';
import { testSubscription } from './test-call.ts';

/** What was sent, and what people do about it. */
export function deliveryRoutes(app: FastifyInstance, context: Context): void {
  readRoutes(app, context);
  hookActionRoutes(app, context);
  messageActionRoutes(app, context);
  trialRoutes(app, context);
}

function readRoutes(app: FastifyInstance, { db, platform }: Context): void {
  handle(app, platform, contract.listHookDeliveries, async ({ query }) => {
    const rows = await selectMessages(db, query);
    const page = rows.slice(0, query.limit);
    return { items: page.map(toDelivery), next: rows.length > page.length ? page.at(-1)!.public_id : null };
  });

  handle(app, platform, contract.readHookDelivery, async ({ params }) => {
    const row = await needMessage(db, params.id);
    return { ...toDelivery(row), body: row.shown ?? row.body, items: (await selectAttempts(db, row.id)).map(toAttempt) };
  });
}

/** Changes a webhook that is there, and says so. */
async function act(context: Context, key: string, call: HookCall, action: string, work: (tx: Db) => Promise<void>) {
  const row = await context.db.transaction().execute(async (tx) => {
    await needSubscription(tx, key);
    await work(tx);
    await auditHook(context, tx, call, action, key);
    await announceHook(context, tx, 'updated', key);
    return needSubscription(tx, key);
  });
  return toHook(context, row);
}

function hookActionRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.tryHook, ({ params: { key } }, call) => act(context, key, call, 'webhook.tried', (tx) => endPause(tx, key)));
  handle(app, platform, contract.pauseHook, ({ params: { key } }, call) => act(context, key, call, 'webhook.paused', (tx) => setPaused(tx, key, true)));
  handle(app, platform, contract.resumeHook, ({ params: { key } }, call) => act(context, key, call, 'webhook.resumed', (tx) => setPaused(tx, key, false)));
}

/** Changes messages, and says how many. */
function changeMessages<Changed extends { count: number }>(
  context: Context,
  call: HookCall,
  action: string,
  subject: string,
  work: (tx: Db) => Promise<Changed>,
): Promise<Changed> {
  return context.db.transaction().execute(async (tx) => {
    const changed = await work(tx);
    await auditHook(context, tx, call, action, subject, { after: { count: changed.count } });
    await announceQueued(context, tx);
    return changed;
  });
}

function messageActionRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.redeliverHooks, async ({ body }, call) => {
    const user = call.actor.name;
    const send = (subject: string, work: (tx: Db) => Promise<SentAgain>) =>
      changeMessages(context, call, 'webhook.redelivered', subject, async (tx) => tellSentAgain(tx, await work(tx)));
    if ('ids' in body) return send(body.ids.slice(0, 20).join(' '), (tx) => redeliverSome(tx, body.ids, user));
    const { webhook, deadSince } = body;
    await needSubscription(db, webhook);
    return send(webhook, (tx) => redeliverDead(tx, webhook, new Date(deadSince), user));
  });

  handle(app, platform, contract.skipWaiting, async ({ params: { key } }, call) => {
    await needSubscription(db, key);
    return changeMessages(context, call, 'webhook.skipped', key, async (tx) => ({ count: await cancelWaiting(tx, key, call.actor.name) }));
  });

  handle(app, platform, contract.cancelHookDelivery, async ({ params }, call) => {
    const row = await needMessage(db, params.id);
    await changeMessages(context, call, 'webhook.cancelled', `${getWebhook(row.subscription)} ${row.public_id}`, async (tx) => {
      if (!(await cancelMessage(tx, row.id, call.actor.name))) throw new AppError(hookWords.delivery_settled);
      return { count: 1 };
    });
    return toDelivery(await needMessage(db, params.id));
  });

  handle(app, platform, contract.sendPastEvents, async ({ params: { key }, body }, call) => {
    const sent = await queuePastEvents(context, key, new Date(body.since));
    await auditHook(context, undefined, call, 'webhook.past-events-sent', key, { after: { since: body.since, count: sent.count } });
    return { ...sent, notes: [...sent.notes, ...(sent.count > 0 ? await tellHeld(db, await selectHandlerKeys(db, key)) : [])] };
  });
}

function trialRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, testHook, ({ body }, call) => testSubscription(context, body, call));
  handle(app, platform, wire.wireTestSubscription, ({ body }, call) => testSubscription(context, body, call));
  handle(app, platform, previewHook, async ({ body }, { request }) => {
    const { count, isMore, items } = await previewMatches(context, body.event_filter, new Date());
    const [newest] = items;
    const draft = { key: body.key ?? '', payload: body.payload, origin: publicBaseUrl(request, platform.config) };
    return {
      count,
      isMore,
      ...(newest ? { body: previewBody(newest, draft) } : {}),
      items: items.map(({ event, at }) => ({ eventType: event.eventType, subject: event.subject, at: at.toISOString(), data: event.data })),
    };
  });
}
