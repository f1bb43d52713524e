import { createHash, timingSafeEqual } from 'node:crypto';
import { readMetrics } from '@packhouse/contract/shell/system-routes.ts';
import type { FastifyInstance } from 'fastify';
import { requireAdministrator } from '../access/authorisation.ts';
import type { Platform } from '../platform.ts';
import { handle } from './http.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Serves the measurements at /metrics in the OpenMetrics format, to administrators and to whoever carries the configured token.
 * https://prometheus.io/docs/specs/om/open_metrics_spec/
 */
export function serveMetrics(app: FastifyInstance, platform: Platform, collect: () => Promise<string>): void {
  const { metricsToken } = platform.config;
  handle(app, platform, readMetrics, async (_, { request, reply }) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const isCollector = metricsToken !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(metricsToken));
    if (!isCollector) requireAdministrator(await platform.identity.actorOf(request));
    return reply.header('content-type', platform.metrics.contentType).send(await collect());
  });
}
