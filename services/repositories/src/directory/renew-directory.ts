import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { contentRoutes } from './content-routes.ts';

const restApi = `${prefixes.repositories}/api/`;
const consoleApi = `${prefixes.consoleApi}/`;

/**
 * Calls of the console and of the REST API see the repositories as they are now, whichever process has changed them.
 * Those that move content renew by themselves, and only where it matters: most of them are downloads.
 */
export function renewDirectory(app: FastifyInstance, { directory }: Pick<Context, 'directory'>): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { url = '' } = raw;
    const { route } = routeOptions.config;
    if (!route || contentRoutes.has(route.name) || !(url.startsWith(restApi) || url.startsWith(consoleApi))) return;
    // Without a database there is nothing newer to be had; what needs it will say so.
    await directory.renew().catch(() => undefined);
  });
}
