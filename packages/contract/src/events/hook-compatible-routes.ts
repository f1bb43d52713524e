// Webhooks as existing clients manage them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { ByHookKey, HookTest } from './hook-routes.ts';
import { Subscription, SubscriptionInput } from './hook-settings.ts';

const compatible = { provenBy: [proofs.webhooks] };
const subscriptions = `${prefixes.events}/api/v1/subscriptions`;

export const wireListSubscriptions = route('wireListSubscriptions', {
  summary: 'Webhooks by name',
  method: 'GET',
  url: subscriptions,
  access: 'administrator',
  duty: 'webhooks',
  reply: z.array(Subscription),
  compatible,
});

export const wireCreateSubscription = route('wireCreateSubscription', {
  summary: 'Create a webhook',
  method: 'POST',
  url: subscriptions,
  access: 'administrator',
  duty: 'webhooks',
  body: SubscriptionInput,
  reply: Subscription,
  status: 201,
  compatible: { ...compatible, note: 'up to ten handlers, each of which is sent to by itself' },
});

export const wireReadSubscription = route('wireReadSubscription', {
  summary: 'One webhook',
  method: 'GET',
  url: `${subscriptions}/:key`,
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  reply: Subscription,
  compatible: { ...compatible, note: 'secrets, and the values of headers that carry credentials, are masked; the mask can be sent back' },
});

export const wireUpdateSubscription = route('wireUpdateSubscription', {
  summary: 'Change a webhook',
  method: 'PUT',
  url: `${subscriptions}/:key`,
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  body: SubscriptionInput,
  reply: Subscription,
  compatible: { ...compatible, note: 'up to ten handlers, each of which is sent to by itself' },
});

export const wireDeleteSubscription = route('wireDeleteSubscription', {
  summary: 'Delete a webhook with everything that waits for it',
  method: 'DELETE',
  url: `${subscriptions}/:key`,
  access: 'administrator',
  duty: 'webhooks',
  params: ByHookKey,
  reply: z.void(),
  compatible,
});

export const wireTestSubscription = route('wireTestSubscription', {
  summary: 'Send a dummy hook as these settings say',
  method: 'POST',
  url: `${subscriptions}/test`,
  access: 'administrator',
  duty: 'webhooks',
  body: SubscriptionInput,
  reply: HookTest,
  compatible: { ...compatible, note: '502 when the receiver cannot be reached, 504 when it does not answer in time' },
});
