import { scimMedia, scimUrns } from '@packhouse/contract/access/access-scim-routes.ts';
import { AppError, type ErrorCode } from '@packhouse/contract/errors.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { toAppError } from '@packhouse/kernel/http/http.ts';
import { logFailure } from '@packhouse/kernel/http/log-failure.ts';
import type { FastifyInstance } from 'fastify';

/** The detailed error words of https://www.rfc-editor.org/rfc/rfc7644#section-3.12 that are used here. */
export type ScimType = 'invalidFilter' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue';

/** Refuses a request in the words of SCIM; the status is 400. */
export function scimError(scimType: ScimType, said: Said): AppError {
  return new AppError('bad_request', { said, detail: { scimType } });
}

const words: Partial<Record<ErrorCode, ScimType>> = {
  user_exists: 'uniqueness',
  group_exists: 'uniqueness',
  invalid_input: 'invalidValue',
  bad_request: 'invalidSyntax',
};

/** Answers every refusal below this scope as SCIM clients expect it. */
export function scimErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    logFailure(request, error);
    const { scimType = words[error.code], retryAfter } = (error.detail ?? {}) as { scimType?: ScimType; retryAfter?: number };
    if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter));
    if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="Packhouse"');
    return reply
      .code(error.status)
      .type(`${scimMedia}; charset=utf-8`)
      .send({ schemas: [scimUrns.error], status: String(error.status), ...(scimType ? { scimType } : {}), detail: error.message });
  });
}
