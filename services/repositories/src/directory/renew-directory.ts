import { prefixes } from '@packhouse/contract/prefixes.ts';
import { containerProtocol, namedContainerProtocol, packageProtocol, storedFile } from '@packhouse/contract/repositories/protocol-routes.ts';
import { formats } from '@packhouse/formats/formats.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** They renew by themselves, and only where it matters: most of their calls are downloads. */
const byThemselves = new Set([
  storedFile.name,
  containerProtocol.name,
  namedContainerProtocol.name,
  ...formats.flatMap(({ apiName, apiAliases = [] }) => [...(apiName === undefined ? [] : [apiName]), ...apiAliases].map((name) => packageProtocol(name).name)),
]);

const restApi = `${prefixes.repositories}/api/`;
const consoleApi = `${prefixes.consoleApi}/`;

/** Calls of the console and of the REST API see the repositories as they are now, whichever process has changed them. */
export function renewDirectory(app: FastifyInstance, { directory }: Pick<Context, 'directory'>): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { url = '' } = raw;
    const { route } = routeOptions.config;
    if (!route || byThemselves.has(route.name) || !(url.startsWith(restApi) || url.startsWith(consoleApi))) return;
    // Without a database there is nothing newer to be had; what needs it will say so.
    await directory.renew().catch(() => undefined);
  });
}
