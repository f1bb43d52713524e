import { getHookDomain, type HookDomain } from '@packhouse/contract/events/hook-domains.ts';
import type { HookCriteria } from '@packhouse/contract/events/hook-settings.ts';
import { releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';

/** Which repositories, builds, release bundles or environments a webhook is told of, as the form holds it. */
export interface CriteriaDraft {
  anyLocal: boolean;
  anyRemote: boolean;
  anyFederated: boolean;
  repositories: readonly string[];
  /** Of builds and release bundles: all, or some. */
  scope: 'any' | 'selected';
  builds: readonly string[];
  /** Where several repositories keep release bundles: `repository/name`; a name alone is of the usual one. */
  releaseBundles: readonly string[];
  environments: readonly string[];
  /** One pattern a line. */
  include: string;
  exclude: string;
}

/** Clients that put release bundles together keep them here when they name no other repository. */
const usualRepository = 'release-bundles-v2';

export const newCriteria: CriteriaDraft = {
  anyLocal: true,
  anyRemote: false,
  anyFederated: false,
  repositories: [],
  scope: 'any',
  builds: [],
  releaseBundles: [],
  environments: [],
  include: '',
  exclude: '',
};

/** The lines of a text that say something. */
export const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function byRepository(names: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const name of names) {
    const at = name.indexOf('/');
    const repository = at < 0 ? usualRepository : name.slice(0, at);
    found[repository] = [...(found[repository] ?? []), name.slice(at + 1)];
  }
  return found;
}

/** A release bundle as the form names it. */
const spellBundle = (repository: string, name: string): string => (repository === usualRepository ? name : `${repository}/${name}`);

/** The same for one that is kept here: clients call the usual repository otherwise than the platform, and mean the same. */
export const spellKept = (repository: string, name: string): string =>
  spellBundle(repository === releaseBundleRepositoryKey ? usualRepository : repository, name);

const byName = (map: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(map).flatMap(([repository, names]) => names.map((name) => spellBundle(repository, name)));

/** The criteria as a domain takes them. */
export function getCriteria(domain: HookDomain, draft: CriteriaDraft): HookCriteria {
  const { scope, builds, releaseBundles, environments } = draft;
  const patterns = { includePatterns: readLines(draft.include), excludePatterns: readLines(draft.exclude) };
  const some = <Name>(names: readonly Name[]) => (scope === 'any' ? [] : [...names]);
  switch (getHookDomain(domain).criteria) {
    case 'repositories':
      return { anyLocal: draft.anyLocal, anyRemote: draft.anyRemote, anyFederated: draft.anyFederated, repoKeys: [...draft.repositories], ...patterns };
    case 'builds':
      return { anyBuild: scope === 'any', selectedBuilds: some(builds), ...patterns };
    case 'release-bundles':
      return { anyReleaseBundle: scope === 'any', registeredReleaseBundlesNames: some(releaseBundles), ...patterns };
    case 'release-bundles-v2':
      return { anyReleaseBundle: scope === 'any', selectedReleaseBundles: byRepository(some(releaseBundles)), ...patterns };
    case 'environments':
      return { selectedEnvironments: [...environments] };
    case 'none':
      return {};
  }
}

export function makeCriteriaDraft(criteria: HookCriteria): CriteriaDraft {
  const { includePatterns, excludePatterns, selectedReleaseBundles, registeredReleaseBundlesNames } = criteria;
  return {
    anyLocal: criteria.anyLocal ?? false,
    anyRemote: criteria.anyRemote ?? false,
    anyFederated: criteria.anyFederated ?? false,
    repositories: criteria.repoKeys ?? [],
    scope: (criteria.anyBuild ?? criteria.anyReleaseBundle ?? false) ? 'any' : 'selected',
    builds: criteria.selectedBuilds ?? [],
    releaseBundles: registeredReleaseBundlesNames ?? byName(selectedReleaseBundles ?? {}),
    environments: criteria.selectedEnvironments ?? [],
    include: (includePatterns ?? []).join('\n'),
    exclude: (excludePatterns ?? []).join('\n'),
  };
}

/** Whether some builds or release bundles were chosen by hand, which choosing all of them would throw away. */
export function isChosenByHand({ builds, releaseBundles, include, exclude }: CriteriaDraft): boolean {
  return builds.length + releaseBundles.length > 0 || `${include}${exclude}`.trim() !== '';
}
