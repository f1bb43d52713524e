import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import type { OutgoingAnswer, OutgoingRequest } from '@packhouse/kernel/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../repository/directory.ts';
import { isResting, noteFailure, noteSuccess } from './remotes.ts';

/** Absolute address of a path at the upstream; an absolute one stays. */
export function upstreamUrl(repository: RemoteRepository, path: string): string {
  if (/^https?:\/\//i.test(path)) return path;
  const base = repository.settings.url.replace(/\/$/, '');
  const question = path.indexOf('?');
  const plain = question < 0 ? path : path.slice(0, question);
  const encoded = plain.replace(/^\//, '').split('/').map(encodeSegment).join('/');
  return `${base}/${encoded}${question < 0 ? '' : path.slice(question)}`;
}

/** Percent-encodes what a URL cannot hold; '@', ':', '+' and their like stay readable, as upstreams spell them. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/%(40|3A|2B|24|2C|3D|26|7E|21|28|29|27|2A)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Credentials of the repository, only for the host they were given for. */
export function credentialHeaders(context: Context, repository: RemoteRepository, url: string): Record<string, string> {
  const { username, url: home } = repository.settings;
  if (!repository.password && !username) return {};
  if (new URL(url).host !== new URL(home).host) return {};
  const password = repository.password ? context.platform.secrets.decrypt(repository.password) : '';
  if (!username) return { authorization: `Bearer ${password}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** An upstream that refuses, limits or breaks is no reason to believe that something does not exist. */
export function isRefusal(status: number): boolean {
  return status !== 404 && status !== 410 && status >= 400;
}

export interface UpstreamCall {
  url: string;
  method?: OutgoingRequest['method'];
  headers?: Record<string, string> | undefined;
  body?: Buffer | Readable | undefined;
}

/**
 * Asks an upstream once. Statuses below 400, 404 and 410 are answered; all else is thrown.
 * @throws AppError `upstream_unavailable`, `upstream_failed`, `address_refused`
 */
export async function askUpstream(context: Context, repository: RemoteRepository, call: UpstreamCall): Promise<OutgoingAnswer> {
  if (repository.settings.offline) throw new AppError('upstream_unavailable', { message: `${repository.key} is set offline` });
  if (isResting(context, repository))
    throw new AppError('upstream_unavailable', { message: `The upstream of ${repository.key} failed repeatedly and is left alone for a moment` });
  const { timeoutSeconds, allowPrivate } = repository.settings;
  let answer: OutgoingAnswer;
  try {
    answer = await context.platform.outgoing.request(call.url, {
      method: call.method ?? 'GET',
      headers: { ...credentialHeaders(context, repository, call.url), ...call.headers },
      timeout: timeoutSeconds * 1000,
      allowPrivate,
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(await context.proxies.of(repository.settings)),
      ...(await context.certificates.of(repository.settings, call.url)),
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'address_refused')) noteFailure(context, repository);
    throw error;
  }
  if (answer.status >= 500) noteFailure(context, repository);
  else noteSuccess(context, repository);
  if (!isRefusal(answer.status)) return answer;
  answer.body.destroy();
  context.log.warn({ repository: repository.key, status: answer.status, url: call.url }, 'the upstream refused');
  const unavailable = answer.status >= 500 || answer.status === 429;
  throw new AppError(unavailable ? 'upstream_unavailable' : 'upstream_failed', {
    message: `The upstream of ${repository.key} answered ${answer.status}${answer.status === 401 || answer.status === 403 ? '; check the credentials of the repository' : ''}`,
  });
}
