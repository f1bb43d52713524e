import type { ProjectRepository, RepositorySharingView } from '@packhouse/contract/access/access-environment-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { type Actor, authorise, isSharedWith, repositoryResource, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { DirectoryEntry, RepositorySharing } from '@packhouse/peers/repositories.ts';
import type { Context } from '../context.ts';
import { environmentNames } from './environment.ts';
import { needProject } from './project.ts';

/** With whom a repository is shared, as callers read it. */
export function toSharingView(sharing: RepositorySharing | undefined): RepositorySharingView {
  if (!sharing) return { withAll: false, projects: [], readOnly: false };
  const { projects, readOnly } = sharing;
  return { withAll: projects === 'all', projects: projects === 'all' ? [] : [...projects].sort(), readOnly };
}

const answer = ({ key, class: repositoryClass, format, environments = [], projectKey, sharing }: DirectoryEntry): ProjectRepository => ({
  key,
  class: repositoryClass,
  format,
  environments: [...environments],
  ...(projectKey === undefined ? {} : { projectKey }),
  sharing: toSharingView(sharing),
});

/** The repositories of a project, and those of others that are shared with it. */
export async function readRepositories({ peers }: Pick<Context, 'peers'>, projectKey: string): Promise<ProjectRepository[]> {
  const all = (await peers.repositories?.list()) ?? [];
  return all
    .filter((repository) => repository.projectKey === projectKey || isSharedWith(repository, projectKey))
    .map(answer)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

export async function findRepository({ peers }: Pick<Context, 'peers'>, key: string): Promise<DirectoryEntry | undefined> {
  return (await peers.repositories?.list())?.find((repository) => repository.key === key);
}

/**
 * The repository, for somebody who manages it. Others are refused alike whether it exists or not.
 * @throws AppError `repository_not_found`
 */
export async function managedRepository(context: Pick<Context, 'peers'>, actor: Actor, key: string): Promise<DirectoryEntry> {
  const found = await findRepository(context, key);
  authorise(actor, 'manage', repositoryResource(found ?? { key }));
  if (!found) throw new AppError(sharedWords.repository_missing, { key });
  return found;
}

/** Takes a repository into a project, or puts one of its repositories into other environments; those stay when none are given. Only an administrator takes it from another project. */
export async function takeRepository(
  context: Context,
  wanted: { projectKey: string; repository: string; environments: readonly string[] | undefined },
  actor: Actor,
  address: string,
): Promise<ProjectRepository> {
  const project = await needProject(context.db, wanted.projectKey);
  const repository = await managedRepository(context, actor, wanted.repository);
  if (repository.projectKey !== undefined && repository.projectKey !== project.key) requireAdministrator(actor);
  const known = await environmentNames(context.db, project.id);
  const foreign = wanted.environments?.find((name) => !known.includes(name));
  if (foreign !== undefined) throw namedFieldRefusal('environments', say(accessWords.no_project_environment, { name: foreign }));
  const environments = [...new Set(wanted.environments ?? (repository.environments ?? []).filter((name) => known.includes(name)))];
  await context.peers.repositories?.place(repository.key, { projectKey: project.key, environments }, { actor: actor.name, address });
  return answer({ ...repository, projectKey: project.key, environments });
}

/** Takes a repository out of its project; it stays, with all it holds. */
export async function releaseRepository(context: Context, repository: DirectoryEntry, actor: Actor, address: string): Promise<void> {
  await context.peers.repositories?.place(repository.key, { projectKey: undefined, environments: [] }, { actor: actor.name, address });
}
