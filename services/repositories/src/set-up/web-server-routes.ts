import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import * as contract from '@packhouse/contract/repositories/web-server-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { configurationText } from './configuration.ts';
import { selectWebServer, upsertWebServer } from './web-server.ts';

/** @throws AppError `invalid_input` unless every repository named is there and holds containers */
async function requireContainerRepositories(context: Context, { reverseProxyRepositories }: contract.WebServer): Promise<void> {
  for (const [index, { repoKey }] of reverseProxyRepositories.entries()) {
    const repository = await context.directory.find(repoKey);
    if (repository && isContainerFormat(repository.format)) continue;
    throw fieldRefusal(`reverseProxyRepositories.${index}.repoKey`, say(repositoryWords.no_container_repository, { key: repoKey }));
  }
}

/** The web server in front of the platform, for administrators. */
export function webServerRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.readWebServer, () => context.webServer.current());

  handle(app, platform, contract.updateWebServer, async ({ body }, { actor, address }) => {
    await requireContainerRepositories(context, body);
    await db.transaction().execute(async (tx) => {
      const before = await selectWebServer(tx);
      await upsertWebServer(tx, body, actor.name);
      await platform.outbox.publish(tx, { type: 'web-server.changed', subject: 'web-server', data: {} });
      const subject = body.serverName || 'web server';
      await platform.identity.audit({ actor: actor.name, address, action: 'web-server.updated', subject, before, after: body }, tx);
    });
    context.webServer.forget();
    return body;
  });

  handle(app, platform, contract.webServerConfiguration, async ({ query: { type } }) => {
    const settings = await context.webServer.current();
    if (settings.serverName === '') throw new AppError(repositoryWords.web_server_unnamed);
    return { type, fileName: type === 'nginx' ? 'packhouse.conf' : 'packhouse-apache.conf', text: configurationText(type, settings, platform.config.port) };
  });
}
