import type { AppError } from '@packhouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';

/** What Node says to whoever reads a request that never ends, as its sender is gone. https://nodejs.org/api/http.html#event-close_3 */
const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Another server is away or does wrong: its operators have something to mend, those of this one need to know, but nothing is broken here. */
const ofOthers: ReadonlySet<string> = new Set(['upstream_failed', 'upstream_unavailable', 'upstream_timeout']);

/** Logs what is not the caller's doing, once. Whoever goes away in the middle of a request is no failure of this server. */
export function logFailure(request: FastifyRequest, failure: AppError): void {
  if (failure.status < 500) return;
  const { complete, destroyed, errored } = request.raw;
  const cause = failure.cause as { code?: unknown } | undefined;
  // One that was sent to its end may not have been read to its end.
  if (destroyed && (!complete || cause === errored) && broken.has(cause?.code)) request.log.info('whoever sent this request went away before its end');
  else request.log[ofOthers.has(failure.code) ? 'warn' : 'error']({ err: failure.cause ?? failure, code: failure.code }, 'request failed');
}
