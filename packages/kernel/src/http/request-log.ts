import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { PlatformMetrics } from '../logs/metrics.ts';

/** Tokens by what they look like: signed ones, and long random ones, which have capitals where checksums have none. */
const tokenShapes = [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{40,}(?![\w-])/g];

/** The path as it may be logged: secrets that clients put into the query, or anywhere else in an address, do not reach the file. */
export function loggablePath(url: string): string {
  return tokenShapes
    .reduce((text, shape) => text.replace(shape, '***'), url)
    .replace(/([?&](?:[\w.-]*(?:token|password|secret|signature|sig|credentials?|key|code|state))=)[^&]*/gi, '$1***')
    .replace(/(\/-\/user\/token\/)[^/?]+/, '$1***');
}

/** Letters of a client's name that are logged. */
const longestAgent = 300;

function bytesReceived(request: FastifyRequest): number {
  const length = Number(request.headers['content-length']);
  return Number.isFinite(length) ? length : 0;
}

/** Writes one line and one measurement for every request. */
export function logRequests(app: FastifyInstance, options: { requestLogger: Logger; metrics: PlatformMetrics }): void {
  const { requestLogger, metrics } = options;
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode;
    const milliseconds = reply.elapsedTime;
    const sent = Number(reply.getHeader('content-length') ?? 0) || 0;
    const route = request.routeOptions.url ?? 'none';
    metrics.requests.observe({ method: request.method, route, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
    if (sent > 0 && request.method !== 'HEAD') metrics.sent.inc(sent);
    const received = bytesReceived(request);
    if (received > 0) metrics.received.inc(received);
    requestLogger.info({
      requestId: request.id,
      method: request.method,
      url: loggablePath(request.url),
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      received,
      sent,
      address: request.ip,
      user: request.actor?.name,
      agent: request.headers['user-agent']?.slice(0, longestAgent),
    });
  });
}
