import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Clients name the type of a body that they do not send. Where a body is needed, the fields that are missing are named. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null);
    else void parse(request, body, done);
  });
}

/**
 * A proxy before us may have decided by the other one. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @throws AppError `bad_request`
 */
export function requireOneHost({ raw: { rawHeaders } }: FastifyRequest): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++;
  if (hosts > 1) throw new AppError(kernelWords.several_hosts);
}
