import { AppError } from '@packhouse/contract/errors.ts';
import { consoleHeader, prefixes } from '@packhouse/contract/prefixes.ts';
import type { FastifyRequest } from 'fastify';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function comesFromElsewhere(request: FastifyRequest, config: { baseUrl?: string | undefined }): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  if (!URL.canParse(origin)) return true;
  const { host } = new URL(origin);
  return host !== request.host && !(config.baseUrl && host === new URL(config.baseUrl).host);
}

/**
 * Keeps other sites from acting with a visitor's session: a change made by session cookie must carry the console's header, which
 * no form of another site can send, and the console's own origin. Console calls without a session (signing in) must have the origin too.
 * Passwords and tokens in headers are not sent by browsers on their own, so those calls are left alone.
 * @throws AppError `csrf_refused`
 */
export function requireOwnOrigin(request: FastifyRequest, config: { baseUrl?: string | undefined }): void {
  if (safeMethods.has(request.method)) return;
  const { via } = request.actor;
  const isConsoleCall = request.url.startsWith(prefixes.consoleApi);
  if (via === 'session' && request.headers[consoleHeader] === undefined) throw new AppError('csrf_refused');
  if ((via === 'session' || (via === 'none' && isConsoleCall)) && comesFromElsewhere(request, config)) throw new AppError('csrf_refused');
}
