import { AppError } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import * as contract from '@packhouse/contract/repositories/web-server-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeWebServer } from './change-web-server.ts';
import { configurationText } from './configuration.ts';

/** The web server in front of the platform, for administrators. */
export function webServerRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.readWebServer, () => context.webServer.current());

  handle(app, platform, contract.updateWebServer, ({ body }, { actor, address }) => changeWebServer(context, body, { name: actor.name, address }));

  handle(app, platform, contract.webServerConfiguration, async ({ query: { type } }) => {
    const settings = await context.webServer.current();
    if (settings.serverName === '') throw new AppError(repositoryWords.web_server_unnamed);
    return { type, fileName: type === 'nginx' ? 'packhouse.conf' : 'packhouse-apache.conf', text: configurationText(type, settings, platform.config.port) };
  });
}
