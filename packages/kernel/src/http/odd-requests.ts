import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireFewValues } from './whole-body.ts';

/**
 * Values in one body that is parsed while everybody else waits. Parsing takes time for each, and so does saying what is wrong with each; the fullest that
 * parts of the platform send each other have some ten thousand.
 */
const mostValues = 200_000;

/**
 * Bodies of JSON. Clients name the type of one that they do not send: where it is needed, the fields that are missing are named. Values are counted before any
 * is made.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null);
    try {
      if (body.length > mostValues) requireFewValues(Buffer.from(body), mostValues);
    } catch (error) {
      return done(error as AppError);
    }
    void parse(request, body, done);
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
