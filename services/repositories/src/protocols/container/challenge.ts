import type { AppError } from '@packhouse/contract/errors.ts';
import { isImageName } from '@packhouse/formats/container/reference.ts';
import { type Action, type Actor, isAllowed, type Resource } from '@packhouse/kernel/access/authorisation.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyRequest } from 'fastify';
import { type ContainerTarget, clientName } from './container-request.ts';
import { getOwner } from './scopes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the URL is read, for the challenge of a refusal. */
    container?: { target: ContainerTarget; baseUrl: string | undefined };
  }
}

const actionsByMethod: Record<string, string> = { GET: 'pull', HEAD: 'pull', POST: 'pull,push', PUT: 'pull,push', PATCH: 'pull,push', DELETE: 'delete' };

/** A client that holds a narrow token can come back with a wider one; its owner may do what the token may not. */
function widerTokenHelps(actor: Actor, error: AppError): boolean {
  if (actor.via !== 'token' || !actor.scope) return false;
  if (actor.kind === 'anonymous') return true;
  const { action, resource } = (error.detail ?? {}) as { action?: Action; resource?: Resource };
  return action !== undefined && resource !== undefined && isAllowed(getOwner(actor), action, resource);
}

function getScope(request: FastifyRequest, target: ContainerTarget | undefined): string | undefined {
  if (target?.call.kind === 'catalog') return 'registry:catalog:*';
  if (!target?.image) return undefined;
  const isUpload = target.call.kind === 'upload' || target.call.kind === 'uploads';
  const own = `repository:${clientName(target)}:${isUpload ? 'pull,push' : (actionsByMethod[request.method] ?? 'pull')}`;
  const from = new URLSearchParams(request.url.split('?')[1]).get('from');
  return isUpload && from !== null && isImageName(from) ? `${own} repository:${from}:pull` : own;
}

/**
 * The WWW-Authenticate header for a refusal that other credentials could lift; undefined for every other error.
 * https://distribution.github.io/distribution/spec/auth/token/
 */
export function bearerChallenge(request: FastifyRequest, error: AppError): string | undefined {
  const insufficient = error.code === 'forbidden' && widerTokenHelps(request.actor, error);
  if (error.status !== 401 && !insufficient) return undefined;
  const target = request.container?.target;
  if (target?.call.kind === 'token') return 'Basic realm="Packhouse"';
  const base = publicBaseUrl(request, { baseUrl: request.container?.baseUrl });
  const realm = target?.compatible ? `${base}/artifactory/api/docker/${encodeURIComponent(target.key)}/v2/token` : `${base}/v2/token`;
  const scope = getScope(request, target);
  const reason = insufficient ? ',error="insufficient_scope"' : '';
  return `Bearer realm="${realm}",service="${request.host}"${scope ? `,scope="${scope}"` : ''}${reason}`;
}
