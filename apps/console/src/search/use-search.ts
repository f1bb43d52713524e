import { useSession } from '@packhouse/console-kit/session/session.ts';
import { readSearch, type SearchFilters, type SearchModel, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type RecentSearch, rememberSearch } from './recent-searches.ts';
import { effectiveScope, isScopeDisabled, isScopeVisible, resultsPath, type ScopeId, scopeAt } from './search-scopes.ts';

interface Search {
  scope: ScopeId;
  /** This stands in the field; the model is what it says. */
  text: string;
  /** Filters that have controls of their own. */
  chosen: Pick<SearchFilters, 'searchType' | 'packageTypes'>;
}

const nothing: Search = { scope: 'packages', text: '', chosen: {} };

/** The search that an address shows the results of. */
function searchAt(path: string, query: string): Search | undefined {
  const scope = scopeAt(path);
  if (scope === undefined) return undefined;
  const params = new URLSearchParams(query);
  const type = params.get('type');
  if (scope === 'packages') {
    const named = params.get('q') ?? '';
    const words = params.get('by') === 'description' ? { name: '', filters: { description: named } } : { name: named, filters: {} };
    const repositories = params.getAll('repo');
    const types = params.getAll('type');
    const { filters } = readSearch(params.get('filters') ?? '');
    // The field's own choice holds one type; several are written out.
    const several = types.length > 1 ? { packageTypes: types } : {};
    const text = writeSearch({ ...words, filters: { ...filters, ...words.filters, ...(repositories.length > 0 ? { repositories } : {}), ...several } });
    return { scope, text, chosen: types.length === 1 ? { packageTypes: types } : {} };
  }
  if (scope === 'builds') return { scope, text: params.get('name') ?? '', chosen: {} };
  return { scope, text: params.get('query') ?? '', chosen: type ? { searchType: type } : {} };
}

function makeModel({ scope, text, chosen }: Search): SearchModel {
  // Builds are found by their names alone: what would be a filter elsewhere is a part of the name.
  if (scope === 'builds') return { name: text.trim(), filters: {} };
  const { name, filters } = readSearch(text);
  return { name, filters: { ...chosen, ...filters } };
}

/** The search in the top bar: what is typed and chosen, and what is done with it. It follows the address. */
export function useSearch() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search: query } = useLocation();
  const address = pathname + query;
  const [held, setHeld] = useState(() => ({ address, search: searchAt(pathname, query) ?? nothing }));
  const shown = held.address === address ? held.search : (searchAt(pathname, query) ?? { ...held.search, text: '' });
  if (held.address !== address) setHeld({ address, search: shown });
  const change = (search: Search) => setHeld({ address, search });
  const scope = isScopeVisible(shown.scope, session) ? shown.scope : 'packages';
  const model = makeModel(shown);
  const run = (type: ScopeId, searched: SearchModel) => {
    const target = effectiveScope(type, session);
    if (!isScopeVisible(target, session) || isScopeDisabled(target, session)) return false;
    rememberSearch(session.name, { type, searchModel: searched, context: session.projectKey ?? '' });
    void navigate(resultsPath(target, searched));
    return true;
  };
  return {
    scope,
    text: shown.text,
    model,
    disabled: isScopeDisabled(scope, session),
    type: (text: string) => change({ ...shown, text }),
    /** Another scope has other filters: only the name stays. */
    chooseScope: (next: ScopeId) => change({ scope: next, text: next === 'builds' ? model.name : writeSearch({ name: model.name, filters: {} }), chosen: {} }),
    /** So has another kind of artifact search. */
    chooseSearchType: (searchType: string) => change({ ...shown, text: writeSearch({ name: model.name, filters: {} }), chosen: { searchType } }),
    choosePackageType: (type: string) => change({ ...shown, chosen: type === 'All' ? {} : { packageTypes: [type] } }),
    clear: () => change({ ...nothing, scope }),
    run: () => run(scope, model),
    repeat: ({ type, queryString, searchModel }: RecentSearch) => {
      const { searchType, packageTypes } = searchModel.filters;
      const written =
        searchType || packageTypes
          ? writeSearch({ name: searchModel.name, filters: { ...searchModel.filters, searchType: undefined, packageTypes: undefined } })
          : queryString;
      const text = type === 'builds' ? searchModel.name : written;
      change({ scope: type, text, chosen: { ...(searchType ? { searchType } : {}), ...(packageTypes ? { packageTypes } : {}) } });
      return run(type, searchModel);
    },
  };
}
export type SearchControl = ReturnType<typeof useSearch>;
