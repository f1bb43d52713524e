import { AppError } from '@packhouse/contract/errors.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { getRepositorySetup, getSetMeUp } from '@packhouse/contract/repositories/package-routes.ts';
import { containerPlace, webServerUrl } from '@packhouse/contract/repositories/web-server-routes.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { Format } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type Repository, readResource } from '../directory/directory.ts';

/** Where clients find a repository's protocol. */
function protocolUrl(baseUrl: string, format: Format, key: string): string {
  return format.apiName === undefined ? `${baseUrl}${prefixes.repositories}/${key}` : `${baseUrl}${prefixes.repositories}/api/${format.apiName}/${key}`;
}

async function canDeploy(context: Pick<Context, 'directory'>, actor: Actor, repository: Repository): Promise<boolean> {
  if (repository.class === 'remote') return false;
  const mayDeploy = (target: Repository) => isAllowed(actor, 'deploy', readResource(target));
  if (repository.class === 'local') return mayDeploy(repository);
  const target = repository.settings.defaultDeployment === undefined ? undefined : await context.directory.find(repository.settings.defaultDeployment);
  return target !== undefined && mayDeploy(target);
}

/** Set Me Up: what to tell a client, with the address that this very request reached us under. */
export function setupRoutes(app: FastifyInstance, context: Pick<Context, 'platform' | 'directory' | 'webServer'>): void {
  const { platform, directory } = context;

  handle(app, platform, getSetMeUp, async ({ query }, { actor, request }) => {
    const webServer = await context.webServer.current();
    const found = query.repoKey === undefined ? undefined : await directory.resolve(query.repoKey);
    // Where a repository is found, only those learn who may read it; to all others it is as if it did not exist.
    const registry = found && isAllowed(actor, 'read', readResource(found.repository)) ? containerPlace(webServer, found.repository.key) : undefined;
    return { baseUrl: webServerUrl(webServer) ?? publicBaseUrl(request, platform.config), ...(registry ? { registry } : {}) };
  });

  handle(app, platform, getRepositorySetup, async ({ params }, { actor, request }) => {
    const found = await directory.resolve(params.repoKey);
    // What somebody may not read is to them as if it did not exist.
    if (!found || !isAllowed(actor, 'read', readResource(found.repository))) {
      if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
      throw new AppError(sharedWords.repository_missing, { key: params.repoKey });
    }
    const { repository } = found;
    const webServer = await context.webServer.current();
    const baseUrl = webServerUrl(webServer) ?? publicBaseUrl(request, platform.config);
    const registry = containerPlace(webServer, repository.key);
    const format = getFormat(repository.format);
    const setup = {
      url: protocolUrl(baseUrl, format, repository.key),
      host: new URL(baseUrl).host,
      user: actor.name,
      canDeploy: await canDeploy(context, actor, repository),
    };
    return {
      baseUrl,
      ...setup,
      repository: { key: repository.key, class: repository.class, format: repository.format },
      snippets: format.setup({ ...setup, key: repository.key, class: repository.class, ...(registry ? { registry } : {}) }).map((snippet) => ({ ...snippet })),
    };
  });
}
