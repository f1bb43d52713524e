import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { WebAddress } from './access-external-rules.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const compatible = { provenBy: [proofs.tokenExchange] };

const oidc = `${prefixes.access}/api/v1/oidc`;

export const oidcProviderTypes = ['Generic OpenID Connect', 'GitHub', 'GitHub Enterprise', 'Azure'] as const;

const Name = z
  .string()
  .trim()
  .min(1, accessRules.enter_name.en)
  .max(100)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, accessSettingRules.name_characters.en);
const Text = z.string().trim().max(500).default('');

/** Whose tokens are exchanged: the issuer of a CI system. */
export const OidcIntegration = z.object({
  name: Name,
  description: Text,
  issuer_url: WebAddress,
  provider_type: z.enum(oidcProviderTypes).default('Generic OpenID Connect'),
  /** Tokens must be made out to this; empty accepts any. */
  audience: Text,
  /** Of GitHub: the owner that repositories must have. */
  organization: Text,
  /** The `iss` of tokens, where it is not what the issuer's own description says. */
  token_issuer: Text,
});
export type OidcIntegration = z.output<typeof OidcIntegration>;

/** A rule: tokens with these claims become this token of ours. */
export const OidcMapping = z.object({
  name: Name,
  description: Text,
  /** The smallest number is looked at first. */
  priority: z.number().int().min(1).max(100_000),
  /** Every claim must fit. A text may hold `*` for any characters, a list means any of it. */
  claims: z.record(z.string().min(1).max(200), z.unknown()).refine((claims) => Object.keys(claims).length > 0, accessSettingRules.name_one_claim.en),
  token_spec: z
    .object({
      /** A user, or empty and then `username_pattern`, or nobody and a scope of groups. */
      username: z.string().trim().max(100).nullish(),
      /** Made from claims: `{{actor}}`. */
      username_pattern: z.string().trim().max(500).nullish(),
      /** Groups made from claims: `{{groups}}`, `team-{{project}}`. */
      groups_pattern: z.string().trim().max(500).nullish(),
      scope: z.string().trim().max(2000).nullish(),
      audience: z.string().trim().max(500).default('*@*'),
      /** Seconds. */
      expires_in: z.number().int().min(10, accessSettingRules.token_life_too_short.en).max(86_400, accessSettingRules.ci_token_life_too_long.en).default(60),
    })
    .refine(({ scope, groups_pattern }) => Boolean(scope || groups_pattern), { path: ['scope'], message: accessSettingRules.enter_scope.en }),
});
export type OidcMapping = z.output<typeof OidcMapping>;

const byName = z.object({ name: z.string().min(1).max(200) });
const byProvider = z.object({ provider: z.string().min(1).max(200) });
const byMapping = byProvider.extend({ name: z.string().min(1).max(200) });
const administrator = { access: 'administrator' } as const;

export const listOidcIntegrations = route('listOidcIntegrations', {
  summary: 'Issuers whose tokens are exchanged for ours',
  method: 'GET',
  url: oidc,
  ...administrator,
  reply: z.array(OidcIntegration),
  compatible,
});

export const createOidcIntegration = route('createOidcIntegration', {
  summary: 'Trust an issuer to exchange its tokens',
  method: 'POST',
  url: oidc,
  ...administrator,
  body: OidcIntegration,
  reply: OidcIntegration,
  status: 201,
  compatible,
});

export const readOidcIntegration = route('readOidcIntegration', {
  summary: 'One issuer',
  method: 'GET',
  url: `${oidc}/:name`,
  ...administrator,
  params: byName,
  reply: OidcIntegration,
  compatible,
});

export const updateOidcIntegration = route('updateOidcIntegration', {
  summary: 'Change an issuer',
  method: 'PUT',
  url: `${oidc}/:name`,
  ...administrator,
  params: byName,
  body: OidcIntegration,
  reply: OidcIntegration,
  compatible,
});

export const deleteOidcIntegration = route('deleteOidcIntegration', {
  summary: 'Trust an issuer no more; its rules go with it',
  method: 'DELETE',
  url: `${oidc}/:name`,
  ...administrator,
  params: byName,
  reply: z.void(),
  compatible,
});

export const listOidcMappings = route('listOidcMappings', {
  summary: 'Rules of an issuer, in the order in which they are looked at',
  method: 'GET',
  url: `${oidc}/:provider/identity_mappings`,
  ...administrator,
  params: byProvider,
  reply: z.array(OidcMapping),
  compatible,
});

export const createOidcMapping = route('createOidcMapping', {
  summary: 'Add a rule',
  method: 'POST',
  url: `${oidc}/:provider/identity_mappings`,
  ...administrator,
  params: byProvider,
  body: OidcMapping,
  reply: OidcMapping,
  status: 201,
  compatible,
});

export const readOidcMapping = route('readOidcMapping', {
  summary: 'One rule',
  method: 'GET',
  url: `${oidc}/:provider/identity_mappings/:name`,
  ...administrator,
  params: byMapping,
  reply: OidcMapping,
  compatible,
});

export const updateOidcMapping = route('updateOidcMapping', {
  summary: 'Change a rule',
  method: 'PUT',
  url: `${oidc}/:provider/identity_mappings/:name`,
  ...administrator,
  params: byMapping,
  body: OidcMapping,
  reply: OidcMapping,
  compatible,
});

export const deleteOidcMapping = route('deleteOidcMapping', {
  summary: 'Delete a rule',
  method: 'DELETE',
  url: `${oidc}/:provider/identity_mappings/:name`,
  ...administrator,
  params: byMapping,
  reply: z.void(),
  compatible,
});

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const idToken = 'urn:ietf:params:oauth:token-type:id_token';

/** https://www.rfc-editor.org/rfc/rfc8693#section-2.1 */
/** The signed token is the only proof; whatever else a request carries does not matter. */
export const exchangeOidcToken = route('exchangeOidcToken', {
  summary: 'Exchange a signed token of a trusted issuer for a short-lived access token',
  method: 'POST',
  url: `${oidc}/token`,
  access: 'public',
  asksNobody: true,
  body: z.object({
    grant_type: z.literal(exchange),
    subject_token_type: z.literal(idToken).default(idToken),
    subject_token: z.string().min(1).max(16_384),
    provider_name: z.string().min(1).max(200),
    identity_mapping_name: z.string().max(200).optional(),
    include_reference_token: z.union([z.boolean(), z.stringbool()]).default(false),
  }),
  reply: z.object({
    access_token: z.string(),
    expires_in: z.number().int(),
    scope: z.string(),
    token_type: z.literal('Bearer'),
    issued_token_type: z.string(),
    username: z.string(),
    reference_token: z.string().optional(),
  }),
  status: 200,
  compatible,
});
