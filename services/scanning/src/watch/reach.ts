import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';

interface Placed {
  repository: string;
  path: string;
  format: string;
}

interface Watched {
  project: string | null;
  resources: readonly WatchResource[];
}

/** The repository that a name of existing clients means: they call the cache of a remote one by a name of its own. */
const plainKey = (name: string) => name.replace(/-cache$/, '');

/** Federated repositories count as local ones: what is in them is kept here. */
export const isOfRepoType = (repoType: WatchResource['repo_type'], repository: Pick<DirectoryEntry, 'class'>) =>
  repoType === undefined || (repoType === 'remote') === (repository.class === 'remote');

function isNamed({ type, name = '', repo_type }: WatchResource, repository: DirectoryEntry): boolean {
  if (!isOfRepoType(repo_type, repository)) return false;
  if (type === 'all-repos') return true;
  if (type === 'repository') return repository.key === name || (repository.class === 'remote' && repository.key === plainKey(name));
  return repository.projectKey !== undefined && (type === 'all-projects' || repository.projectKey === name);
}

/** Patterns let in what one of them fits, if there are any, and keep out what one of the others fits. */
function patternsFit({ IncludePatterns: include, ExcludePatterns: exclude }: { IncludePatterns: string[]; ExcludePatterns: string[] }, text: string): boolean {
  const fits = (pattern: string) => pathMatches(pattern, text);
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

/** Filters of one kind are alternatives; those of different kinds have to fit together. */
function filtersFit({ filters = [] }: WatchResource, { repository, path, format }: Placed): boolean {
  const types = filters.flatMap((filter) => (filter.type === 'package-type' ? [filter.value.toLowerCase()] : []));
  if (types.length > 0 && !types.includes(format)) return false;
  return filters.every((filter) => filter.type === 'package-type' || patternsFit(filter.value, filter.type === 'ant-patterns' ? repository : path));
}

/** Whether a watch looks at a file in a repository. */
export function reaches({ project, resources }: Watched, repository: DirectoryEntry, target: Placed): boolean {
  if (project !== null && repository.projectKey !== project) return false;
  return resources.some((resource) => isNamed(resource, repository) && filtersFit(resource, target));
}
