import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import * as contract from '@packhouse/contract/repositories/repository-compatible-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { answerError, handle, protocolScope, toAppError } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import { mayList, requireManager } from '../directory/repository-access.ts';
import { bodyLimits, readParsed } from '../reading/request-body.ts';
import { requireCreator, requirePossibleCreator, requireRemover, requireSameProject } from '../repository/place.ts';
import { createRepository, deleteRepository, readKeysOfMembers, updateRepository } from '../repository/repository.ts';
import { repositoryUrl } from '../repository/repository-view.ts';
import { makeQuery } from '../storage/request-path.ts';
import { getConfig, getInput, getPackageType, getProject, inTheirWords, makeChange, RestConfig } from './repository-rest-config.ts';

/** Bodies come with many content types; all of them are JSON. */
const getBody = <Output>(request: FastifyRequest, schema: z.ZodType<Output>) => readParsed(request, schema, bodyLimits.repositories);

const changer = ({ actor, ip }: FastifyRequest) => ({ name: actor.name, address: ip, administrator: actor.administrator });
const getKey = (request: FastifyRequest) => (request.params as { key: string }).key;
const said = (reply: FastifyReply, text: string) => reply.header('content-type', 'text/plain').send(text);

/** Clients know a taken key as 400, not 409. */
async function create(context: Context, request: FastifyRequest, key: string, config: RestConfig): Promise<Repository> {
  if (config.key !== undefined && config.key !== key) throw new AppError(repositoryWords.key_differs_from_address);
  return createRepository(context, getInput(key, config), changer(request)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'repository_exists') throw new AppError('bad_request', { said: saidBy(error) });
    throw inTheirWords(error);
  });
}

async function update(context: Context, request: FastifyRequest, key: string, config: RestConfig): Promise<Repository> {
  const repository = await context.directory.need(key);
  requireManager(request.actor, repository);
  requireSameProject(request.actor, repository, getProject(config));
  return updateRepository(context, key, makeChange(repository, config), changer(request)).catch((error: unknown) => {
    throw inTheirWords(error);
  });
}

/** Whether clients know it as this: by the name it was made under, or by another one of the format that no repository is told under. */
function isOfType(repository: Repository, type: string): boolean {
  const own = getPackageType(repository);
  return own === type || (own === repository.format && findFormatId(type) === own);
}

async function list(context: Context, request: FastifyRequest): Promise<unknown> {
  const query = makeQuery(request.raw.url ?? '');
  const [type, packageType, project] = [query.get('type')?.toLowerCase(), query.get('packageType')?.toLowerCase(), query.get('project')];
  const found = [];
  for (const repository of await context.directory.list()) {
    if (type && repository.class !== type) continue;
    if (project && repository.projectKey !== project) continue;
    if (packageType && !isOfType(repository, packageType)) continue;
    if (!(await mayList(context, request.actor, repository))) continue;
    found.push({
      key: repository.key,
      description: repository.description,
      type: repository.class.toUpperCase(),
      url: repository.class === 'remote' ? repository.settings.url : repositoryUrl(context, request, repository),
      packageType: getPackageType(repository),
    });
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** `/artifactory/api/repositories…`, as existing clients call it. */
export async function repositoryRestRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { platform } = context;
  await protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      if (toAppError(error).status === 401) reply.header('www-authenticate', `Basic realm="${platform.identity.basicRealm()}"`);
      return answerError(error, request, reply);
    });
    handle(scope, platform, contract.listNamedRepositories, async (_, { request, reply }) => reply.send(await list(context, request)));
    handle(scope, platform, contract.readRepositoryConfig, async (_, { request, reply }) => {
      const repository = await context.directory.find(getKey(request));
      if (!repository || !(await mayList(context, request.actor, repository))) {
        if (request.actor.kind === 'anonymous') throw new AppError('unauthenticated');
        throw new AppError(repositoryWords.repository_unknown, { key: getKey(request) });
      }
      return reply.send(getConfig(repository, await readKeysOfMembers(context, repository.key)));
    });
    handle(scope, platform, contract.createRepositoryFromConfig, async (_, { request, reply }) => {
      requirePossibleCreator(request.actor);
      const config = await getBody(request, RestConfig);
      requireCreator(request.actor, { key: getKey(request), projectKey: getProject(config) });
      await create(context, request, getKey(request), config);
      return said(reply, `Successfully created repository '${getKey(request)}'`);
    });
    handle(scope, platform, contract.changeRepositoryFromConfig, async (_, { request, reply }) => {
      requireManager(request.actor, await context.directory.need(getKey(request)));
      await update(context, request, getKey(request), await getBody(request, RestConfig));
      return said(reply, `Repository ${getKey(request)} update successfully.`);
    });
    handle(scope, platform, contract.removeRepositoryByKey, async (_, { request, reply }) => {
      requireRemover(request.actor, await context.directory.find(getKey(request)));
      await deleteRepository(context, getKey(request), makeQuery(request.raw.url ?? '').get('force') === 'true', changer(request));
      return said(reply, `Repository ${getKey(request)} and all its content have been removed successfully.`);
    });
    const Batch = z.array(RestConfig.extend({ key: z.string() })).max(500);
    handle(scope, platform, contract.createRepositoryBatch, async (_, { request, reply }) => {
      for (const config of await getBody(request, Batch)) await create(context, request, config.key, config);
      return said(reply.code(201), 'Created');
    });
    handle(scope, platform, contract.changeRepositoryBatch, async (_, { request, reply }) => {
      for (const config of await getBody(request, Batch)) await update(context, request, config.key, config);
      return said(reply, 'Updated');
    });
  });
}
