// A webhook as existing clients write and read it: a subscription.
import { z } from 'zod';
import { outsideUrl } from '../outside-url.ts';
import { type CriteriaKind, getHookDomain, type HookDomain, hookDomainNames } from './hook-domains.ts';
import { hookRules } from './hook-rule-words.ts';

/** Stands for a secret that is kept and never answered; sent back, it leaves the secret as it is. */
export const secretMask = '********';

const mandatory = hookRules.hook_field_mandatory.en;

/** What it is called, once in the platform. */
const HookKey = z
  .string(mandatory)
  .min(1, { message: mandatory, abort: true })
  .max(200, { message: hookRules.hook_name_length.en, abort: true })
  .regex(/^[A-Za-z][\w-]+$/, hookRules.hook_name_characters.en);

const Names = z.array(z.string().trim().min(1).max(1000)).max(1000);

const criteriaFields = {
  anyLocal: z.boolean().nullish(),
  anyRemote: z.boolean().nullish(),
  anyFederated: z.boolean().nullish(),
  repoKeys: Names.nullish(),
  anyBuild: z.boolean().nullish(),
  selectedBuilds: Names.nullish(),
  anyReleaseBundle: z.boolean().nullish(),
  registeredReleaseBundlesNames: Names.nullish(),
  /** Names by the key of their repository. */
  selectedReleaseBundles: z.record(z.string().max(200), Names).nullish(),
  selectedEnvironments: Names.nullish(),
  /** Ant patterns. */
  includePatterns: Names.nullish(),
  excludePatterns: Names.nullish(),
};
type CriteriaField = keyof typeof criteriaFields;

/** Which repositories, builds, release bundles or environments; a domain takes only its own part of it. */
export const HookCriteria = z.strictObject(criteriaFields);
export type HookCriteria = z.output<typeof HookCriteria>;

const patterns = ['includePatterns', 'excludePatterns'] as const;

/** What the criteria of a kind hold. The first group chooses: something of it must be there, patterns alone where they can. */
export const criteriaParts: Readonly<Record<CriteriaKind, { readonly choose: readonly CriteriaField[]; readonly narrow: readonly CriteriaField[] }>> = {
  repositories: { choose: ['anyLocal', 'anyRemote', 'anyFederated', 'repoKeys'], narrow: patterns },
  builds: { choose: ['anyBuild', 'selectedBuilds', 'includePatterns'], narrow: ['excludePatterns'] },
  'release-bundles': { choose: ['anyReleaseBundle', 'registeredReleaseBundlesNames', 'includePatterns'], narrow: ['excludePatterns'] },
  'release-bundles-v2': { choose: ['anyReleaseBundle', 'selectedReleaseBundles', 'includePatterns'], narrow: ['excludePatterns'] },
  environments: { choose: ['selectedEnvironments'], narrow: [] },
  none: { choose: [], narrow: [] },
};

const isGiven = (value: unknown): boolean => (typeof value === 'object' && value !== null ? Object.values(value).flat().length > 0 : value === true);

/** Existing clients send every field that they know, empty where it is of no use. */
function judgeCriteria(domain: HookDomain, criteria: HookCriteria, report: (field: string, message: string) => void): void {
  const { choose, narrow } = criteriaParts[getHookDomain(domain).criteria];
  const known = new Set<string>([...choose, ...narrow]);
  for (const [field, value] of Object.entries(criteria)) {
    if (isGiven(value) && !known.has(field)) report(field, hookRules.hook_criteria_of_other_domain.en);
  }
  if (choose.length > 0 && !choose.some((field) => isGiven(criteria[field]))) report('', hookRules.hook_choose_what.en);
}

const EventFilter = z.strictObject({
  domain: z.enum(hookDomainNames, mandatory),
  event_types: z.array(z.string().max(100), mandatory).min(1, mandatory).max(50),
  criteria: HookCriteria.nullish(),
});

/** Which events it is told of. */
export const HookEventFilter = EventFilter.superRefine(({ domain, event_types: types, criteria }, { addIssue }) => {
  const known: readonly string[] = getHookDomain(domain).types;
  for (const [at, type] of types.entries()) {
    if (!known.includes(type)) addIssue({ code: 'custom', path: ['event_types', at], message: hookRules.hook_type_of_other_domain.en });
  }
  judgeCriteria(domain, criteria ?? {}, (field, message) => addIssue({ code: 'custom', path: field === '' ? ['criteria'] : ['criteria', field], message }));
});

const Pair = z.object({ name: z.string(), value: z.string() });

/** Those that the platform sends, and those that belong to the connection. */
const reserved = /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|webhook-.*|x-jfrog-event-auth)$/i;

const Header = z
  .strictObject({ name: z.string().trim().max(100).default(''), value: z.string().trim().max(4000).default('') })
  .superRefine(({ name, value }, { addIssue }) => {
    const report = (message: string) => addIssue({ code: 'custom', message });
    if (name === '' || value === '') report(hookRules.hook_header_incomplete.en);
    else if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x20-\x7e\x80-\xff]+$/.test(value)) report(hookRules.hook_header_characters.en);
    else if (reserved.test(name)) report(hookRules.hook_header_reserved.en);
  });

/** Reports every name that stands in a list for the second time. */
function refuseTwice(message: string, spell: (name: string) => string) {
  return (pairs: readonly { name: string }[], { addIssue }: z.RefinementCtx): void => {
    const names = pairs.map(({ name }) => spell(name));
    for (const [at, name] of names.entries()) if (names.indexOf(name) !== at) addIssue({ code: 'custom', path: [at, 'name'], message });
  };
}

const Headers = z
  .array(Header)
  .max(50)
  .superRefine(refuseTwice(hookRules.hook_header_twice.en, (name) => name.toLowerCase()));

const Secret = z.strictObject({
  name: z
    .string()
    .max(100)
    .regex(/^[A-Za-z]\w*$/, hookRules.hook_secret_name.en),
  value: z.string().min(1).max(4000),
});
const Secrets = z
  .array(Secret)
  .max(50)
  .superRefine(refuseTwice(hookRules.hook_secret_twice.en, (name) => name));

const url = outsideUrl(hookRules.hook_url_invalid.en);
/** An empty address is a missing one. */
const Url = z.string(mandatory).trim().min(1, { message: mandatory, abort: true }).pipe(url);

const shared = {
  url: Url,
  /** Key of an outgoing proxy. */
  proxy: z.string().max(64).nullish(),
};

/** Sends the body that existing receivers know. */
const PlainHandler = z
  .strictObject({
    handler_type: z.literal('webhook'),
    ...shared,
    secret: z
      .string()
      .max(1000)
      .regex(/^[\x20-\x7e]*$/, hookRules.hook_header_characters.en)
      .refine((secret) => !secret.startsWith('whsec_') || /^[A-Za-z0-9+/]+={0,2}$/.test(secret.slice(6)), hookRules.hook_secret_base64.en)
      .nullish(),
    /** The body is signed with the secret; otherwise the secret itself is sent. */
    use_secret_for_signing: z.boolean().nullish(),
    /** The body is signed with a key of this webhook's own, whose public half receivers verify with. */
    use_key_for_signing: z.boolean().nullish(),
    /** That key is made anew; both sign for a day. */
    new_signing_key: z.boolean().nullish(),
    /** It is answered, and means nothing when it is sent back. */
    signing_public_key: z.string().max(200).nullish(),
    custom_http_headers: Headers.nullish(),
  })
  .refine(({ secret, use_secret_for_signing: signs }) => !signs || (secret ?? '') !== '', { path: ['secret'], message: hookRules.hook_secret_needed.en });

/** Methods that a request of one's own can have. */
export const hookMethods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;
export const longestTemplate = 64 * 1024;

/** Sends a request of one's own: method, headers, and a body made of a template. */
const CustomHandler = z.strictObject({
  handler_type: z.literal('custom-webhook'),
  ...shared,
  method: z.enum(hookMethods).nullish(),
  secrets: Secrets.nullish(),
  http_headers: Headers.nullish(),
  /** Absent: the body that existing receivers know. */
  payload: z.string().max(longestTemplate).nullish(),
});

const settings = {
  description: z.string().max(1000).nullish(),
  enabled: z.boolean().nullish(),
  /** What is about one thing (a file, a build, a bundle) is sent strictly in its order. */
  keep_order: z.boolean().nullish(),
  /** So many requests are under way at once. */
  parallel: z.int().min(1).max(32).nullish(),
  /** So many requests at most are begun in a second; as many as there are where nothing is said. */
  per_second: z.int().min(1).max(1000).nullish(),
  /** A message that could not be delivered for so long is given up. */
  max_age_hours: z.int().min(1).max(720).nullish(),
};

/** Each is sent to by itself: one that fails holds up no other. */
export const mostHandlers = 10;

/** A webhook to be made, or the whole of one as it is to be; a field that is not given is empty. */
export const SubscriptionInput = z.strictObject({
  key: HookKey,
  ...settings,
  event_filter: HookEventFilter,
  handlers: z
    .array(z.discriminatedUnion('handler_type', [PlainHandler, CustomHandler]), mandatory)
    .min(1, mandatory)
    .max(mostHandlers, hookRules.hook_too_many_handlers.en),
});
export type SubscriptionInput = z.output<typeof SubscriptionInput>;

/** A webhook as it is kept, with everything that was not given; secrets are masked. */
export const Subscription = z.object({
  key: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  keep_order: z.boolean(),
  parallel: z.int(),
  per_second: z.int().nullable(),
  max_age_hours: z.int(),
  event_filter: z.object({ domain: z.enum(hookDomainNames), event_types: z.array(z.string()), criteria: HookCriteria }),
  handlers: z.array(
    z.discriminatedUnion('handler_type', [
      z.object({
        handler_type: z.literal('webhook'),
        url: z.string(),
        secret: z.string().optional(),
        /** This and `method` are absent where whoever set it left them out. */
        use_secret_for_signing: z.boolean().optional(),
        use_key_for_signing: z.boolean(),
        /** Ed25519, as Standard Webhooks writes it: `whpk_` and base64. */
        signing_public_key: z.string().optional(),
        proxy: z.string().optional(),
        custom_http_headers: z.array(Pair),
      }),
      z.object({
        handler_type: z.literal('custom-webhook'),
        url: z.string(),
        method: z.enum(hookMethods).optional(),
        secrets: z.array(Pair),
        proxy: z.string().optional(),
        http_headers: z.array(Pair),
        payload: z.string().optional(),
      }),
    ]),
  ),
});
export type Subscription = z.output<typeof Subscription>;
