import { buildRepositorySuffix, commonBuildRepository } from '@packhouse/contract/repository-keys.ts';
import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import { buildResources, gitResources, releaseBundleResources } from '@packhouse/contract/scanning/watch-routes.ts';
import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { FileLabel } from '@packhouse/peers/package-contents.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import { isAssembly } from '../assembly/assembly.ts';
import { findProject } from '../assembly/judged-repositories.ts';
import { isFound } from './expression.ts';

interface Placed {
  repository: string;
  path: string;
  format: string;
  /** What is said of the file; absent where no watch asks for it. */
  label?: FileLabel | undefined;
}

interface Watched {
  project: string | null;
  resources: readonly WatchResource[];
}

const ofBuilds: readonly string[] = buildResources;
const ofBundles: readonly string[] = releaseBundleResources;
const ofGit: readonly string[] = gitResources;
const isComposed = (type: string) => ofBuilds.includes(type) || ofBundles.includes(type) || ofGit.includes(type);

/** The repository that a name of existing clients means: they call the cache of a remote one by a name of its own. */
export const plainKey = (name: string) => name.replace(/-cache$/, '');

/** Federated repositories count as local ones: what is in them is kept here. */
export const isOfRepoType = (repoType: WatchResource['repo_type'], repository: Pick<DirectoryEntry, 'class'>) =>
  repoType === undefined || (repoType === 'remote') === (repository.class === 'remote');

function isNamed({ type, name = '', repo_type }: WatchResource, repository: DirectoryEntry): boolean {
  if (!isOfRepoType(repo_type, repository)) return false;
  if (type === 'all-repos') return true;
  if (isComposed(type)) return false;
  if (type === 'repository') return repository.key === name || (repository.class === 'remote' && repository.key === plainKey(name));
  return repository.projectKey !== undefined && (type === 'all-projects' || repository.projectKey === name);
}

/** Patterns let in what one of them fits, if there are any, and keep out what one of the others fits. */
function patternsFit({ IncludePatterns: include, ExcludePatterns: exclude }: { IncludePatterns: string[]; ExcludePatterns: string[] }, text: string): boolean {
  const fits = (pattern: string) => pathMatches(pattern, text);
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

type Filter = NonNullable<WatchResource['filters']>[number];

/** Whether a text is one of those that the regular expressions of a kind find, where there are any. */
function expressionsFit(filters: readonly Filter[], kind: 'regex' | 'path-regex', text: string): boolean {
  const expressions = filters.flatMap((filter) => (filter.type === kind ? [filter.value] : []));
  return expressions.length === 0 || expressions.some((expression) => isFound(expression, text));
}

/** Media types are alternatives, and so are values of one property. What nothing is said of fits no filter of these kinds. */
function labelFits(filters: readonly Filter[], label: FileLabel | undefined): boolean {
  const mediaTypes = filters.flatMap((filter) => (filter.type === 'mime-type' ? [filter.value.toLowerCase()] : []));
  if (mediaTypes.length > 0 && !mediaTypes.includes(label?.mediaType.toLowerCase() ?? '')) return false;
  const properties = filters.flatMap((filter) => (filter.type === 'property' ? [filter.value] : []));
  return [...Map.groupBy(properties, ({ key }) => key)].every(([key, wanted]) => wanted.some(({ value }) => label?.properties.get(key)?.includes(value)));
}

/** Package types are alternatives, and so are regular expressions of one kind; all else has to fit together. */
function filtersFit({ filters = [] }: WatchResource, { repository, path, format, label }: Placed): boolean {
  const types = filters.flatMap((filter) => (filter.type === 'package-type' ? [filter.value.toLowerCase()] : []));
  if (types.length > 0 && !types.includes(format)) return false;
  if (!labelFits(filters, label)) return false;
  if (!expressionsFit(filters, 'path-regex', path) || !expressionsFit(filters, 'regex', path.slice(path.lastIndexOf('/') + 1))) return false;
  return filters.every((filter) => {
    if (filter.type === 'ant-patterns') return patternsFit(filter.value, repository);
    return filter.type !== 'path-ant-patterns' || patternsFit(filter.value, path);
  });
}

/** Whether filters of builds or release bundles, which look at names alone, let one of them in. */
const namesFit = (filters: readonly Filter[], name: string) =>
  expressionsFit(filters, 'regex', name) && filters.every((filter) => filter.type !== 'ant-patterns' || patternsFit(filter.value, name));

/** Whether a watch looks at a file in a repository. */
export function reaches({ project, resources }: Watched, repository: DirectoryEntry, target: Placed): boolean {
  if (project !== null && repository.projectKey !== project) return false;
  return resources.some((resource) => isNamed(resource, repository) && filtersFit(resource, target));
}

interface Composed {
  format: string;
  /** Name of the build or the release bundle. */
  package: string;
}

/** Whether a resource takes in a build or a release bundle. That of a project does where nothing narrows it to kinds of packages or places. */
function takesIn({ type, name = '', build_repo, filters = [] }: WatchResource, { project }: Watched, repository: DirectoryEntry, thing: Composed): boolean {
  const isBuild = thing.format === 'build';
  if (type === 'project' || type === 'all-projects') {
    const own = findProject(repository);
    return filters.length === 0 && own !== undefined && (type === 'all-projects' || own === name);
  }
  if (!(isBuild ? ofBuilds : ofBundles).includes(type)) return false;
  if (!namesFit(filters, thing.package)) return false;
  if (type.startsWith('all-')) return true;
  const kept = build_repo ?? (project === null ? commonBuildRepository : `${project}${buildRepositorySuffix}`);
  return thing.package === name && (!isBuild || repository.key === kept);
}

/** Whether a watch looks at something: a file in a repository, or a build or a release bundle whose document or files this repository keeps. */
export function looksAt(watch: Watched, repository: DirectoryEntry, thing: Placed & Composed, judgedBuilds: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (!isAssembly(thing)) return reaches(watch, repository, thing);
  if (watch.project !== null && findProject(repository) !== watch.project) return false;
  if (judgedBuilds.get(repository.key)?.has(thing.package) === false) return false;
  return watch.resources.some((resource) => takesIn(resource, watch, repository, thing));
}

/** Whether a watch looks at a repository of source code. It is of no project. */
export const looksAtSource = ({ project, resources }: Watched, fullName: string): boolean =>
  project === null &&
  resources.some(
    ({ type, name, filters = [] }) =>
      ofGit.includes(type) && (type.startsWith('all-') || name?.toLowerCase() === fullName.toLowerCase()) && namesFit(filters, fullName),
  );
