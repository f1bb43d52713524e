import { toAppError } from '@packhouse/kernel/http/http.ts';
import { logFailure } from '@packhouse/kernel/http/log-failure.ts';
import type { FastifyInstance } from 'fastify';

/** Refusals of this scope are answered in the words of RFC 6749; a refusal whose `detail.error` names the word keeps it. https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function answerInOauthWords(scope: FastifyInstance): void {
  const words: Record<number, string> = { 401: 'invalid_client', 403: 'invalid_scope', 429: 'slow_down' };
  scope.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    logFailure(request, error);
    const { error: word, retryAfter } = (error.detail ?? {}) as { error?: string; retryAfter?: number };
    if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter));
    return reply.code(error.status).send({ error: word ?? words[error.status] ?? 'invalid_request', error_description: error.message });
  });
}
