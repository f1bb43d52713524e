import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../../../context.ts';
import type { RemoteRepository } from '../../../directory/directory.ts';
import { askWith, isGone, sendUpstream } from '../../../upstream/upstream.ts';
import { answerChallenge, forgetAuthorization, knownAuthorization } from './upstream-token.ts';

export interface RegistryCall {
  method?: 'GET' | 'HEAD';
  /** Image as the upstream knows it. */
  image: string;
  /** This comes after the image: `manifests/latest`. */
  rest: string;
  headers?: Record<string, string>;
}

/** Address of an image at the upstream. The repository's URL may stop before `/v2` or name a part of the registry behind it. */
export function registryUrl(repository: Pick<RemoteRepository, 'settings'>, image: string, rest: string): string {
  const base = repository.settings.url.replace(/\/+$/, '');
  return `${/\/v2(\/|$)/.test(new URL(base).pathname) ? base : `${base}/v2`}/${image}/${rest}`;
}

function getScope(repository: RemoteRepository, image: string): string {
  const behind = /\/v2\/(.+?)\/?$/.exec(new URL(repository.settings.url).pathname)?.[1];
  return `repository:${behind ? `${behind}/` : ''}${image}:pull`;
}

function send(context: Context, repository: RemoteRepository, call: RegistryCall, authorization: string | undefined): Promise<OutgoingAnswer> {
  return sendUpstream(context, repository, {
    url: registryUrl(repository, call.image, call.rest),
    method: call.method ?? 'GET',
    headers: { ...call.headers, ...(authorization ? { authorization } : {}) },
  });
}

async function sendWithToken(context: Context, repository: RemoteRepository, call: RegistryCall): Promise<OutgoingAnswer> {
  const scope = getScope(repository, call.image);
  const answer = await send(context, repository, call, knownAuthorization(repository, scope));
  const challenge = answer.headers['www-authenticate'];
  if (answer.status !== 401 || !challenge) return answer;
  forgetAuthorization(repository, scope);
  const authorization = await answerChallenge(context, repository, challenge, scope);
  if (!authorization) return answer;
  answer.body.destroy();
  return send(context, repository, call, authorization);
}

/**
 * Asks the upstream registry, getting a token where it wants one. Good answers come back, and so do 401, 403, 404 and 410:
 * registries hide with any of them what they do not have or do not show.
 * @throws AppError `upstream_unavailable`, `upstream_failed`, `address_refused`
 */
export function askRegistry(context: Context, repository: RemoteRepository, call: RegistryCall): Promise<OutgoingAnswer> {
  return askWith(context, repository, () => sendWithToken(context, repository, call), isAbsence);
}

export function isAbsence(status: number): boolean {
  return status === 401 || status === 403 || isGone(status);
}
