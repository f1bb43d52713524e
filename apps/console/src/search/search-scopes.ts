import { isVisible, type Requirement } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { Session } from '@packhouse/console-kit/session/session.ts';
import { distributionLicences } from '@packhouse/contract/access/licence-types.ts';
import { artifactSearchType, type SearchModel, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import type { IconName } from '@packhouse/ui/core.ts';

export const scopeIds = ['packages', 'artifacts', 'builds', 'releaseBundles', 'security', 'archive', 'pipelines'] as const;
export type ScopeId = (typeof scopeIds)[number];

interface Scope {
  icon: IconName;
  /** Where its results are shown. */
  path: string;
  requires?: Requirement;
  /** It can search within one project. */
  inProjects?: boolean;
}

const commercial = ['COMMERCIAL', 'COMMERCIAL_X', 'TRIAL', 'ENTERPRISE', 'ENTERPRISE_X', ...distributionLicences];

const scopes: Readonly<Record<ScopeId, Scope>> = {
  packages: { icon: 'package', path: '/packages', inProjects: true },
  artifacts: { icon: 'tree', path: '/artifactSearchResults', inProjects: true },
  builds: { icon: 'build', path: '/builds', inProjects: true, requires: { fullInstance: true } },
  releaseBundles: { icon: 'tag', path: '/bundles/source', requires: { service: 'distribution', licence: distributionLicences, fullInstance: true } },
  security: { icon: 'shield', path: '/xray/search', requires: { service: 'xray', licence: commercial, fullInstance: true } },
  archive: { icon: 'history', path: '/artifactoryRetention/search', requires: { feature: 'coldStorage', fullInstance: true } },
  // The switch alone would lead to a page that nobody serves.
  pipelines: { icon: 'play', path: '/pipelinesSearchResults', requires: { feature: 'toolbarSearch', service: 'pipelines', fullInstance: true } },
};

export const scopeIcon = (id: ScopeId) => scopes[id].icon;

/** Whether somebody sees a scope; the same gates as the menu's, and for visitors whether they may see scans. */
export function isScopeVisible(id: ScopeId, session: Session): boolean {
  if (id === 'security' && session.kind !== 'user' && !session.features.anonymousScanning) return false;
  return isVisible(scopes[id].requires, session);
}

/** A scope that cannot search within one project rests while one is chosen. */
export function isScopeDisabled(id: ScopeId, session: Pick<Session, 'projectKey'>): boolean {
  return session.projectKey !== undefined && scopes[id].inProjects !== true;
}

/** The scope that is really searched: without the archive, what is in the repositories. */
export function effectiveScope(id: ScopeId, session: Session): ScopeId {
  return id === 'archive' && (!isScopeVisible(id, session) || isScopeDisabled(id, session)) ? 'artifacts' : id;
}

function parameters(id: ScopeId, model: SearchModel): URLSearchParams {
  const { name, filters } = model;
  const params = new URLSearchParams();
  if (id === 'packages') {
    const { packageTypes = [], pkgType, repositories = [], description, ...others } = filters;
    // One field of that page takes either; what it does not hold stays a filter.
    const isDescribed = name === '' && description !== undefined;
    const text = isDescribed ? description : name;
    if (text) params.set('q', text);
    if (isDescribed) params.set('by', 'description');
    for (const type of pkgType ? [...packageTypes, pkgType] : packageTypes) if (type !== 'All') params.append('type', type);
    for (const repo of repositories) params.append('repo', repo);
    const rest = writeSearch({ name: '', filters: isDescribed ? others : { ...others, description } });
    if (rest) params.set('filters', rest);
    return params;
  }
  if (id === 'builds') {
    if (name) params.set('name', name);
    return params;
  }
  const { searchType, ...rest } = filters;
  const text = writeSearch({ name, filters: rest });
  if (text) params.set('query', text);
  if (id === 'artifacts' && artifactSearchType(searchType) !== 'quick') params.set('type', artifactSearchType(searchType));
  return params;
}

/** The address of a scope's results; it holds the whole search. */
export function resultsPath(id: ScopeId, model: SearchModel): string {
  const query = parameters(id, model).toString();
  return `${scopes[id].path}${query === '' ? '' : `?${query}`}`;
}

/** The scope whose results an address shows; release bundles at both of their addresses and on either tab. */
export function scopeAt(path: string): ScopeId | undefined {
  if (/^\/(?:release-)?bundles(?:\/(?:source|target))?$/.test(path)) return 'releaseBundles';
  return scopeIds.find((id) => scopes[id].path === path);
}
