// Webhooks in the console; existing clients write and read the same ones.
import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { hookDomainNames } from './hook-domains.ts';
import { HookEventFilter, longestTemplate, Subscription, SubscriptionInput } from './hook-settings.ts';

export const hookApi = prefixes.consoleEvents;
const subscriptions = `${hookApi}/subscriptions`;
export const ByHookKey = z.object({ key: z.string().min(1).max(200) });

/** `healthy`, `failing` (its receiver cannot be reached or refuses everything, and is tried again), `paused` and `disabled` (both by a person; `disabled` by 410 Gone too). */
const hookStates = ['healthy', 'failing', 'paused', 'disabled'] as const;

/** Events of the last day that a preview looks at, the newest first; where there are more, older ones are not looked at. */
export const mostPreviewed = 20_000;

/** Messages of a webhook are counted so far and no farther: this many are this many or more. */
export const mostCounted = 10_000;

/** How a webhook is doing. */
export const HookHealth = z.object({
  state: z.enum(hookStates),
  /** When that state began. */
  since: Timestamp,
  /** Status of the answer that made it fail. */
  status: z.int().optional(),
  /** Why it fails or was switched off. */
  reason: Said.optional(),
  /** Messages that wait to be sent, `mostCounted` at most. */
  waiting: z.int(),
  /** When the receiver is tried next, while it fails. */
  nextTryAt: Timestamp.optional(),
  /** Of the last `mostCounted` within 24 hours. */
  delivered: z.int(),
  failed: z.int(),
  /** Milliseconds within which 19 of 20 answers of the last 24 hours came. */
  p95: z.int().optional(),
  lastDeliveredAt: Timestamp.optional(),
  /** The same subject came so often within the last minute that what the receiver does probably comes back here. */
  loop: z.object({ subject: z.string(), count: z.int() }).optional(),
  /** The secret before the present one signs too until then. */
  previousSecretUntil: Timestamp.optional(),
});
export type HookHealth = z.output<typeof HookHealth>;

export const Hook = Subscription.extend({ health: HookHealth, created_by: z.string(), created_at: Timestamp, modified_at: Timestamp });
export type Hook = z.output<typeof Hook>;

export const listHooks = route('listHooks', {
  summary: 'Webhooks by name, each with its health',
  method: 'GET',
  url: subscriptions,
  access: 'administrator',
  duty: 'webhooks',
  query: PageQuery,
  reply: getPage(Hook),
});

export const readHook = route('readHook', {
  summary: 'One webhook with its health',
  method: 'GET',
  url: `${subscriptions}/:key`,
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  reply: Hook,
});

export const createHook = route('createHook', {
  summary: 'Create a webhook',
  method: 'POST',
  url: subscriptions,
  access: 'administrator',
  duty: 'webhooks',
  body: SubscriptionInput,
  reply: Hook,
  status: 201,
});

export const updateHook = route('updateHook', {
  summary: 'Change a webhook; masked secrets stay, which only the same server may be sent',
  method: 'PUT',
  url: `${subscriptions}/:key`,
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  body: SubscriptionInput,
  reply: Hook,
});

export const deleteHook = route('deleteHook', {
  summary: 'Delete a webhook with everything that waits for it',
  method: 'DELETE',
  url: `${subscriptions}/:key`,
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  reply: z.void(),
});

/** What came of sending a dummy hook. A receiver that cannot be reached is refused as 502, one that does not answer in time as 504. */
export const HookTest = z.object({
  result: z.enum(['success', 'failure']),
  ...Said.shape,
  /** Of the receiver's answer. */
  status: z.int(),
  /** The beginning of what it answered. */
  excerpt: z.string(),
});
export type HookTest = z.output<typeof HookTest>;

export const testHook = route('testHook', {
  summary: 'Send a dummy hook as these settings say; masked secrets are those of the webhook with this key',
  method: 'POST',
  url: `${subscriptions}/test`,
  access: 'administrator',
  duty: 'webhooks',
  body: SubscriptionInput,
  reply: HookTest,
});

export const listHookDomains = route('listHookDomains', {
  summary: 'Everything that webhooks can be told of: domains with their event types',
  method: 'GET',
  url: `${hookApi}/domains`,
  access: 'administrator',
  duty: 'webhooks',
  reply: z.object({
    items: z.array(
      z.object({
        domain: z.enum(hookDomainNames),
        eventTypes: z.array(z.string()),
        criteria: z.enum(['repositories', 'builds', 'release-bundles', 'release-bundles-v2', 'environments', 'none']),
        /** Nothing here happens in this domain as yet. */
        silent: z.boolean(),
      }),
    ),
  }),
});

export const previewHook = route('previewHook', {
  summary: 'What a webhook of this filter would have been told within the last day, newest first, and the body of the newest as it would have been sent',
  method: 'POST',
  url: `${subscriptions}/preview`,
  access: 'administrator',
  duty: 'webhooks',
  body: z.strictObject({
    event_filter: HookEventFilter,
    key: z.string().max(200).optional(),
    /** The template of a body of one's own. */
    payload: z.string().max(longestTemplate).optional(),
  }),
  reply: z.object({
    count: z.int(),
    /** More happened than was looked at. */
    isMore: z.boolean(),
    /** Secrets are masked in it. */
    body: z.string().optional(),
    items: z.array(z.object({ eventType: z.string(), subject: z.string(), at: Timestamp, data: z.record(z.string(), z.unknown()) })),
  }),
});
