import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { redirect, route } from '../route.ts';
import { Said } from '../said.ts';
import { ExternalRules, GroupClaim, WebAddress } from './access-external-rules.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const oauth = `${prefixes.consoleApi}/access/oauth`;
const auth = `${prefixes.consoleApi}/ui/auth/oauth`;

/** Providers with OpenID Connect, found by their issuer address. */
const openIdTypes = ['OpenID', 'Keycloak', 'Okta', 'Azure', 'Google', 'GitLab'] as const;
/** Kinds of providers; the button's icon follows from the kind. The last two speak OAuth 2 only, so their addresses are given one by one. */
export const oauthTypes = [...openIdTypes, 'GitHub', 'OAuth2'] as const;
export type OauthType = (typeof oauthTypes)[number];

export function speaksOpenId(type: OauthType): boolean {
  return (openIdTypes as readonly string[]).includes(type);
}

const Claim = z.string().trim().min(1, accessSettingRules.enter_claim_name.en).max(200);

const settings = {
  type: z.enum(oauthTypes),
  enabled: z.boolean().default(true),
  clientId: z.string().trim().min(1, accessSettingRules.enter_client_id.en).max(500),
  issuerUrl: WebAddress.or(z.literal('')).default(''),
  authorizationUrl: WebAddress.or(z.literal('')).default(''),
  tokenUrl: WebAddress.or(z.literal('')).default(''),
  userInfoUrl: WebAddress.or(z.literal('')).default(''),
  scopes: z.string().trim().max(500).default('openid profile email'),
  /** This never changes about a person at the provider; OpenID Connect fixes it as `sub`. */
  subjectClaim: Claim.default('sub'),
  userNameClaim: Claim.default('preferred_username'),
  emailClaim: z.string().trim().max(200).default('email'),
  groupsClaim: GroupClaim,
  ...ExternalRules.shape,
};

/** The addresses that each kind needs. */
function requireAddresses(
  value: { type: OauthType; issuerUrl: string; authorizationUrl: string; tokenUrl: string; userInfoUrl: string },
  context: z.RefinementCtx,
) {
  const needed = speaksOpenId(value.type) ? (['issuerUrl'] as const) : (['authorizationUrl', 'tokenUrl', 'userInfoUrl'] as const);
  for (const name of needed) if (value[name] === '') context.addIssue({ code: 'custom', path: [name], message: accessSettingRules.enter_this_address.en });
}

export const ProviderName = z
  .string()
  .trim()
  .min(1, accessRules.enter_name.en)
  .max(60, accessSettingRules.name_longer_than_60.en)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, accessSettingRules.name_characters.en);

/** Written only; never answered. */
const ClientSecret = z.string().max(2000).optional();

export const OauthProvider = z.object({
  name: z.string(),
  ...settings,
  hasSecret: z.boolean(),
  createdAt: Timestamp,
});
export type OauthProvider = z.output<typeof OauthProvider>;

export const OauthSettings = z.object({ ...settings, clientSecret: ClientSecret });
export const NewOauthProvider = OauthSettings.extend({ name: ProviderName });
/** A provider's settings as a whole; a secret that is absent stays. */
export const OauthProviderChange = OauthSettings.superRefine(requireAddresses);

const byName = z.object({ name: z.string().min(1).max(200) });

export const listOauthProviders = route('listOauthProviders', {
  summary: 'OpenID Connect and OAuth 2 providers, by name, with the address to register with them',
  method: 'GET',
  url: `${oauth}/providers`,
  access: 'administrator',
  reply: z.object({ items: z.array(OauthProvider), callbackUrl: z.string() }),
});

export const createOauthProvider = route('createOauthProvider', {
  summary: 'Add a provider to sign in with',
  method: 'POST',
  url: `${oauth}/providers`,
  access: 'administrator',
  body: NewOauthProvider.superRefine(requireAddresses),
  reply: OauthProvider,
  status: 201,
});

export const readOauthProvider = route('readOauthProvider', {
  summary: 'One provider, without its secret',
  method: 'GET',
  url: `${oauth}/providers/:name`,
  access: 'administrator',
  params: byName,
  reply: OauthProvider,
});

export const updateOauthProvider = route('updateOauthProvider', {
  summary: 'Change a provider',
  method: 'PUT',
  url: `${oauth}/providers/:name`,
  access: 'administrator',
  params: byName,
  body: OauthProviderChange,
  reply: OauthProvider,
});

export const deleteOauthProvider = route('deleteOauthProvider', {
  summary: 'Delete a provider; the users it made stay, but cannot sign in through it any more',
  method: 'DELETE',
  url: `${oauth}/providers/:name`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
});

/** One thing that was tried, and what came of it. */
export const ProviderCheck = z.object({
  check: z.enum(['discovery', 'authorizationAddress', 'signingKeys', 'clientSecret', 'certificate', 'entryPoint']),
  outcome: z.enum(['good', 'bad', 'unknown']),
  /** The provider said this, in its words. */
  ...Said.shape,
});
export type ProviderCheck = z.output<typeof ProviderCheck>;

export const testOauthProvider = route('testOauthProvider', {
  summary: 'Try a provider’s settings without saving them: addresses, keys, client id and secret; an absent secret is taken from the provider of that name',
  method: 'POST',
  url: `${oauth}/test`,
  access: 'administrator',
  body: OauthSettings.extend({ name: z.string().max(200).default('') }).superRefine(requireAddresses),
  reply: z.object({ checks: z.array(ProviderCheck) }),
});

export const startOauthSignIn = route('startOauthSignIn', {
  summary: 'Leave for a provider to sign in: answers with a redirect and a cookie that ties the answer to this browser',
  method: 'GET',
  url: `${auth}/start/:name`,
  access: 'public',
  params: byName,
  /** With the token of an invitation, whose user the person becomes. */
  query: z.looseObject({ registrationToken: z.string().max(4096).optional() }),
  reply: redirect,
  status: 303,
});

export const finishOauthSignIn = route('finishOauthSignIn', {
  summary: 'Where providers send people back to: answers with a redirect into the console and, when all was well, a session cookie',
  method: 'GET',
  url: `${auth}/callback`,
  access: 'public',
  query: z.looseObject({ code: z.string().max(8192).optional(), state: z.string().max(500).optional(), error: z.string().max(500).optional() }),
  reply: redirect,
  status: 303,
});
