import { getHookDomain, type HookDomain } from '@packhouse/contract/events/hook-domains.ts';
import type { Hook } from '@packhouse/contract/events/hook-routes.ts';
import { type hookMethods, SubscriptionInput, secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { getSaid, type Problem } from '@packhouse/contract/problem-words.ts';
import { words } from '@packhouse/ui/core.ts';
import type { z } from 'zod';
import { type CriteriaDraft, getCriteria, makeCriteriaDraft, newCriteria } from './criteria-draft.ts';

/** A name with a value; what is kept as a secret shows as a mask, and stays when it is sent back so. */
export interface PairDraft {
  /** Tells the lines of a form apart while they come and go. */
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

let lastLine = 0;

export function newPair(pair: Pick<PairDraft, 'name' | 'value'> = { name: '', value: '' }): PairDraft {
  lastLine += 1;
  return { ...pair, line: lastLine };
}

/** A line in which nothing was typed is none. */
export const isTyped = ({ name, value }: PairDraft): boolean => `${name}${value}`.trim() !== '';

type Kind = 'webhook' | 'custom-webhook';

/** A webhook as the form holds it. */
export interface WebhookDraft extends CriteriaDraft {
  key: string;
  description: string;
  enabled: boolean;
  domain: HookDomain;
  events: readonly string[];
  kind: Kind;
  url: string;
  /** Empty for the usual way. */
  proxy: string;
  headers: readonly PairDraft[];
  /** Typed anew; nothing typed leaves the secret that is kept. */
  secret: string;
  /** One is kept already. */
  isSecretKept: boolean;
  forgetSecret: boolean;
  signs: boolean;
  signsWithKey: boolean;
  /** Of the key that there is; empty while there is none. */
  publicKey: string;
  renewsKey: boolean;
  method: (typeof hookMethods)[number];
  secrets: readonly PairDraft[];
  payload: string;
  keepOrder: boolean;
  parallel: number | null;
  /** Null for no limit. */
  perSecond: number | null;
  maxAgeHours: number | null;
  /** Further handlers, which the form shows and leaves as they are. */
  others: Hook['handlers'];
}

export const newDraft: WebhookDraft = {
  ...newCriteria,
  key: '',
  description: '',
  enabled: true,
  domain: 'artifact',
  events: [],
  kind: 'webhook',
  url: '',
  proxy: '',
  headers: [],
  secret: '',
  isSecretKept: false,
  forgetSecret: false,
  signs: false,
  signsWithKey: false,
  publicKey: '',
  renewsKey: false,
  method: 'POST',
  secrets: [],
  payload: '',
  keepOrder: false,
  parallel: 4,
  perSecond: null,
  maxAgeHours: 72,
  others: [],
};

interface FormAccess {
  getFieldsValue: (all: true) => Partial<WebhookDraft>;
}

/** The draft as it stands, with fields that are out of sight: what was emptied before its field went must not come back. */
export function readDraft(form: FormAccess, before = newDraft): WebhookDraft {
  return { ...before, ...form.getFieldsValue(true) };
}

export function makeDraft(hook: Hook): WebhookDraft {
  const { event_filter: filter, handlers } = hook;
  const [handler, ...others] = handlers;
  const draft: WebhookDraft = {
    ...newDraft,
    ...makeCriteriaDraft(filter.criteria),
    key: hook.key,
    description: hook.description,
    enabled: hook.enabled,
    domain: filter.domain,
    events: filter.event_types,
    url: handler?.url ?? '',
    proxy: handler?.proxy ?? '',
    keepOrder: hook.keep_order,
    parallel: hook.parallel,
    perSecond: hook.per_second,
    maxAgeHours: hook.max_age_hours,
    others,
  };
  if (handler?.handler_type === 'custom-webhook') {
    const { method = 'POST', secrets, http_headers: headers, payload = '' } = handler;
    return { ...draft, kind: 'custom-webhook', method, secrets: secrets.map(newPair), headers: headers.map(newPair), payload };
  }
  const { secret = '', use_secret_for_signing: signs = false, use_key_for_signing: signsWithKey = false, signing_public_key: publicKey = '' } = handler ?? {};
  return { ...draft, isSecretKept: secret !== '', signs, signsWithKey, publicKey, headers: (handler?.custom_http_headers ?? []).map(newPair) };
}

type Input = z.input<typeof SubscriptionInput>;

function getHandler(draft: WebhookDraft): Input['handlers'][number] {
  const { url, proxy, secret, isSecretKept, forgetSecret, payload } = draft;
  const shared = { url: url.trim(), ...(proxy === '' ? {} : { proxy }) };
  const getPairs = (pairs: readonly PairDraft[]) => pairs.filter(isTyped).map(({ name, value }) => ({ name, value }));
  const headers = getPairs(draft.headers);
  if (draft.kind === 'custom-webhook') {
    return {
      handler_type: 'custom-webhook',
      ...shared,
      method: draft.method,
      secrets: getPairs(draft.secrets),
      http_headers: headers,
      ...(payload === '' ? {} : { payload }),
    };
  }
  const kept = isSecretKept && !forgetSecret ? { secret: secretMask } : {};
  const own = secret === '' || forgetSecret ? kept : { secret };
  const key = { use_key_for_signing: draft.signsWithKey, ...(draft.signsWithKey && draft.renewsKey ? { new_signing_key: true } : {}) };
  return { handler_type: 'webhook', ...shared, ...own, use_secret_for_signing: draft.signs, ...key, custom_http_headers: headers };
}

/** Which events the draft is about, as it is sent. */
export function getFilter(draft: WebhookDraft): Input['event_filter'] {
  return { domain: draft.domain, event_types: [...draft.events], criteria: getCriteria(draft.domain, draft) };
}

/** The whole webhook as it is sent; a secret that is kept stays unless another was typed. */
export function getBody(draft: WebhookDraft): Input {
  return {
    key: draft.key.trim(),
    description: draft.description,
    enabled: draft.enabled,
    keep_order: draft.keepOrder,
    // What is no number at all is named by the server's own rule.
    parallel: draft.parallel ?? 0,
    per_second: draft.perSecond,
    max_age_hours: draft.maxAgeHours ?? 0,
    event_filter: getFilter(draft),
    handlers: [getHandler(draft), ...draft.others],
  };
}

/** Fields of the form behind those of the call, the longer path first. */
const fields: readonly (readonly [path: string, field: keyof WebhookDraft])[] = [
  ['keep_order', 'keepOrder'],
  ['parallel', 'parallel'],
  ['per_second', 'perSecond'],
  ['max_age_hours', 'maxAgeHours'],
  ['event_filter.domain', 'domain'],
  ['event_filter.event_types', 'events'],
  ['event_filter.criteria.includePatterns', 'include'],
  ['event_filter.criteria.excludePatterns', 'exclude'],
  ['event_filter.criteria.selectedBuilds', 'builds'],
  ['event_filter.criteria.registeredReleaseBundlesNames', 'releaseBundles'],
  ['event_filter.criteria.selectedReleaseBundles', 'releaseBundles'],
  ['event_filter.criteria.selectedEnvironments', 'environments'],
  ['handlers.0.url', 'url'],
  ['handlers.0.proxy', 'proxy'],
  ['handlers.0.secrets', 'secrets'],
  ['handlers.0.secret', 'secret'],
  ['handlers.0.use_secret_for_signing', 'signs'],
  ['handlers.0.use_key_for_signing', 'signsWithKey'],
  ['handlers.0.custom_http_headers', 'headers'],
  ['handlers.0.http_headers', 'headers'],
  ['handlers.0.method', 'method'],
  ['handlers.0.payload', 'payload'],
];

/** The field that chooses what a domain tells of. */
const choosing = {
  repositories: 'repositories',
  builds: 'builds',
  'release-bundles': 'releaseBundles',
  'release-bundles-v2': 'releaseBundles',
  environments: 'environments',
  none: 'domain',
} as const;

/** The field of the form that a path of the call belongs to. */
export function findField(path: string, { domain }: Pick<WebhookDraft, 'domain'>): string {
  const own = fields.find(([begin]) => path === begin || path.startsWith(`${begin}.`))?.[1];
  return own ?? (path.startsWith('event_filter.criteria') ? choosing[getHookDomain(domain).criteria] : path);
}

/** What the contract has against a field of the draft as it stands, in the reader's words; undefined when nothing. */
export function findProblem(draft: WebhookDraft, field: string): string | undefined {
  const issue = SubscriptionInput.safeParse(getBody(draft)).error?.issues.find(({ path }) => findField(path.join('.'), draft) === field);
  return issue && words().said(getSaid(issue as Problem));
}
