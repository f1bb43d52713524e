import type { FastifyRequest } from 'fastify';

/** Languages that the platform speaks to people in. */
export type ReaderLanguage = 'en' | 'de';

/** The language in which whoever makes a request reads. */
export function getLanguage({ headers }: Pick<FastifyRequest, 'headers'>): ReaderLanguage {
  return /^\s*de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';
}
