import { constants } from '@packhouse/contract/constants.ts';
import { type SearchModel, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { type ScopeId, scopeIds } from './search-scopes.ts';

/** Somebody has searched for this before. */
export interface RecentSearch {
  id: string;
  type: ScopeId;
  queryString: string;
  searchModel: SearchModel;
  /** Key of the project that was chosen; '' for all. */
  context: string;
}

const mostRecentSearches = constants.recentSearches;

const getKey = (userName: string) => `packhouse.recent-searches.${userName || 'anonymous'}`;

function isRecent(value: unknown): value is RecentSearch {
  const { id, type, queryString, searchModel } = (value ?? {}) as Partial<RecentSearch>;
  return typeof id === 'string' && scopeIds.some((scope) => scope === type) && typeof queryString === 'string' && typeof searchModel?.name === 'string';
}

/** The last first. Storage that somebody else has written into counts as empty. */
export function recentSearches(userName: string): RecentSearch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(getKey(userName)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, mostRecentSearches) : [];
  } catch {
    return [];
  }
}

/** Keeps a search in this browser; the oldest makes room, and the same search moves up. */
export function rememberSearch(userName: string, search: Pick<RecentSearch, 'type' | 'searchModel' | 'context'>): void {
  const queryString = writeSearch(search.searchModel);
  if (queryString.trim() === '') return;
  const id = `${search.type} ${search.context} ${queryString}`;
  const others = recentSearches(userName).filter((one) => one.id !== id);
  localStorage.setItem(getKey(userName), JSON.stringify([{ ...search, queryString, id }, ...others].slice(0, mostRecentSearches)));
}

export function forgetSearches(userName: string): void {
  localStorage.removeItem(getKey(userName));
}
