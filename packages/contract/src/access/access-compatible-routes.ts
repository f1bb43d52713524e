// The calls that existing clients make, in their own spelling.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';
import { oauthRefusal } from './oauth-refusal.ts';

const compatible = { provenBy: [proofs.accessCalls] };

const security = `${prefixes.repositories}/api/security`;
const tokens = `${prefixes.access}/api/v1/tokens`;

/** Numbers and switches also come as text, in forms. */
const Whole = z.coerce.number().int().min(0).max(315_360_000);
const Switch = z.union([z.boolean(), z.stringbool()]);
const Text = z.string().max(8192);

const TokenRequest = z.object({
  username: Text.optional(),
  scope: Text.optional(),
  expires_in: Whole.optional(),
  refreshable: Switch.optional(),
  description: z.string().max(200).optional(),
  audience: z.string().max(500).optional(),
  grant_type: Text.optional(),
  refresh_token: Text.optional(),
  access_token: Text.optional(),
  include_reference_token: Switch.optional(),
});
export type TokenRequest = z.output<typeof TokenRequest>;

/** A token as OAuth writes it. */
export const TokenAnswer = z.object({
  token_id: z.string(),
  access_token: z.string(),
  refresh_token: z.string().optional(),
  reference_token: z.string().optional(),
  expires_in: z.number().int(),
  scope: z.string(),
  token_type: z.literal('Bearer'),
});

export const exchangeToken = route('exchangeToken', {
  summary: 'Make or refresh an access token; errors in the words of RFC 6749',
  method: 'POST',
  url: `${security}/token`,
  access: 'public',
  body: TokenRequest,
  reply: TokenAnswer,
  refusal: oauthRefusal,
  compatible: { note: 'password and refresh token', provenBy: [proofs.commandLine, proofs.accessCalls] },
});

export const listSecurityTokens = route('listSecurityTokens', {
  summary: 'Access tokens that the caller may see',
  method: 'GET',
  url: `${security}/token`,
  access: 'user',
  reply: z.object({
    tokens: z.array(
      z.object({
        token_id: z.string(),
        issuer: z.string(),
        subject: z.string(),
        issued_at: z.number().int(),
        expiry: z.number().int().optional(),
        refreshable: z.boolean(),
      }),
    ),
  }),
  compatible,
});

const TokenName = z.object({ token: Text.optional(), token_id: Text.optional() });

export const revokeSecurityToken = route('revokeSecurityToken', {
  summary: 'Revoke an access token, named or shown',
  method: 'POST',
  url: `${security}/token/revoke`,
  access: 'user',
  body: TokenName,
  reply: z.void(),
  status: 200,
  compatible,
});

export const deleteSecurityToken = route('deleteSecurityToken', {
  summary: 'Revoke an access token by its id',
  method: 'DELETE',
  url: `${security}/token`,
  access: 'user',
  query: z.object({ token_id: Text }),
  reply: z.void(),
  status: 200,
  compatible,
});

export const encryptedPassword = route('encryptedPassword', {
  summary: 'One’s own password under the platform’s key, which clients send in its place',
  method: 'GET',
  url: `${security}/encryptedPassword`,
  access: 'user',
  reply: stream('text/plain'),
  refusal: stream('text/plain'),
  compatible: { note: '409 for who came with anything but a password', provenBy: [proofs.accessCalls] },
});

const TokenRow = z.object({
  token_id: z.string(),
  subject: z.string(),
  expiry: z.number().int().optional(),
  issued_at: z.number().int(),
  issuer: z.string(),
  description: z.string(),
  refreshable: z.boolean(),
  scope: z.string(),
  last_used: z.number().int().optional(),
});

export const createPlatformToken = route('createPlatformToken', {
  summary: 'Make or refresh an access token',
  method: 'POST',
  url: tokens,
  access: 'public',
  body: TokenRequest,
  reply: TokenAnswer,
  compatible,
});

export const listPlatformTokens = route('listPlatformTokens', {
  summary: 'Access tokens that the caller may see',
  method: 'GET',
  url: tokens,
  access: 'user',
  query: z.object({
    username: Text.optional(),
    description: Text.optional(),
    refreshable: z.stringbool().optional(),
    order_by: Text.optional(),
    descending_order: z.stringbool().optional(),
  }),
  reply: z.object({ tokens: z.array(TokenRow) }),
  compatible,
});

const byId = z.object({ id: z.string().min(1).max(200) });

export const readPlatformToken = route('readPlatformToken', {
  summary: 'One access token',
  method: 'GET',
  url: `${tokens}/:id`,
  access: 'user',
  params: byId,
  reply: TokenRow,
  compatible,
});

export const revokePlatformToken = route('revokePlatformToken', {
  summary: 'Revoke an access token by its id',
  method: 'DELETE',
  url: `${tokens}/:id`,
  access: 'user',
  params: byId,
  reply: z.void(),
  status: 200,
  compatible,
});

export const revokeShownToken = route('revokeShownToken', {
  summary: 'Revoke an access token by showing it',
  method: 'DELETE',
  url: `${tokens}/revoke`,
  access: 'user',
  body: TokenName,
  query: TokenName,
  reply: z.void(),
  status: 200,
  compatible,
});

export const accessPing = route('accessPing', {
  summary: 'Whether the access service answers',
  method: 'GET',
  url: `${prefixes.access}/api/v1/system/ping`,
  tellsHealth: true,
  access: 'public',
  reply: z.literal('OK'),
  compatible,
});

export const accessVersion = route('accessVersion', {
  summary: 'Version of the access service',
  method: 'GET',
  url: `${prefixes.access}/api/v1/system/version`,
  access: 'public',
  reply: z.object({ name: z.string() }),
  compatible,
});

export const validateFederation = route('validateFederation', {
  summary: 'Whether the deployment at an address shares users with this one and answers now',
  method: 'POST',
  alsoMethods: ['GET'],
  url: `${prefixes.access}/api/v1/system/federation/validate_server`,
  access: 'administrator',
  query: z.looseObject({ url: Text.optional() }),
  body: z.looseObject({ url: Text.optional() }),
  reply: z.object({}),
  compatible: { note: '400 where they were not paired for it by a token, or the other does not answer', provenBy: [proofs.accessCalls] },
});

const key = `${security}/apiKey`;
const KeyAnswer = z.object({ apiKey: z.string().optional() });

export const readOwnKey = route('readOwnKey', { summary: 'One’s own API key', method: 'GET', url: key, access: 'user', reply: KeyAnswer, compatible });
export const createOwnKey = route('createOwnKey', {
  summary: 'Make an API key',
  method: 'POST',
  url: key,
  access: 'user',
  reply: KeyAnswer,
  status: 201,
  compatible,
});
export const replaceOwnKey = route('replaceOwnKey', { summary: 'Make an API key anew', method: 'PUT', url: key, access: 'user', reply: KeyAnswer, compatible });
export const removeOwnKey = route('removeOwnKey', {
  summary: 'Take one’s own API key away',
  method: 'DELETE',
  url: key,
  access: 'user',
  reply: z.object({ info: z.string() }),
  compatible,
});
export const removeKeyOf = route('removeKeyOf', {
  summary: 'Take a user’s API key away',
  method: 'DELETE',
  url: `${key}/:name`,
  access: 'administrator',
  params: z.object({ name: z.string().min(1).max(200) }),
  reply: z.object({ info: z.string() }),
  compatible,
});
