import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { encodeSegment } from '@packhouse/formats/upstream-request.ts';
import type { OutgoingAnswer, OutgoingRequest } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { isResting, noteFailure, noteSuccess } from './upstream-health.ts';

/**
 * Absolute address of a path at the upstream; an absolute one stays. What is asked for has to be what was judged, so a '?' in a relative path
 * is a part of a name, and only a format gives a query.
 */
export function upstreamUrl(repository: RemoteRepository, path: string, query?: string): string {
  if (/^https?:\/\//i.test(path)) return path;
  const base = repository.settings.url.replace(/\/$/, '');
  const encoded = path.replace(/^\//, '').split('/').map(encodeSegment).join('/');
  return `${base}/${encoded}${query ? `?${query}` : ''}`;
}

/** Whether the repository's leave to contact private addresses counts for this one: what the upstream names elsewhere was chosen by nobody here. */
export function mayBePrivate({ settings }: Pick<RemoteRepository, 'settings'>, url: string): boolean {
  return settings.allowPrivate && new URL(url).hostname === new URL(settings.url).hostname;
}

/** Credentials of the repository, only for the server they were given for; the same host without TLS is another one. */
export function credentialHeaders(context: Context, repository: RemoteRepository, url: string): Record<string, string> {
  const { username, url: home } = repository.settings;
  if (!repository.password && !username) return {};
  if (new URL(url).origin !== new URL(home).origin) return {};
  const password = repository.password ? context.platform.secrets.decrypt(repository.password) : '';
  if (!username) return { authorization: `Bearer ${password}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** Only these say that there is nothing: an upstream that refuses, limits or breaks is no reason to believe that something does not exist. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

export interface UpstreamCall {
  url: string;
  method?: OutgoingRequest['method'];
  headers?: Record<string, string> | undefined;
  body?: Buffer | Readable | undefined;
}

/** Sends one request in the way that the repository's settings ask for, and notes when nothing answers. */
export async function sendUpstream(context: Context, repository: RemoteRepository, call: UpstreamCall): Promise<OutgoingAnswer> {
  try {
    return await context.platform.outgoing.request(call.url, {
      method: call.method ?? 'GET',
      headers: call.headers ?? {},
      timeout: repository.settings.timeoutSeconds * 1000,
      allowPrivate: mayBePrivate(repository, call.url),
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(await context.proxies.of(repository.settings)),
      ...(await context.certificates.of(repository.settings, call.url)),
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'address_refused')) noteFailure(context, repository);
    throw error;
  }
}

/**
 * Asks an upstream in whatever way `send` does, unless it is to be left alone. Statuses below 400 are answered, and those above that `isAnswer` takes for one; all else is thrown.
 * @throws AppError `upstream_unavailable`, `upstream_failed`, `address_refused`
 */
export async function askWith(
  context: Context,
  repository: RemoteRepository,
  send: () => Promise<OutgoingAnswer>,
  isAnswer: (status: number) => boolean,
): Promise<OutgoingAnswer> {
  requireReachable(context, repository);
  const answer = await send();
  const { status } = answer;
  if (status >= 500) noteFailure(context, repository);
  else noteSuccess(context, repository);
  if (status < 400 || isAnswer(status)) return answer;
  answer.body.destroy();
  context.log.warn({ repository: repository.key, status, url: answer.url }, 'the upstream refused');
  const sentence = status === 401 || status === 403 ? upstreamWords.upstream_credentials_refused : upstreamWords.upstream_answered;
  throw new AppError(sentence, { key: repository.key, status }, { code: status >= 500 || status === 429 ? 'upstream_unavailable' : 'upstream_failed' });
}

/** @throws AppError `upstream_unavailable` when nobody is to be asked now */
export function requireReachable(context: Context, repository: RemoteRepository): void {
  if (repository.settings.offline) throw new AppError(upstreamWords.repository_offline, { key: repository.key });
  if (isResting(context, repository)) throw new AppError(upstreamWords.upstream_left_alone, { key: repository.key });
}

/**
 * Asks an upstream once. Statuses below 400, 404 and 410 are answered; all else is thrown.
 * @throws AppError `upstream_unavailable`, `upstream_failed`, `address_refused`
 */
export function askUpstream(context: Context, repository: RemoteRepository, call: UpstreamCall): Promise<OutgoingAnswer> {
  const headers = { ...credentialHeaders(context, repository, call.url), ...call.headers };
  return askWith(context, repository, () => sendUpstream(context, repository, { ...call, headers }), isGone);
}

/** @throws AppError `upstream_failed` for an answer that has nothing in it, and does not say that there is nothing either */
export function requireContent(repository: RemoteRepository, answer: OutgoingAnswer): void {
  if (answer.status === 200) return;
  answer.body.destroy();
  throw new AppError(upstreamWords.upstream_answered, { key: repository.key, status: answer.status });
}
