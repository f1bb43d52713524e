import type { Repository as RepositoryAnswer, RepositorySummary } from '@packhouse/contract/repository-routes.ts';
import { formatOf } from '@packhouse/formats/formats.ts';
import { publicBaseUrl } from '@packhouse/kernel/http.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Repository } from './directory.ts';
import { keysOfMembers, usersOf } from './repository.ts';

/** The address that a repository's clients are given. */
export function repositoryUrl(context: Context, request: FastifyRequest, repository: Repository): string {
  const { apiName } = formatOf(repository.format);
  return `${publicBaseUrl(request, context.platform.config)}/artifactory/${apiName === undefined ? '' : `api/${apiName}/`}${encodeURIComponent(repository.key)}`;
}

const placeOf = ({ projectKey, environments }: Repository) => ({ ...(projectKey === undefined ? {} : { projectKey }), environments: [...environments] });

export function summaryOf(context: Context, request: FastifyRequest, repository: Repository): RepositorySummary {
  return {
    key: repository.key,
    class: repository.class,
    format: repository.format,
    description: repository.description,
    url: repositoryUrl(context, request, repository),
    ...(repository.class === 'remote' ? { upstreamUrl: repository.settings.url } : {}),
    ...(repository.class === 'virtual' ? { memberCount: repository.members.length } : {}),
    ...placeOf(repository),
    modifiedAt: repository.modifiedAt.toISOString(),
  };
}

export async function answerOf(context: Context, request: FastifyRequest, repository: Repository): Promise<RepositoryAnswer> {
  const shared = {
    key: repository.key,
    format: repository.format,
    description: repository.description,
    url: repositoryUrl(context, request, repository),
    ...placeOf(repository),
    createdAt: repository.createdAt.toISOString(),
    modifiedAt: repository.modifiedAt.toISOString(),
    usedBy: await usersOf(context, repository),
  };
  if (repository.class === 'local') return { ...shared, class: 'local', settings: repository.settings };
  if (repository.class === 'remote') return { ...shared, class: 'remote', settings: repository.settings, hasPassword: repository.password !== undefined };
  return { ...shared, class: 'virtual', settings: repository.settings, members: await keysOfMembers(context, repository.key) };
}
