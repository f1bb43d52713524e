import { getHookDomain, type HookDomain } from '@packhouse/contract/events/hook-domains.ts';
import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import { z } from 'zod';
import type { Place } from './domain-event.ts';

/** Clients leave out what they do not choose, or send null for it. */
const List = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);
const Flag = z
  .boolean()
  .nullish()
  .transform((flag) => flag ?? false);
const Patterns = { includePatterns: List, excludePatterns: List };

const RepositoryCriteria = z.looseObject({ anyLocal: Flag, anyRemote: Flag, anyFederated: Flag, repoKeys: List, ...Patterns });
const BuildCriteria = z.looseObject({ anyBuild: Flag, selectedBuilds: List, ...Patterns });
const ReleaseBundleCriteria = z.looseObject({ anyReleaseBundle: Flag, registeredReleaseBundlesNames: List, ...Patterns });
const Selection = z
  .record(z.string(), z.array(z.string()))
  .nullish()
  .transform((selection) => selection ?? {});
const SecondReleaseBundleCriteria = z.looseObject({ anyReleaseBundle: Flag, selectedReleaseBundles: Selection, ...Patterns });
const EnvironmentCriteria = z.looseObject({ selectedEnvironments: List });

export type Matches = (place: Place) => boolean;

interface PatternPair {
  includePatterns: readonly string[];
  excludePatterns: readonly string[];
}

const fitsAny = (patterns: readonly string[], path: string) => patterns.some((pattern) => pathMatches(pattern, path));

function matchRepositories(criteria: unknown): Matches {
  const { anyLocal, anyRemote, anyFederated, repoKeys, includePatterns, excludePatterns } = RepositoryCriteria.parse(criteria ?? {});
  const any = { local: anyLocal, remote: anyRemote, federated: anyFederated };
  const keys = new Set(repoKeys);
  return (place) => {
    if (place.kind !== 'path' || !(any[place.repositoryType] || keys.has(place.repository))) return false;
    return (includePatterns.length === 0 || fitsAny(includePatterns, place.path)) && !fitsAny(excludePatterns, place.path);
  };
}

/** The repositories outside of which criteria choose nothing; undefined where they may choose in any. */
export function getOnlyRepositories(domain: HookDomain, criteria: unknown): readonly string[] | undefined {
  if (getHookDomain(domain).criteria !== 'repositories') return undefined;
  const { anyLocal, anyRemote, anyFederated, repoKeys } = RepositoryCriteria.parse(criteria ?? {});
  return anyLocal || anyRemote || anyFederated ? undefined : repoKeys;
}

/** Names are chosen singly or by pattern; where any is chosen, patterns narrow that down. What is excluded is excluded either way. */
function fitsName(name: string, isAny: boolean, isSelected: boolean, { includePatterns, excludePatterns }: PatternPair): boolean {
  const isIncluded = fitsAny(includePatterns, name);
  const isChosen = isAny ? includePatterns.length === 0 || isIncluded : isSelected || isIncluded;
  return isChosen && !fitsAny(excludePatterns, name);
}

function matchBuilds(criteria: unknown): Matches {
  const { anyBuild, selectedBuilds, ...patterns } = BuildCriteria.parse(criteria ?? {});
  const selected = new Set(selectedBuilds);
  return (place) => place.kind === 'build' && fitsName(place.name, anyBuild, selected.has(place.name), patterns);
}

function matchReleaseBundles(criteria: unknown): Matches {
  const { anyReleaseBundle, registeredReleaseBundlesNames, ...patterns } = ReleaseBundleCriteria.parse(criteria ?? {});
  const selected = new Set(registeredReleaseBundlesNames);
  return (place) => place.kind === 'release-bundle' && fitsName(place.name, anyReleaseBundle, selected.has(place.name), patterns);
}

/** Existing clients name the repositories of such bundles with this ending; here all bundles are kept in the repositories without it. */
const storingKey = (key: string) => key.replace(/-v2$/, '');

function matchSecondReleaseBundles(criteria: unknown): Matches {
  const { anyReleaseBundle, selectedReleaseBundles, ...patterns } = SecondReleaseBundleCriteria.parse(criteria ?? {});
  const selected = Object.entries(selectedReleaseBundles).map(([key, names]) => ({ repository: storingKey(key), names: new Set(names) }));
  return (place) =>
    place.kind === 'release-bundle' &&
    fitsName(
      place.name,
      anyReleaseBundle,
      selected.some(({ repository, names }) => repository === place.repository && names.has(place.name)),
      patterns,
    );
}

function matchEnvironments(criteria: unknown): Matches {
  const selected = new Set(EnvironmentCriteria.parse(criteria ?? {}).selectedEnvironments);
  return (place) => place.kind === 'release-bundle' && place.environment !== undefined && selected.has(place.environment);
}

const matchers = {
  repositories: matchRepositories,
  builds: matchBuilds,
  'release-bundles': matchReleaseBundles,
  'release-bundles-v2': matchSecondReleaseBundles,
  environments: matchEnvironments,
  none: () => () => true,
} satisfies Record<string, (criteria: unknown) => Matches>;

/** Makes of a webhook's criteria what tells whether they choose a place. What they choose nothing of matches nothing. @throws ZodError for criteria that are none */
export function compileCriteria(domain: HookDomain, criteria: unknown): Matches {
  return matchers[getHookDomain(domain).criteria](criteria);
}
