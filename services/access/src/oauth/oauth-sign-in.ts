import { speaksOpenId } from '@packhouse/contract/access/access-oauth-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import type { Context } from '../context.ts';
import type { ExternalIdentity } from '../external/external-identity.ts';
import { signInExternal } from '../external/external-user.ts';
import { consolePage, SignInRefusal } from '../external/return-to-console.ts';
import { keepPending, type PendingSignIn, takePendingCookie } from '../external/sign-in-cookie.ts';
import { getConfiguration, listClaim, textClaim } from './oauth-client.ts';
import { getSecret, oauthKey, toProvider } from './oauth-provider.ts';
import { type OauthRow, selectProvider, selectProviderById } from './oauth-queries.ts';

/** What discovery told is believed this long. */
const milliseconds = 600_000;

/** The address that providers send people back to; one for all, so that it is registered once. */
export function callbackAddress(context: Context, request: FastifyRequest): string {
  return `${publicBaseUrl(request, context.platform.config)}${prefixes.consoleApi}/ui/auth/oauth/callback`;
}

function rememberedConfigurations(context: Context) {
  const known = new LRUCache<string, Promise<client.Configuration>>({ max: 100, ttl: milliseconds });
  return (row: OauthRow): Promise<client.Configuration> => {
    const key = `${row.id} ${row.modified_at.getTime()}`;
    const found = known.get(key);
    if (found) return found;
    const loading = getConfiguration(toProvider(row), getSecret(context, row), context.platform.outgoing);
    known.set(key, loading);
    loading.catch(() => known.delete(key));
    return loading;
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** Everything the provider says about the person: the signed token first, then what only its user-info address tells. */
async function readClaims(
  configuration: client.Configuration,
  row: OauthRow,
  tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
): Promise<Claims> {
  const settings = toProvider(row);
  if (speaksOpenId(settings.type)) {
    const signed = tokens.claims();
    if (!signed) throw new SignInRefusal('refused');
    if (!configuration.serverMetadata().userinfo_endpoint) return signed;
    return { ...(await client.fetchUserInfo(configuration, tokens.access_token, signed.sub)), ...signed };
  }
  const answer = await client.fetchProtectedResource(
    configuration,
    tokens.access_token,
    new URL(settings.userInfoUrl),
    'GET',
    undefined,
    new Headers({ accept: 'application/json' }),
  );
  if (!answer.ok) throw new AppError(signInWords.user_info_failed, { status: answer.status });
  return (await answer.json()) as Claims;
}

function readIdentity(row: OauthRow, claims: Claims): ExternalIdentity {
  const settings = toProvider(row);
  const isOpenId = speaksOpenId(settings.type);
  const subject = textClaim(claims, isOpenId ? 'sub' : settings.subjectClaim);
  if (subject === '') throw new SignInRefusal('refused');
  // An address that the provider itself has not checked proves nothing.
  const email = claims.email_verified === false ? '' : textClaim(claims, settings.emailClaim);
  return {
    provider: oauthKey(row),
    realm: 'oauth',
    subject,
    userName: textClaim(claims, settings.userNameClaim),
    email: email.length > 254 ? '' : email,
    groups: listClaim(claims, settings.groupsClaim),
  };
}

function readRefusal(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof AppError || cause instanceof SignInRefusal) return cause;
  if (error instanceof client.AuthorizationResponseError) return new SignInRefusal(error.error === 'access_denied' ? 'cancelled' : 'refused', { cause: error });
  return new SignInRefusal('refused', { cause: error });
}

/** Sign-in with the authorisation code flow, with PKCE, state and nonce. https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth */
export function oauthSignIn(context: Context) {
  const configurationFor = rememberedConfigurations(context);

  async function start(name: string, request: FastifyRequest, reply: FastifyReply, invitation?: string): Promise<string> {
    const row = await selectProvider(context.db, name);
    if (!row?.enabled) throw new SignInRefusal('refused');
    const settings = toProvider(row);
    const configuration = await configurationFor(row).catch((error: unknown) => Promise.reject(readRefusal(error)));
    const verifier = client.randomPKCECodeVerifier();
    const pending: PendingSignIn = {
      provider: oauthKey(row),
      state: client.randomState(),
      verifier,
      nonce: client.randomNonce(),
      ...(invitation ? { invitation } : {}),
    };
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackAddress(context, request),
      scope: settings.scopes,
      state: pending.state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(speaksOpenId(settings.type) ? { nonce: pending.nonce! } : {}),
    });
    keepPending(context, request, reply, pending);
    return address.href;
  }

  /** Checks the provider's answer against what this browser left with. */
  async function prove(row: OauthRow, pending: PendingSignIn, request: FastifyRequest): Promise<Claims> {
    const configuration = await configurationFor(row);
    const address = new URL(callbackAddress(context, request));
    address.search = new URL(request.url, address).search;
    // The issuer of a provider without discovery is not known, so it cannot be compared.
    const isOpenId = speaksOpenId(toProvider(row).type);
    if (!isOpenId) address.searchParams.delete('iss');
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      expectedState: pending.state,
      pkceCodeVerifier: pending.verifier!,
      ...(isOpenId ? { expectedNonce: pending.nonce!, idTokenExpected: true } : {}),
    });
    return readClaims(configuration, row, tokens);
  }

  async function finish(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const pending = takePendingCookie(context, request, reply);
    const id = Number(/^oauth:(?<id>\d+)$/.exec(pending?.provider ?? '')?.groups?.id);
    const row = Number.isSafeInteger(id) ? await selectProviderById(context.db, id) : undefined;
    if (!pending || !row) throw new SignInRefusal('expired');
    if (!row.enabled) throw new SignInRefusal('refused');
    const claims = await prove(row, pending, request).catch((error: unknown) => Promise.reject(readRefusal(error)));
    const { invitation } = pending;
    await signInExternal(context, { ...readIdentity(row, claims), ...(invitation === undefined ? {} : { invitation }) }, toProvider(row), { request, reply });
    return consolePage('oauth');
  }

  return { start, finish };
}
