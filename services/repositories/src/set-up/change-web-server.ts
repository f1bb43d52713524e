import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { WebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { selectWebServer, upsertWebServer } from './web-server.ts';

/** @throws AppError `invalid_input` unless every repository named is there and holds containers */
async function requireContainerRepositories(context: Context, { reverseProxyRepositories }: WebServer): Promise<void> {
  for (const [index, { repoKey }] of reverseProxyRepositories.entries()) {
    const repository = await context.directory.find(repoKey);
    if (repository && isContainerFormat(repository.format)) continue;
    throw fieldRefusal(`reverseProxyRepositories.${index}.repoKey`, say(repositoryWords.no_container_repository, { key: repoKey }));
  }
}

/** Says what stands in front of the platform, for everybody from now on. @throws AppError `invalid_input` */
export async function changeWebServer(context: Context, settings: WebServer, by: { name: string; address: string }): Promise<WebServer> {
  await context.db.transaction().execute((tx) => changeWebServerIn(context, tx, settings, by));
  context.webServer.forget();
  return settings;
}

/** The same with other changes: this process goes on with what it knew until it is told to forget that. @throws AppError `invalid_input` */
export async function changeWebServerIn(context: Context, tx: Transaction<RepositoriesSchema>, settings: WebServer, by: { name: string; address: string }) {
  const { platform } = context;
  await requireContainerRepositories(context, settings);
  const before = await selectWebServer(tx);
  await upsertWebServer(tx, settings, by.name);
  await platform.outbox.publish(tx, { type: 'web-server.changed', subject: 'web-server', data: {} });
  const subject = settings.serverName || 'web server';
  await platform.identity.audit({ actor: by.name, address: by.address, action: 'web-server.updated', subject, before, after: settings }, tx);
}
