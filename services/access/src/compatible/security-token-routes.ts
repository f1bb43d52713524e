import * as routes from '@packhouse/contract/access/access-compatible-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findToken } from '../identity/token-actor.ts';
import { answerInOauthWords } from '../token/oauth-errors.ts';
import { orderToken } from '../token/order.ts';
import { getIssuer, readSubject } from '../token/subject.ts';
import { type IssuedToken, issueToken, refreshToken } from '../token/token.ts';
import { listTokens, readToken, revokeToken } from '../token/token-list.ts';
import { validateFederation } from '../trust/validate-federation.ts';

const fields = { userName: 'username', expiresIn: 'expires_in' };
const listLimit = 5000;

/** A new token in the words of existing clients. */
export function toAnswer(issued: IssuedToken) {
  return {
    token_id: issued.id,
    access_token: issued.accessToken,
    expires_in: issued.expiresIn,
    scope: issued.scope,
    token_type: 'Bearer' as const,
    ...(issued.refreshToken ? { refresh_token: issued.refreshToken } : {}),
    ...(issued.referenceToken ? { reference_token: issued.referenceToken } : {}),
  };
}

/** The id that a token claims; only compared with the one that its refresh token proves. */
function claimedId(token: string): string {
  try {
    return String(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti);
  } catch {
    return '';
  }
}

/** The OAuth endpoint of the platform: new tokens for whoever proves who they are, or a fresh one for a refresh token, which proves itself. */
async function answerTokenRequest(context: Context, body: routes.TokenRequest, { actor, address }: HandlerContext, standardLife?: number) {
  if (body.grant_type === 'refresh_token') {
    const expected = body.access_token ? claimedId(body.access_token) : undefined;
    const issued = body.refresh_token ? await refreshToken(context, body.refresh_token, { expiresIn: body.expires_in, expected }, address) : undefined;
    if (!issued) throw new AppError(accessWords.refresh_token_not_valid, {}, { detail: { error: 'invalid_grant' } });
    return toAnswer(issued);
  }
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  if (body.grant_type && body.grant_type !== 'client_credentials' && body.grant_type !== 'password')
    throw new AppError(accessWords.grant_type_not_supported, { type: body.grant_type }, { detail: { error: 'unsupported_grant_type' } });
  const wish = {
    userName: body.username,
    scope: body.scope || undefined,
    expiresIn: body.expires_in ?? standardLife,
    description: body.description,
    audience: body.audience || undefined,
    refreshable: body.refreshable,
    includeReference: body.include_reference_token,
  };
  return toAnswer(await issueToken(context, await orderToken(context, actor, wish, fields), { actor: actor.name, address }));
}

async function revokeNamed(
  context: Context,
  actor: Actor,
  name: { token?: string | undefined; token_id?: string | undefined },
  address: string,
): Promise<void> {
  const id = name.token_id ?? (name.token ? (await findToken(context, name.token))?.id : undefined);
  if (!id) throw new AppError('token_not_found');
  await revokeToken(context, actor, id, { actor: actor.name, address });
}

const seconds = (moment: string) => Math.floor(Date.parse(moment) / 1000);

function readRow(context: Context, token: Awaited<ReturnType<typeof readToken>>) {
  return {
    token_id: token.id,
    subject: readSubject(context.deployment, token.userName),
    issued_at: seconds(token.issuedAt),
    issuer: getIssuer(context.deployment),
    description: token.description,
    refreshable: token.refreshable,
    scope: token.scope,
    ...(token.expiresAt ? { expiry: seconds(token.expiresAt) } : {}),
    ...(token.lastUsedAt ? { last_used: seconds(token.lastUsedAt) } : {}),
  };
}

export function securityTokenRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  app.register(async (scope) => {
    answerInOauthWords(scope);
    handle(scope, platform, routes.exchangeToken, ({ body }, caller) => answerTokenRequest(context, body, caller, 3600));
  });
  handle(app, platform, routes.createPlatformToken, ({ body }, caller) => answerTokenRequest(context, body, caller));

  handle(app, platform, routes.listSecurityTokens, async (_, { actor }) => {
    const { items } = await listTokens(context, actor, {}, undefined, listLimit);
    return { tokens: items.map((token) => readRow(context, token)) };
  });
  handle(app, platform, routes.listPlatformTokens, async ({ query }, { actor }) => {
    const { username, description, refreshable } = query;
    const filter = { description, refreshable, ...(username ? { subject: username } : {}) };
    const { items } = await listTokens(context, actor, filter, undefined, listLimit);
    const rows = items.map((token) => readRow(context, token));
    return { tokens: query.descending_order === false ? rows.toReversed() : rows };
  });
  handle(app, platform, routes.readPlatformToken, async ({ params }, { actor }) => readRow(context, await readToken(context, actor, params.id)));

  handle(app, platform, routes.revokeSecurityToken, ({ body }, { actor, address }) => revokeNamed(context, actor, body, address));
  handle(app, platform, routes.deleteSecurityToken, ({ query }, { actor, address }) => revokeNamed(context, actor, query, address));
  handle(app, platform, routes.revokePlatformToken, ({ params }, { actor, address }) => revokeNamed(context, actor, { token_id: params.id }, address));
  handle(app, platform, routes.revokeShownToken, ({ body, query }, { actor, address }) => revokeNamed(context, actor, { ...query, ...body }, address));

  handle(app, platform, routes.accessPing, async () => 'OK' as const);
  handle(app, platform, routes.validateFederation, ({ body, query }) => validateFederation(context, body?.url ?? query.url));
  handle(app, platform, routes.accessVersion, async () => ({ name: platform.version }));
}
