import { findProjectOfBuilds, isBuildRepository } from '@packhouse/contract/repository-keys.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { Context } from '../context.ts';

/** Key of the project that a repository is of; one of builds says it by its own key. */
export const findProject = ({ key, projectKey }: Pick<DirectoryEntry, 'key' | 'projectKey'>): string | undefined =>
  isBuildRepository(key) ? findProjectOfBuilds(key) : projectKey;

/** Every repository that something that is judged can be in; each of builds with the project that its key names. */
export async function listWatched({ peers }: Pick<Context, 'peers'>): Promise<DirectoryEntry[]> {
  const [plain, keepers] = await Promise.all([peers.repositories?.list() ?? [], peers.repositories?.keepers() ?? []]);
  return [...plain, ...keepers.map((one) => ({ ...one, projectKey: findProject(one) }))];
}
