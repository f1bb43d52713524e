import { getHookDomain, type HookDomain } from '@packhouse/contract/events/hook-domains.ts';
import { criteriaParts, type HookCriteria, type Subscription, type SubscriptionInput, secretMask } from '@packhouse/contract/events/hook-settings.ts';
import type { Secrets } from '@packhouse/kernel/access/secrets.ts';
import type { KeptHandler } from '../schema.ts';
import type { HookRows } from './handler-queries.ts';
import { type HookSecrets, maskHeader, unseal } from './hook-secrets.ts';

type HandlerInput = SubscriptionInput['handlers'][number];

const usualParallel = 4;
const usualAgeHours = 72;

const flags: ReadonlySet<string> = new Set(['anyLocal', 'anyRemote', 'anyFederated', 'anyBuild', 'anyReleaseBundle']);

/** The criteria of a domain with everything that was not said. */
function completeCriteria(domain: HookDomain, given: HookCriteria): HookCriteria {
  const { choose, narrow } = criteriaParts[getHookDomain(domain).criteria];
  const empty = (field: string) => (flags.has(field) ? false : field === 'selectedReleaseBundles' ? {} : []);
  return Object.fromEntries([...choose, ...narrow].map((field) => [field, given[field] ?? empty(field)]));
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;

/** What is kept of how a request is made, without anything secret. */
export function readHandler(handler: HandlerInput): KeptHandler {
  const names = (pairs: readonly { name: string }[] | null | undefined) => (pairs ?? []).map(({ name }) => name);
  const { url, proxy } = handler;
  if (handler.handler_type === 'webhook') {
    const { use_secret_for_signing: signs, custom_http_headers: headers } = handler;
    const unsaid = isSaid(signs) ? {} : { unsaid: ['use_secret_for_signing'] as const };
    return { type: 'webhook', url, method: 'POST', proxy: proxy ?? '', signs: signs ?? false, headers: names(headers), secrets: [], ...unsaid };
  }
  const { method, http_headers: headers, secrets, payload } = handler;
  const template = payload ? { template: payload } : {};
  return {
    type: 'custom-webhook',
    url,
    method: method ?? 'POST',
    proxy: proxy ?? '',
    signs: false,
    headers: names(headers),
    secrets: names(secrets),
    ...template,
    ...(isSaid(method) ? {} : { unsaid: ['method'] as const }),
  };
}

/** Gives what is stored of a webhook for each of its handlers, apart from those and their secrets. */
export function readValues(input: SubscriptionInput) {
  const { description, enabled, keep_order: ordered, parallel, per_second: perSecond, max_age_hours: hours, event_filter: filter } = input;
  return {
    description: description ?? '',
    enabled: enabled ?? true,
    ordered: ordered ?? false,
    parallel: parallel ?? usualParallel,
    per_second: perSecond ?? null,
    max_age_hours: hours ?? usualAgeHours,
    domain: filter.domain,
    event_types: [...new Set(filter.event_types)],
    criteria: completeCriteria(filter.domain, filter.criteria ?? {}),
  };
}

function tellHandler(
  { type, url, method, proxy, signs, publicKey, headers, secrets, template, unsaid }: KeptHandler,
  kept: HookSecrets,
): Subscription['handlers'][number] {
  const shared = { url, ...(proxy === '' ? {} : { proxy }) };
  const pairs = headers.map((name) => ({ name, value: maskHeader(name, kept.headers[name] ?? '') }));
  if (type === 'webhook') {
    const secret = kept.secret === undefined ? {} : { secret: secretMask };
    const key = { use_key_for_signing: publicKey !== undefined, ...(publicKey === undefined ? {} : { signing_public_key: publicKey }) };
    const signing = unsaid?.includes('use_secret_for_signing') ? {} : { use_secret_for_signing: signs };
    return { handler_type: type, ...shared, ...secret, ...signing, ...key, custom_http_headers: pairs };
  }
  const payload = template === undefined ? {} : { payload: template };
  const how = unsaid?.includes('method') ? {} : { method };
  return { handler_type: type, ...shared, ...how, secrets: secrets.map((name) => ({ name, value: secretMask })), http_headers: pairs, ...payload };
}

/** A webhook as clients know it, of its rows in the order of its handlers; nothing secret is in it. */
export function toSubscription(rows: HookRows, secrets: Secrets): Subscription {
  const [row] = rows;
  return {
    key: row.key,
    description: row.description,
    // A receiver that wants nothing any more switches off its own handler.
    enabled: rows.some(({ enabled }) => enabled),
    keep_order: row.ordered,
    parallel: row.parallel,
    per_second: row.per_second,
    max_age_hours: row.max_age_hours,
    event_filter: { domain: row.domain, event_types: [...row.event_types], criteria: row.criteria },
    handlers: rows.map(({ handler, sealed }) => tellHandler(handler, unseal(secrets, sealed))),
  };
}
