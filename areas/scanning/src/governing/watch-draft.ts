import type { CountedWatch, WatchInput, WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import type { z } from 'zod';
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
} as const satisfies Record<string, WatchResource['type']>;
export type Where = keyof typeof typeOf;
export const wheres = Object.keys(typeOf) as Where[];
/** It is told by names. */
export type NamedPlace = 'some' | 'project' | 'someBuilds' | 'someBundles';
const namedPlaces: readonly string[] = ['some', 'project', 'someBuilds', 'someBundles'] satisfies readonly NamedPlace[];
export const isNamed = (where: WatchDraft['where'] | undefined): where is NamedPlace => where !== undefined && namedPlaces.includes(where);

/** A watch as the form holds it. */
export interface WatchDraft {
  name: string;
  description: string;
  project: string;
  active: boolean;
  where: Where | 'kept';
  /** Keys of repositories or of projects; names of builds or of release bundles. */
  places: string[];
  policies: string[];
  recipients: string;
  /** What a client wrote and the form does not show. */
  kept: readonly WatchResource[];
}

export const newWatch: WatchDraft = { name: '', description: '', project: '', active: true, where: 'any', places: [], policies: [], recipients: '', kept: [] };

function readWhere(resources: readonly WatchResource[]): WatchDraft['where'] {
  const isPlain = resources.every(({ filters = [], repo_type, build_repo }) => filters.length === 0 && repo_type === undefined && build_repo === undefined);
  const types = new Set(resources.map(({ type }) => type));
  if (!isPlain || types.size !== 1) return 'kept';
  return wheres.find((where) => types.has(typeOf[where])) ?? 'kept';
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
    policies: assigned_policies.map((one) => one.name),
    recipients: watch_recipients.join(', '),
    kept: resources,
  };
}

function getResources({ where, places, kept }: WatchDraft): WatchResource[] {
  if (where === 'kept') return [...kept];
  if (!isNamed(where)) return [{ type: typeOf[where] }];
  return places.map((name) => ({ type: typeOf[where], name }));
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
  if (path.startsWith('project_resources')) return 'places';
  if (path.startsWith('watch_recipients')) return 'recipients';
  return path.startsWith('assigned_policies') ? 'policies' : path;
}
