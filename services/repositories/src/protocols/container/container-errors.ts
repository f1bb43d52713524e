import type { ErrorCode } from '@packhouse/contract/errors.ts';
import { toAppError } from '@packhouse/kernel/http/http.ts';
import { logFailure } from '@packhouse/kernel/http/log-failure.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerChallenge } from './challenge.ts';

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md#error-codes
const words: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'UNAUTHORIZED',
  bad_credentials: 'UNAUTHORIZED',
  password_expired: 'UNAUTHORIZED',
  forbidden: 'DENIED',
  repository_not_found: 'NAME_UNKNOWN',
  package_not_found: 'NAME_UNKNOWN',
  artifact_not_found: 'NAME_UNKNOWN',
  not_found: 'NAME_UNKNOWN',
  method_not_allowed: 'UNSUPPORTED',
  too_many_requests: 'TOOMANYREQUESTS',
  too_large: 'SIZE_INVALID',
  quota_exceeded: 'DENIED',
  transfer_quota_exceeded: 'DENIED',
  range_not_satisfiable: 'BLOB_UPLOAD_INVALID',
  conflict: 'BLOB_UPLOAD_INVALID',
  version_exists: 'DENIED',
  artifact_expired: 'DENIED',
  download_blocked: 'DENIED',
  invalid_path: 'NAME_INVALID',
  upstream_failed: 'UNAVAILABLE',
  upstream_unavailable: 'UNAVAILABLE',
};

/** Answers in the words container clients know; a refusal for want of credentials says where to get them. */
export function answerContainerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  logFailure(request, known);
  if (reply.raw.headersSent || reply.sent) {
    reply.raw.destroy();
    return reply;
  }
  const challenge = bearerChallenge(request, known);
  if (challenge) reply.header('www-authenticate', challenge);
  const { retryAfter } = (known.detail ?? {}) as { retryAfter?: number };
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  const code = words[known.code] ?? known.code.toUpperCase();
  const body = { errors: [{ code, message: known.message, detail: known.detail ?? null }] };
  return reply
    .code(challenge ? 401 : known.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
