import type { CountedWatch, WatchInput, WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import type { z } from 'zod';
import { type FilterDraft, getFilters, noFilters, readFilters } from './filter-draft.ts';
import { splitNames } from './policy-draft.ts';

/** What the form can say that a watch looks at, in the words of the interface. */
const typeOf = {
  any: 'all-repos',
  some: 'repository',
  project: 'project',
  anyBuild: 'all-builds',
  someBuilds: 'build',
  anyBundle: 'all-releaseBundles',
  someBundles: 'releaseBundle',
  anySource: 'all-gitRepositories',
  someSources: 'gitRepository',
} as const satisfies Record<string, WatchResource['type']>;
export type Where = keyof typeof typeOf;
export const wheres = Object.keys(typeOf) as Where[];
/** It is told by names. */
export type NamedPlace = 'some' | 'project' | 'someBuilds' | 'someBundles' | 'someSources';
const namedPlaces: readonly string[] = ['some', 'project', 'someBuilds', 'someBundles', 'someSources'] satisfies readonly NamedPlace[];
export const isNamed = (where: WatchDraft['where'] | undefined): where is NamedPlace => where !== undefined && namedPlaces.includes(where);

/** Pull requests of repositories of source code, which are of no project. */
export const isSource = (where: WatchDraft['where'] | undefined): boolean => where === 'anySource' || where === 'someSources';
/** It has neither paths nor kinds of packages. */
export const isByNamesAlone = (where: WatchDraft['where']): boolean =>
  isSource(where) || where === 'anyBuild' || where === 'someBuilds' || where === 'anyBundle' || where === 'someBundles';

/** A watch as the form holds it. */
export interface WatchDraft {
  name: string;
  description: string;
  project: string;
  active: boolean;
  where: Where | 'kept';
  /** Keys of repositories or of projects; names of builds, of release bundles or of repositories of source code. */
  places: string[];
  filters: FilterDraft;
  policies: string[];
  recipients: string;
  /** What a client wrote and the form does not show. */
  kept: readonly WatchResource[];
}

export const newWatch: WatchDraft = {
  name: '',
  description: '',
  project: '',
  active: true,
  where: 'any',
  places: [],
  filters: noFilters,
  policies: [],
  recipients: '',
  kept: [],
};

/** Those of some filters for which the form has a field. */
function showFilters(where: Where, filters: FilterDraft): FilterDraft {
  const { nameExpressions, includeNames, excludeNames } = filters;
  if (isByNamesAlone(where)) return isNamed(where) ? noFilters : { ...noFilters, nameExpressions, includeNames, excludeNames };
  return where === 'some' ? { ...filters, includeNames: [], excludeNames: [] } : filters;
}

function readWhere(resources: readonly WatchResource[]): WatchDraft['where'] {
  const isPlain = resources.every(({ repo_type, build_repo }) => repo_type === undefined && build_repo === undefined);
  const types = new Set(resources.map(({ type }) => type));
  const filters = readFilters(resources);
  if (!isPlain || types.size !== 1 || !filters) return 'kept';
  const where = wheres.find((one) => types.has(typeOf[one])) ?? 'kept';
  // What the form has no field for stays as it is.
  const isShown = where === 'kept' || JSON.stringify(showFilters(where, filters)) === JSON.stringify(filters);
  return isShown ? where : 'kept';
}

export function makeWatchDraft(watch: CountedWatch): WatchDraft {
  const { general_data, project_resources, assigned_policies, watch_recipients, project_key } = watch;
  const { resources } = project_resources;
  const { name, description, active } = general_data;
  return {
    name,
    description,
    active,
    project: project_key ?? '',
    where: readWhere(resources),
    places: resources.flatMap((one) => one.name ?? []),
    filters: readFilters(resources) ?? noFilters,
    policies: assigned_policies.map((one) => one.name),
    recipients: watch_recipients.join(', '),
    kept: resources,
  };
}

function getResources({ where, places, filters: draft, kept }: WatchDraft): WatchResource[] {
  if (where === 'kept') return [...kept];
  const filters = getFilters(showFilters(where, draft), isByNamesAlone(where));
  const one = { type: typeOf[where], ...(filters.length > 0 ? { filters } : {}) };
  return isNamed(where) ? places.map((name) => ({ ...one, name })) : [one];
}

/** Gives what the form sends. */
export function getWatch(draft: WatchDraft): z.input<typeof WatchInput> {
  const { name, description, active, policies, recipients } = draft;
  return {
    general_data: { name, description, active },
    project_resources: { resources: getResources(draft) },
    assigned_policies: policies.map((policy) => ({ name: policy })),
    watch_recipients: splitNames(recipients),
  };
}

/** The field of the form that the server calls this. */
export function findWatchField(path: string): string {
  if (path.startsWith('general_data.')) return path.slice('general_data.'.length);
  const [, kind, index] = /^project_resources\.resources\.\d+\.(filters|name|type)(?:\.(\d+))?/.exec(path) ?? [];
  if (kind === 'filters' && index !== undefined) return 'filters.nameExpressions';
  if (kind === 'type') return 'where';
  if (path.startsWith('project_resources')) return 'places';
  if (path.startsWith('watch_recipients')) return 'recipients';
  return path.startsWith('assigned_policies') ? 'policies' : path;
}
