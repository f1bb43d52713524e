import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { type Actor, authorise, isAllowed, isAllowedSomewhere, repositoryResource, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import type { RepositoryRow } from '../schema.ts';

/** Where a repository belongs: its project, and the environments it is in. */
interface Place {
  projectKey: string | undefined;
  environments: readonly string[];
}

/** The part of a project that lists its repositories and environments, to permissions. */
const makeResources = (projectKey: string) => ({ type: 'project' as const, name: projectKey, path: 'resources' });

/** @throws AppError `invalid_input` when there is no such project or environment */
export async function checkedPlace({ peers }: Pick<Context, 'peers'>, { projectKey, environments }: Place): Promise<Place> {
  if (projectKey === undefined && environments.length === 0) return { projectKey, environments };
  const project = projectKey === undefined ? undefined : await peers.projects?.find(projectKey);
  if (projectKey !== undefined && !project) throw namedFieldRefusal('projectKey', say(repositoryWords.no_project, { key: projectKey }));
  const known = project?.environments ?? (await peers.projects?.globalEnvironments()) ?? [];
  const foreign = environments.find((name) => !known.includes(name));
  if (foreign !== undefined) throw namedFieldRefusal('environments', say(sharedWords.no_environment_here, { name: foreign }));
  return { projectKey, environments: [...new Set(environments)] };
}

/** The columns that a change of place sets; none when it changes nothing. */
export async function changedPlace(
  context: Context,
  row: RepositoryRow,
  change: { projectKey?: string | undefined; environments?: string[] | undefined },
): Promise<{ project_key?: string | null; environments?: string[] }> {
  if (change.projectKey === undefined && change.environments === undefined) return {};
  const projectKey = change.projectKey === undefined ? (row.project_key ?? undefined) : change.projectKey || undefined;
  const place = await checkedPlace(context, { projectKey, environments: change.environments ?? row.environments });
  return { project_key: place.projectKey ?? null, environments: [...place.environments] };
}

/** By duty, in projects and outside of them. */
const keepsResources = (actor: Actor) => isAllowed(actor, 'manage', { type: 'duty', name: 'resources' });

/** Repositories are made by administrators and those who keep resources by duty, and in a project by whoever keeps its resources; those keys begin with the project's, so that none is taken from others. */
export function requireCreator(actor: Actor, { key, projectKey }: { key: string; projectKey?: string | undefined }): void {
  if ((actor.administrator && !actor.scope) || keepsResources(actor)) return;
  if (!projectKey) requireAdministrator(actor);
  else {
    authorise(actor, 'manage', makeResources(projectKey));
    if (!key.startsWith(`${projectKey}-`)) throw namedFieldRefusal('key', say(repositoryWords.key_without_project_prefix, { prefix: projectKey }));
  }
}

/** Before it is known what is to be made: refuses who may make no repository at all. */
export function requirePossibleCreator(actor: Actor): void {
  if (!keepsResources(actor) && !isAllowedSomewhere(actor, 'manage', 'project')) requireAdministrator(actor);
}

/** @throws AppError unless administrator, or keeper of the resources of the project that the repository belongs to, in one of its environments */
export function requireRemover(actor: Actor, repository: Repository | undefined): void {
  if (repository && keepsResources(actor) && isAllowed(actor, 'manage', repositoryResource(repository))) return;
  const { projectKey } = repository ?? {};
  const isKeeper = repository && projectKey !== undefined && isAllowed(actor, 'manage', makeResources(projectKey));
  if (!isKeeper || !isAllowed(actor, 'manage', repositoryResource(repository))) requireAdministrator(actor);
}

/** Only an administrator moves a repository to another project by changing its settings. */
export function requireSameProject(actor: Actor, repository: Repository, given: string | undefined): void {
  if (given !== undefined && given !== (repository.projectKey ?? '')) requireAdministrator(actor);
}
