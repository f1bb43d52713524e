import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/repository-routes.ts';
import { isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { isSharedWith } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import { mayList, requireManager } from '../directory/repository-access.ts';
import { testConnection } from './connection-test.ts';
import { requireCreator, requireRemover, requireSameProject } from './place.ts';
import { createRepository, deleteRepository, updateRepository } from './repository.ts';
import { getAnswer, readSummary } from './repository-view.ts';

export const makeChanger = ({ actor, address }: HandlerContext) => ({ name: actor.name, address, administrator: actor.administrator });

export function repositoryRoutes(app: FastifyInstance, context: Context): void {
  const { platform, directory } = context;

  handle(app, platform, contract.listRepositories, async ({ query }, { actor, request }) => {
    const text = query.search?.toLowerCase();
    const found: Repository[] = [];
    for (const repository of await directory.list()) {
      if (query.class && repository.class !== query.class) continue;
      if (query.format && repository.format !== query.format) continue;
      if (query.projectKey && repository.projectKey !== query.projectKey && !isSharedWith(repository, query.projectKey)) continue;
      if (isBuildRepository(repository.key) || isReleaseBundleRepository(repository.key)) continue;
      if (text && !repository.key.toLowerCase().includes(text) && !repository.description.toLowerCase().includes(text)) continue;
      if (await mayList(context, actor, repository)) found.push(repository);
    }
    found.sort((a, b) => (a.key < b.key ? -1 : 1));
    const { after } = query;
    const rest = after === undefined ? found : found.filter((repository) => repository.key > after);
    const items = rest.slice(0, query.limit);
    const last = items.at(-1);
    return {
      items: await Promise.all(items.map((repository) => readSummary(context, request, repository))),
      total: found.length,
      ...(rest.length > items.length && last ? { next: last.key } : {}),
    };
  });

  handle(app, platform, contract.readRepository, async ({ params }, { actor, request }) => {
    const repository = await directory.find(params.key);
    if (!repository || !(await mayList(context, actor, repository))) {
      if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
      throw new AppError(sharedWords.repository_missing, { key: params.key });
    }
    return getAnswer(context, request, repository);
  });

  handle(app, platform, contract.createRepository, async ({ body }, call) =>
    getAnswer(context, call.request, await createRepository(context, body, makeChanger(call))),
  );

  handle(app, platform, contract.createProjectRepository, async ({ params, body }, call) => {
    requireCreator(call.actor, { key: body.key, projectKey: params.key });
    return getAnswer(context, call.request, await createRepository(context, { ...body, projectKey: params.key }, makeChanger(call)));
  });

  handle(app, platform, contract.updateRepository, async ({ params, body }, call) => {
    const repository = await directory.need(params.key);
    requireManager(call.actor, repository);
    requireSameProject(call.actor, repository, body.projectKey);
    return getAnswer(context, call.request, await updateRepository(context, params.key, body, makeChanger(call)));
  });

  handle(app, platform, contract.deleteRepository, async ({ params, query }, call) => {
    requireRemover(call.actor, await context.directory.find(params.key));
    return deleteRepository(context, params.key, query.force, makeChanger(call));
  });

  connectionTestRoute(app, context);
}

function connectionTestRoute(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.testRepositoryConnection, async ({ body }, { actor, address }) => {
    const { key, url, proxy, allowPrivate } = body;
    const answer = await testConnection(context, body);
    const after = { server: new URL(url).origin, proxy, allowPrivate, reached: answer.reached };
    await platform.identity.audit({ actor: actor.name, address, action: 'repository.connection-tested', subject: key ?? new URL(url).host, after });
    return answer;
  });
}
