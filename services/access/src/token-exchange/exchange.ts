import type { exchangeOidcToken, OidcIntegration, OidcMapping } from '@packhouse/contract/access/access-oidc-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, SaidError } from '@packhouse/contract/errors.ts';
import type { RouteParsed } from '@packhouse/contract/route.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { writeAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { guardedFetch } from '../external/guarded-fetch.ts';
import { findUserName } from '../password/check-password.ts';
import { parseScope } from '../token/scope.ts';
import { issueToken } from '../token/token.ts';
import type { TokenOrder } from '../token/token-order.ts';
import { type Claims, filled, fitsAll } from './claims.ts';
import { findIntegration } from './integration.ts';
import { listMappings } from './mapping.ts';

/** Signatures that need no shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const milliseconds = 600_000;
const Description = z.object({ issuer: z.string(), jwks_uri: z.string() });

/** Why a token is not exchanged; the caller is told in general, the log in full. */
class Refusal extends SaidError {}

interface Issuer {
  name: string;
  keys: ReturnType<typeof createRemoteJWKSet>;
}

function rememberedIssuers(context: Context) {
  const fetchGuarded = guardedFetch(context.platform.outgoing);
  const known = new LRUCache<string, Promise<Issuer>>({ max: 100, ttl: milliseconds });
  async function load(address: string): Promise<Issuer> {
    const base = address.replace(/\/$/, '');
    const answer = await fetchGuarded(`${base}/.well-known/openid-configuration`);
    const { issuer, jwks_uri } = Description.parse(await answer.json());
    if (issuer.replace(/\/$/, '') !== base) throw new Refusal(say(accessWords.issuer_differs, { issuer }));
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [customFetch]: (url, { method, headers }) => fetchGuarded(url, { method, headers: Object.fromEntries(headers) }),
    });
    return { name: issuer, keys };
  }
  return (address: string): Promise<Issuer> => {
    const found = known.get(address);
    if (found) return found;
    const loading = load(address);
    known.set(address, loading);
    loading.catch(() => known.delete(address));
    return loading;
  };
}

function requireOrganization({ provider_type, organization }: OidcIntegration, claims: Claims): void {
  if (!provider_type.startsWith('GitHub') || organization === '') return;
  if (claims.repository_owner !== organization)
    throw new Refusal(say(accessWords.token_of_other_organization, { owner: String(claims.repository_owner), organization }));
}

/** Whom a rule makes the token for, and with which scope. */
async function readOrder(context: Context, { token_spec: spec, name }: OidcMapping, claims: Claims, provider: string): Promise<TokenOrder> {
  const wanted = spec.username || (spec.username_pattern ? filled(spec.username_pattern, claims)?.[0] : `${provider}-${name}`.replaceAll(' ', '-'));
  const subject = wanted === undefined ? undefined : findUserName(wanted);
  if (subject === undefined) throw new Refusal(say(accessWords.claims_without_user_name));
  const groups = spec.groups_pattern ? filled(spec.groups_pattern, claims) : undefined;
  if (spec.groups_pattern && (!groups || groups.length === 0 || groups.some((one) => one === '*' || /[",\s]/.test(one))))
    throw new Refusal(say(accessWords.claims_without_groups));
  const scope = groups ? `applied-permissions/groups:${groups.join(',')}` : (spec.scope ?? '');
  const powers = parseScope(scope)?.powers;
  if (powers === undefined) throw new Refusal(say(accessWords.scope_unknown));
  const account = await context.accounts.byName(subject);
  if (account && !account.enabled) throw new Refusal(say(accessWords.user_disabled, { name: subject }));
  if (typeof powers === 'string' && !account) throw new Refusal(say(accessWords.no_user, { name: subject }));
  if (powers === 'administrator' && !account?.administrator) throw new Refusal(say(accessWords.user_is_no_administrator, { name: subject }));
  return { subject, userId: account?.id ?? null, scope, audience: spec.audience, expiresIn: spec.expires_in };
}

type Wish = RouteParsed<typeof exchangeOidcToken>['body'];

/** Turns signed tokens of trusted issuers into short-lived ones of ours. https://www.rfc-editor.org/rfc/rfc8693 */
export function tokenExchange(context: Context) {
  const issuerAt = rememberedIssuers(context);

  async function prove(integration: OidcIntegration, token: string): Promise<Claims> {
    const issuer = await issuerAt(integration.issuer_url);
    const { payload } = await jwtVerify(token, issuer.keys, {
      algorithms,
      issuer: integration.token_issuer || issuer.name,
      clockTolerance: 30,
      requiredClaims: ['exp', 'sub'],
      ...(integration.audience === '' ? {} : { audience: integration.audience }),
    });
    requireOrganization(integration, payload);
    return payload;
  }

  async function order(wish: Wish): Promise<TokenOrder> {
    const { id, value: integration } = await findIntegration(context.db, wish.provider_name);
    const claims = await prove(integration, wish.subject_token);
    const rules = await listMappings(context.db, id);
    const rule = rules.find(({ name, claims: wanted }) => (wish.identity_mapping_name ?? name) === name && fitsAll(wanted, claims));
    if (!rule) throw new Refusal(say(accessWords.no_mapping_fits, { subject: String(claims.sub) }));
    const made = await readOrder(context, rule, claims, integration.name);
    const description = `${integration.name}/${rule.name}: ${String(claims.sub)}`.slice(0, 200);
    return { ...made, description, includeReference: wish.include_reference_token };
  }

  return async (wish: Wish, address: string) => {
    const actor = `oidc:${wish.provider_name}`;
    const wanted = await order(wish).catch(async (error: unknown) => {
      if (error instanceof AppError && error.status >= 500) throw error;
      const reason = (error as Error).message;
      await writeAudit(context.db, { actor, address, action: 'token.refused', subject: wish.provider_name, after: { reason } });
      throw new AppError(accessWords.token_refused, {}, { cause: error });
    });
    const issued = await issueToken(context, wanted, { actor, address });
    return {
      access_token: issued.accessToken,
      expires_in: issued.expiresIn,
      scope: issued.scope,
      token_type: 'Bearer' as const,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      username: issued.subject,
      ...(issued.referenceToken ? { reference_token: issued.referenceToken } : {}),
    };
  };
}
