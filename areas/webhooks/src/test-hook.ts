import type { HookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { getHookDomain, hookDomainNames } from '@packhouse/contract/events/hook-domains.ts';
import type { Hook, HookHealth, listHookDomains } from '@packhouse/contract/events/hook-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';

/** A webhook that is well. */
export const healthy: HookHealth = { state: 'healthy', since: '2026-11-01T08:00:00.000Z', waiting: 0, delivered: 0, failed: 0 };

/** A webhook that tells a build server of every file in local repositories, for tests. */
export const testHook: Hook = {
  key: 'builds-hook',
  description: 'Starts the builds',
  enabled: true,
  keep_order: false,
  parallel: 4,
  per_second: null,
  max_age_hours: 72,
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [
    {
      handler_type: 'webhook',
      url: 'https://builds.example.test/hook',
      secret: '********',
      use_secret_for_signing: true,
      use_key_for_signing: false,
      custom_http_headers: [{ name: 'X-Team', value: 'storefront' }],
    },
  ],
  health: healthy,
  created_by: 'admin',
  created_at: '2026-11-01T08:00:00.000Z',
  modified_at: '2026-11-01T08:00:00.000Z',
};

/** What the platform says of its domains. */
export const testDomains: RouteReply<typeof listHookDomains> = {
  items: hookDomainNames.map((domain) => {
    const { types, criteria, silent = false } = getHookDomain(domain);
    return { domain, eventTypes: [...types], criteria, silent };
  }),
};

/** A message that was given up. */
export const deadDelivery: HookDelivery = {
  id: 'msg_2',
  webhook: testHook.key,
  domain: 'artifact',
  eventType: 'deployed',
  subject: 'libs-local/shop/shop-1.0.jar',
  state: 'dead',
  attempts: 5,
  status: 404,
  reason: { message: 'The receiver answered 404' },
  createdAt: '2026-11-23T08:00:00.000Z',
  settledAt: '2026-11-23T09:00:00.000Z',
  duration: 1200,
};
