import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { encodeSegment } from '@packhouse/formats/upstream-request.ts';
import type { OutgoingAnswer, OutgoingRequest } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { findMediaType } from '../download/media-type.ts';
import { getName } from '../storage/path.ts';
import { openHeaders } from './secret-headers.ts';
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

const isHome = (repository: RemoteRepository, url: string) => new URL(url).origin === new URL(repository.settings.url).origin;

/** Every request to the repository's own server ends with its query. */
function withQuery(repository: RemoteRepository, url: string): string {
  const { queryParams } = repository.settings;
  return queryParams === '' || !isHome(repository, url) ? url : `${url}${url.includes('?') ? '&' : '?'}${queryParams}`;
}

/** Headers that an administrator chose, for the repository's own server alone. */
function customHeaders(context: Context, repository: RemoteRepository, url: string): Record<string, string> {
  const { customHeaders: chosen } = repository.settings;
  if (chosen.length === 0 || !isHome(repository, url)) return {};
  const secret = openHeaders(context, repository.secretHeaders);
  return Object.fromEntries(chosen.map(({ name, value, sensitive }) => [name.toLowerCase(), sensitive ? (secret[name.toLowerCase()] ?? '') : value]));
}

export interface UpstreamCall {
  url: string;
  method?: OutgoingRequest['method'];
  headers?: Record<string, string> | undefined;
  body?: string | Buffer | Readable | undefined;
  /** Breaks it off. */
  signal?: AbortSignal;
}

/** Sends one request in the way that the repository's settings ask for, and notes when nothing answers. */
export async function sendUpstream(context: Context, repository: RemoteRepository, call: UpstreamCall): Promise<OutgoingAnswer> {
  try {
    return await context.platform.outgoing.request(withQuery(repository, call.url), {
      method: call.method ?? 'GET',
      headers: call.headers ?? {},
      homeHeaders: customHeaders(context, repository, call.url),
      timeout: repository.settings.timeoutSeconds * 1000,
      allowPrivate: mayBePrivate(repository, call.url),
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
      ...(await context.proxies.of(repository.settings)),
      ...(await context.certificates.of(repository.settings, call.url)),
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'address_refused') && !call.signal?.aborted) noteFailure(context, repository);
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

const pageTypes: readonly string[] = ['text/html', 'application/xhtml+xml'];

/** @throws AppError `upstream_failed` for a page where a file was asked for: a sign-in, or a notice of maintenance */
export function requireExpectedType(repository: RemoteRepository, path: string, answer: OutgoingAnswer): void {
  const type = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  const { refuseOtherTypes, refusedTypes } = repository.settings;
  if (!refuseOtherTypes || !(refusedTypes.length > 0 ? refusedTypes : pageTypes).includes(type)) return;
  if (findMediaType(getName(path)).split(';')[0] === type) return;
  answer.body.destroy();
  throw new AppError(upstreamWords.upstream_sent_other_type, { key: repository.key, type, path });
}

/** @throws AppError `upstream_failed` for an answer that has nothing in it, and does not say that there is nothing either */
export function requireContent(repository: RemoteRepository, answer: OutgoingAnswer): void {
  if (answer.status === 200) return;
  answer.body.destroy();
  throw new AppError(upstreamWords.upstream_answered, { key: repository.key, status: answer.status });
}
