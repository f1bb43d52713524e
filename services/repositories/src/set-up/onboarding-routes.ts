import * as contract from '@packhouse/contract/repositories/onboarding-routes.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { makeChanger } from '../repository/repository-routes.ts';
import { isSupported, makeQuickRepositories, objectionToKey, quickKeys, readLayout } from './quick-repositories.ts';

/** Calls of the quick start. */
export function onboardingRoutes(app: FastifyInstance, context: Context): void {
  const { platform, directory } = context;

  handle(app, platform, contract.reposStates, async () => {
    const repositories = await directory.list();
    const usual = new Set(contract.onboardingTypes.flatMap((type) => Object.values(quickKeys(type, ''))));
    return {
      repoStates: contract.onboardingTypes.map((repoType) => ({
        repoType,
        supported: isSupported(repoType),
        exists: repositories.some((repository) => repository.format === contract.formatOfType(repoType)),
      })),
      onlyDefaultRepositories: repositories.every((repository) => usual.has(repository.key)),
    };
  });

  handle(app, platform, contract.getReposModel, async ({ query }, { actor, request }) => {
    const types = contract.onboardingTypes.filter(isSupported);
    const ownHost = new URL(publicBaseUrl(request, platform.config)).host;
    const question = { prefix: query.repoPrefix, ownHost, proposes: actor.administrator && !actor.scope };
    return { repoLayouts: await Promise.all(types.map((type) => readLayout(context, type, question))) };
  });

  handle(app, platform, contract.validateBatch, async ({ body }) => {
    const checked = await Promise.all(body.repoKeys.map(async (repoKey) => ({ repoKey, objection: await objectionToKey(context, repoKey) })));
    return { errors: checked.flatMap(({ repoKey, objection }) => (objection === undefined ? [] : [{ repoKey, ...objection }])) };
  });

  handle(app, platform, contract.createQuickRepos, async ({ body }, call) => {
    const order = { types: body.repoTypes, prefix: body.repoPrefix, upstreams: body.upstreams };
    const { made, withoutUpstream } = await makeQuickRepositories(context, order, makeChanger(call));
    return { createdReposByTypes: { localRepos: made.local, remoteRepos: made.remote, virtualRepos: made.virtual }, withoutUpstream };
  });
}
