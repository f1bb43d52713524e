import type { RepositorySharingView } from '@packhouse/contract/access/access-environment-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { DirectoryEntry, RepositorySharing } from '@packhouse/peers/repositories.ts';
import type { Context } from '../context.ts';
import { seenProject } from './project.ts';
import { managedRepository, toSharingView } from './project-repositories.ts';

interface By {
  actor: Actor;
  address: string;
}

type Change = (before: RepositorySharing | undefined, repository: DirectoryEntry) => RepositorySharing | undefined;

async function change(context: Context, key: string, { actor, address }: By, how: Change): Promise<void> {
  const repository = await managedRepository(context, actor, key);
  await context.peers.repositories?.share(repository.key, (before) => how(before, repository), { actor: actor.name, address });
}

/** Shares a repository with all projects, those that come later as well. Whoever manages it may. */
export function shareWithAll(context: Context, key: string, readOnly: boolean, by: By): Promise<void> {
  return change(context, key, by, () => ({ projects: 'all', readOnly }));
}

export function unshareWithAll(context: Context, key: string, by: By): Promise<void> {
  return change(context, key, by, (before) => (before?.projects === 'all' ? undefined : before));
}

/**
 * Shares a repository with one project more. `readOnly` holds for all projects with which it is shared.
 * @throws AppError `project_not_found` for a project that the caller does not see, `bad_request` for the one that it belongs to
 */
export async function shareWith(context: Context, key: string, projectKey: string, readOnly: boolean, by: By): Promise<void> {
  const repository = await managedRepository(context, by.actor, key);
  const { key: project } = await seenProject(context.db, by.actor, projectKey);
  if (repository.projectKey === project) throw new AppError(accessWords.repository_is_own, { repository: key, project });
  await change(context, key, by, (before) => {
    if (before?.projects === 'all') throw new AppError(accessWords.repository_shared_with_all, { repository: key });
    return { projects: [...new Set([...(before?.projects ?? []), project])], readOnly };
  });
}

/** @throws AppError `not_found` when it is not shared with that project */
export function unshareWith(context: Context, key: string, projectKey: string, by: By): Promise<void> {
  return change(context, key, by, (before) => {
    if (before?.projects === 'all') throw new AppError(accessWords.repository_shared_with_all, { repository: key });
    if (!before?.projects.includes(projectKey)) throw new AppError(accessWords.repository_not_shared_with, { repository: key, project: projectKey });
    const projects = before.projects.filter((one) => one !== projectKey);
    return projects.length > 0 ? { ...before, projects } : undefined;
  });
}

/** Sets with which projects a repository is shared, and how, at once. @throws AppError as `shareWith` */
export async function setSharing(context: Context, key: string, wanted: RepositorySharingView, by: By): Promise<void> {
  const repository = await managedRepository(context, by.actor, key);
  const known = toSharingView(repository.sharing).projects;
  const projects = [...new Set(wanted.projects)].filter((one) => one !== repository.projectKey);
  // Those that it has may be projects that the caller does not see.
  for (const one of projects) if (!known.includes(one)) await seenProject(context.db, by.actor, one);
  await change(context, key, by, () => {
    if (wanted.withAll) return { projects: 'all', readOnly: wanted.readOnly };
    return projects.length > 0 ? { projects, readOnly: wanted.readOnly } : undefined;
  });
}
