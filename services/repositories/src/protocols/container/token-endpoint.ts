import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyReply } from 'fastify';
import type { Exchange } from './container-request.ts';
import { grantedScope, parseScopes } from './scopes.ts';

/** Long enough for the pull of a big image, short enough that a revoked permission does not linger. */
const lifetimeSeconds = 900;

async function getForm(exchange: Exchange): Promise<URLSearchParams> {
  return new URLSearchParams((await readUpTo(exchange.request.raw, 64 * 1024)).toString('utf8'));
}

// https://distribution.github.io/distribution/spec/auth/oauth/
async function readActorOfForm({ context, request }: Exchange, form: URLSearchParams): Promise<Actor> {
  const { identity } = context.platform;
  if (form.get('grant_type') === 'password') {
    const actor = await identity.actorByCredentials(form.get('username') ?? '', form.get('password') ?? '', request.ip);
    if (!actor) throw new AppError('bad_credentials');
    return actor;
  }
  if (form.get('grant_type') === 'refresh_token') {
    const actor = await identity.actorByToken(form.get('refresh_token') ?? '');
    if (!actor) throw new AppError('bad_credentials');
    return actor;
  }
  throw new AppError(upstreamWords.token_grant_type_unknown);
}

/**
 * Gives container clients the short-lived token their challenge sent them for. It carries what was granted of what was asked.
 * https://distribution.github.io/distribution/spec/auth/token/
 */
export async function answerToken(exchange: Exchange): Promise<FastifyReply> {
  const { context, request, reply } = exchange;
  const { identity } = context.platform;
  if (request.method !== 'GET' && request.method !== 'POST') throw new AppError('method_not_allowed');
  const form = request.method === 'POST' ? await getForm(exchange) : undefined;
  const actor = form ? await readActorOfForm(exchange, form) : request.actor;
  if (actor.kind === 'anonymous' && !(await identity.anonymousAllowed())) throw new AppError('unauthenticated');
  const wanted = parseScopes((form ?? exchange.query).getAll('scope'));
  const scope = await grantedScope(context, actor, wanted, exchange.compatible ? exchange.key : undefined);
  const token = await identity.issueShortToken(actor, scope, lifetimeSeconds);
  const answer = { token, access_token: token, expires_in: lifetimeSeconds, issued_at: new Date().toISOString() };
  return reply.header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer));
}
