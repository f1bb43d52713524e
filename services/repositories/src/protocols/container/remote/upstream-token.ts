import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { namedBy } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { RemoteRepository } from '../../../directory/directory.ts';
import { mayBePrivate } from '../../../upstream/upstream.ts';
import { type Challenge, parseChallenges } from './upstream-challenge.ts';

const TokenAnswer = z.looseObject({ token: z.string().optional(), access_token: z.string().optional(), expires_in: z.number().optional() });

/** Authorization headers that upstreams accepted or issued, by repository, settings and scope. */
const known = new LRUCache<string, string>({ max: 5000, ttl: 60_000 });

// A changed password or address must not meet a token from before.
const getKey = (repository: RemoteRepository, scope: string) => `${repository.id}/${repository.revision}/${repository.settings.url} ${scope}`;

export function knownAuthorization(repository: RemoteRepository, scope: string): string | undefined {
  return known.get(getKey(repository, scope));
}

export function forgetAuthorization(repository: RemoteRepository, scope: string): void {
  known.delete(getKey(repository, scope));
}

function basic(context: Context, repository: RemoteRepository): string | undefined {
  const { username } = repository.settings;
  if (!username || !repository.password) return undefined;
  return `Basic ${Buffer.from(`${username}:${context.platform.secrets.decrypt(repository.password)}`).toString('base64')}`;
}

/** Passwords go over TLS to a token service whenever the registry itself is reached over TLS. */
function getRealm(challenge: Challenge, repository: RemoteRepository): URL {
  const { realm = '' } = challenge.parameters;
  const url = URL.canParse(realm, repository.settings.url) ? new URL(realm, repository.settings.url) : undefined;
  if (!url || (url.protocol !== 'https:' && repository.settings.url.startsWith('https:')))
    throw new AppError(upstreamWords.upstream_token_address_untrusted, { key: repository.key });
  return url;
}

/**
 * Registries keep their token service on their own host or beside it (`auth.` for `registry.`); to a realm anywhere else, which a hostile or
 * taken-over upstream could name, no password goes.
 */
export function isOwnRealm(realm: URL, upstream: URL): boolean {
  if (realm.hostname === upstream.hostname) return true;
  const [theirs, ours] = [realm, upstream].map(({ hostname }) => getDomain(hostname, { allowPrivateDomains: true }));
  return theirs !== null && theirs === ours;
}

async function requestToken(context: Context, repository: RemoteRepository, challenge: Challenge, scope: string): Promise<string | undefined> {
  const url = getRealm(challenge, repository);
  if (challenge.parameters.service) url.searchParams.set('service', challenge.parameters.service);
  url.searchParams.set('scope', challenge.parameters.scope ?? scope);
  const isOwn = isOwnRealm(url, new URL(repository.settings.url));
  const pair = basic(context, repository);
  const withheld = pair !== undefined && !isOwn;
  const authorization = isOwn ? pair : undefined;
  if (withheld) context.log.warn({ repository: repository.key, realm: url.host }, 'the upstream names a token service elsewhere, which gets no password');
  const call = {
    headers: { accept: 'application/json', ...(authorization ? { authorization } : {}) },
    timeout: repository.settings.timeoutSeconds * 1000,
    allowPrivate: mayBePrivate(repository, url.href),
    ...(await context.proxies.of(repository.settings)),
    ...(await context.certificates.of(repository.settings, url.href)),
  };
  const answer = await context.platform.outgoing.request(url.href, call).catch((error: unknown) => {
    throw namedBy(say(upstreamWords.upstream_tokens_elsewhere, { key: repository.key, host: url.host }), error);
  });
  const body = await readUpTo(answer.body, 256 * 1024);
  if (answer.status >= 500 || answer.status === 429) throw new AppError(upstreamWords.token_service_answered, { status: answer.status });
  if (answer.status !== 200 && withheld) throw new AppError(upstreamWords.upstream_password_elsewhere, { key: repository.key, host: url.host });
  if (answer.status !== 200) return undefined;
  const parsed = TokenAnswer.safeParse(parseJson(body));
  const token = parsed.success ? (parsed.data.token ?? parsed.data.access_token) : undefined;
  if (!token) throw new AppError(upstreamWords.token_service_gave_no_token, { key: repository.key });
  const seconds = parsed.data?.expires_in ?? 60;
  known.set(getKey(repository, scope), `Bearer ${token}`, { ttl: Math.max(seconds * 0.8, 1) * 1000 });
  return `Bearer ${token}`;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Tells what to send after a refusal with this header; undefined when there is nothing more to try. */
export async function answerChallenge(context: Context, repository: RemoteRepository, header: string, scope: string): Promise<string | undefined> {
  const challenges = parseChallenges(header);
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
  if (bearer) return requestToken(context, repository, bearer, scope);
  const authorization = challenges.some(({ scheme }) => scheme === 'basic') ? basic(context, repository) : undefined;
  if (authorization) known.set(getKey(repository, scope), authorization);
  return authorization;
}
