import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/monitoring-compatible-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeWebServer } from '../set-up/change-web-server.ts';
import { configurationText } from '../set-up/configuration.ts';
import { readWebServerConfig, toWebServerConfig } from './web-server-config.ts';

/** The web server in front of the platform, as existing clients describe it. */
export function webServerRestRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.readWebServerConfig, async () => toWebServerConfig(await context.webServer.current()));
  handle(app, platform, contract.readReverseProxySnippet, async ({ params }, { reply }) => {
    const settings = await context.webServer.current();
    if (settings.serverName === '') throw new AppError(repositoryWords.web_server_unnamed);
    return reply.type('text/plain; charset=utf-8').send(configurationText(params.kind, settings, platform.config.port));
  });
  handle(app, platform, contract.changeWebServerConfig, async ({ body }, { actor, address }) =>
    toWebServerConfig(await changeWebServer(context, readWebServerConfig(await context.webServer.current(), body), { name: actor.name, address })),
  );
}
