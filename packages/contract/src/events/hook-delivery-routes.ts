// What webhooks sent, and what people may do about it.
import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { hookDomainNames } from './hook-domains.ts';
import { ByHookKey, Hook, hookApi } from './hook-routes.ts';

/** `waiting` to be sent or sent again, `sending` at this moment, `delivered`, `dead` (given up) or `cancelled` (by a person). */
export const deliveryStates = ['waiting', 'sending', 'delivered', 'dead', 'cancelled'] as const;

/** One event for one webhook. */
export const HookDelivery = z.object({
  /** The receiver gets it as `webhook-id`. */
  id: z.string(),
  webhook: z.string(),
  domain: z.enum(hookDomainNames),
  eventType: z.string(),
  subject: z.string(),
  /** Where that was moved or copied to. */
  otherSubject: z.string().optional(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** Of the last answer. */
  status: z.int().optional(),
  /** Why the last attempt failed, or why it will not be sent. */
  reason: Said.optional(),
  createdAt: Timestamp,
  /** When it is due, while it waits. A receiver that fails delays it further. */
  nextTryAt: Timestamp.optional(),
  settledAt: Timestamp.optional(),
  /** Milliseconds of the last attempt. */
  duration: z.int().optional(),
  /** Its body could not be made, so that there is nothing to send. */
  hollow: z.literal(true).optional(),
});
export type HookDelivery = z.output<typeof HookDelivery>;

const Exchange = z.object({ headers: z.record(z.string(), z.string()) });

/** One time that a message was sent. */
export const HookAttempt = z.object({
  number: z.int(),
  at: Timestamp,
  method: z.string(),
  url: z.string(),
  /** Values of secret headers are masked. */
  request: Exchange,
  response: Exchange.extend({ status: z.int(), excerpt: z.string() }).optional(),
  /** Milliseconds until its connection stood (name, connection and TLS; next to nothing where one was there), until the answer began, and until all of it had come. */
  timing: z.object({ connected: z.int().optional(), head: z.int().optional(), total: z.int() }),
  /** Why it failed. */
  error: Said.optional(),
  /** Who asked for it, where somebody did. */
  manualBy: z.string().optional(),
});
export type HookAttempt = z.output<typeof HookAttempt>;

const byId = z.object({ id: z.string().min(1).max(100) });
const deliveries = `${hookApi}/deliveries`;
const OneHook = z.object({ webhook: z.string().max(200).optional() });

export const listHookDeliveries = route('listHookDeliveries', {
  summary: 'What webhooks sent or are about to send, newest first',
  method: 'GET',
  url: deliveries,
  access: 'administrator',
  duty: 'webhooks',
  query: OneHook.extend({
    state: z.enum(deliveryStates).optional(),
    domain: z.enum(hookDomainNames).optional(),
    eventType: z.string().max(100).optional(),
    /** Of the last answer. */
    status: z.coerce.number().int().min(100).max(599).optional(),
    /** The subject begins with this, or the place that it was moved or copied to. */
    subject: z.string().max(1000).optional(),
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ items: z.array(HookDelivery), next: z.string().nullable() }),
});

export const readHookDelivery = route('readHookDelivery', {
  summary: 'One message with its body and every attempt that is still kept, newest first',
  method: 'GET',
  url: `${deliveries}/:id`,
  access: 'administrator',
  duty: 'webhooks',
  params: byId,
  reply: HookDelivery.extend({
    /** As it is sent, secrets masked. */
    body: z.string(),
    items: z.array(HookAttempt),
  }),
});

const Changed = z.object({ count: z.int() });

/** How many messages go out, and what is to be known of them and of those that do not. */
const Queued = Changed.extend({ notes: z.array(Said) });
export type Queued = z.output<typeof Queued>;

export const redeliverHooks = route('redeliverHooks', {
  summary: 'Send these messages again, or everything that a webhook gave up since a moment',
  method: 'POST',
  url: `${deliveries}/redeliver`,
  access: 'administrator',
  duty: 'webhooks',
  body: z.union([
    z.strictObject({ ids: z.array(z.string().max(100)).min(1).max(1000) }),
    z.strictObject({ webhook: z.string().max(200), deadSince: Timestamp }),
  ]),
  reply: Queued,
});

export const cancelHookDelivery = route('cancelHookDelivery', {
  summary: 'Give up a message that waits',
  method: 'POST',
  url: `${deliveries}/:id/cancel`,
  access: 'administrator',
  duty: 'webhooks',
  params: byId,
  reply: HookDelivery,
});

const act = (what: string) => `${hookApi}/subscriptions/:key/${what}`;

export const tryHook = route('tryHook', {
  summary: 'Try a failing receiver now, without waiting for its turn',
  method: 'POST',
  url: act('try'),
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  reply: Hook,
});

export const pauseHook = route('pauseHook', {
  summary: 'Send nothing until somebody resumes; events go on being kept',
  method: 'POST',
  url: act('pause'),
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  reply: Hook,
});

export const resumeHook = route('resumeHook', {
  summary: 'Send again what waited while a webhook was paused',
  method: 'POST',
  url: act('resume'),
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  reply: Hook,
});

export const skipWaiting = route('skipWaiting', {
  summary: 'Give up everything that waits for a webhook',
  method: 'POST',
  url: act('skip'),
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  reply: Changed,
});

export const sendPastEvents = route('sendPastEvents', {
  summary: 'Send a webhook what happened since a moment (three days ago at most) and it was not told of, or could not be told of',
  method: 'POST',
  url: act('past_events'),
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  body: z.strictObject({ since: Timestamp }),
  reply: Queued,
});
