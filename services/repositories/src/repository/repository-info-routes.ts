import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { isBuildRepository, isReleaseBundleRepository, releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mayList } from '../directory/repository-access.ts';

/** Repositories for files; what keeps builds and release bundles is of neither type. */
async function listForFiles(context: Context, actor: Actor, type: 'local' | 'remote') {
  const found = [];
  for (const repository of await context.directory.list()) {
    if (repository.class !== type || isBuildRepository(repository.key) || isReleaseBundleRepository(repository.key)) continue;
    if (await mayList(context, actor, repository)) found.push(repository);
  }
  return found;
}

/** Serves the short list of repositories from which forms choose. That there are distribution repositories is no secret: bundles are kept somewhere. */
export function repositoryInfoRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, listRepositoryInfo, async ({ query: { type } }, { actor }) => {
    const found =
      type === 'distribution' ? (await context.directory.list()).filter(({ key }) => isReleaseBundleRepository(key)) : await listForFiles(context, actor, type);
    return found
      .map(({ key, format }) => ({
        repoKey: key,
        repoType: type,
        ...(type === 'distribution' ? {} : { format }),
        isDefault: key === releaseBundleRepositoryKey,
      }))
      .sort((a, b) => (a.repoKey < b.repoKey ? -1 : 1));
  });
}
