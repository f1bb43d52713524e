import type { Repository as RepositoryAnswer, RepositorySummary } from '@packhouse/contract/repositories/repository-routes.ts';
import { webServerUrl } from '@packhouse/contract/repositories/web-server-routes.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import { readKeysOfMembers, readUsers } from './repository.ts';

/** A repository's address, where the caller reached us unless said. */
export function repositoryUrl(
  context: Context,
  request: FastifyRequest,
  repository: Repository,
  base = publicBaseUrl(request, context.platform.config),
): string {
  const { apiName } = getFormat(repository.format);
  return `${base}/artifactory/${apiName === undefined ? '' : `api/${apiName}/`}${encodeURIComponent(repository.key)}`;
}

/** The address that people are told to use: the one of the web server in front, where there is one. */
async function shownUrl(context: Context, request: FastifyRequest, repository: Repository): Promise<string> {
  return repositoryUrl(context, request, repository, webServerUrl(await context.webServer.current()));
}

const getPlace = ({ projectKey, environments }: Repository) => ({ ...(projectKey === undefined ? {} : { projectKey }), environments: [...environments] });

export async function readSummary(context: Context, request: FastifyRequest, repository: Repository): Promise<RepositorySummary> {
  return {
    key: repository.key,
    class: repository.class,
    format: repository.format,
    description: repository.description,
    url: await shownUrl(context, request, repository),
    ...(repository.class === 'remote' ? { upstreamUrl: repository.settings.url } : {}),
    ...(repository.class === 'virtual' ? { memberCount: repository.members.length } : {}),
    ...getPlace(repository),
    modifiedAt: repository.modifiedAt.toISOString(),
  };
}

export async function getAnswer(context: Context, request: FastifyRequest, repository: Repository): Promise<RepositoryAnswer> {
  const shared = {
    key: repository.key,
    format: repository.format,
    description: repository.description,
    url: await shownUrl(context, request, repository),
    ...getPlace(repository),
    createdAt: repository.createdAt.toISOString(),
    modifiedAt: repository.modifiedAt.toISOString(),
    usedBy: await readUsers(context, repository),
  };
  if (repository.class === 'local') return { ...shared, class: 'local', settings: repository.settings };
  if (repository.class === 'remote') return { ...shared, class: 'remote', settings: repository.settings, hasPassword: repository.password !== undefined };
  return { ...shared, class: 'virtual', settings: repository.settings, members: await readKeysOfMembers(context, repository.key) };
}
