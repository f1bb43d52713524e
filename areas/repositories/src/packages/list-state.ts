import { type PackageFilter, type PackageOrder, packageFilter, packageOrders, sortDirection } from '@packhouse/contract/repositories/package-search.ts';
import { readSearch, type SearchFilters, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { useSearchParams } from 'react-router';

/** The packages list shows this; all of it stands in the address. */
export interface ListState {
  text: string;
  by: 'name' | 'description';
  /** Package types; none: all of them. */
  types: readonly string[];
  repos: readonly string[];
  /** What else narrows the list, as it was searched for. */
  filters: SearchFilters;
  order: PackageOrder;
  direction: 'asc' | 'desc';
}

const isOrder = (value: string | null): value is PackageOrder => packageOrders.some((order) => order === value);

function readListState(params: URLSearchParams): ListState {
  const order = params.get('sort');
  return {
    text: params.get('q') ?? '',
    by: params.get('by') === 'description' ? 'description' : 'name',
    types: params.getAll('type').filter((type) => type !== 'All'),
    repos: params.getAll('repo'),
    filters: readSearch(params.get('filters') ?? '').filters,
    order: isOrder(order) ? order : 'name',
    direction: sortDirection(params.get('dir') ?? undefined),
  };
}

/** The address of a state: what is as usual is left out. */
function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.text !== '') params.set('q', state.text);
  if (state.by !== 'name') params.set('by', state.by);
  for (const type of state.types) params.append('type', type);
  for (const repo of state.repos) params.append('repo', repo);
  const filters = writeSearch({ name: '', filters: state.filters });
  if (filters !== '') params.set('filters', filters);
  if (state.order !== 'name') params.set('sort', state.order);
  if (state.direction !== 'asc') params.set('dir', state.direction);
  return params;
}

/** The filter to ask with. Without a text the whole list is browsed; a text that is too short asks nothing, unless a project or repository is chosen. */
export function findFilter(state: ListState, inProject: boolean): PackageFilter | undefined {
  const { text, by, types, repos, filters } = state;
  return packageFilter({ text, by, types, repos, filters, context: inProject || text.trim() === '' });
}

export function isFiltered(state: ListState): boolean {
  return state.text !== '' || state.types.length > 0 || state.repos.length > 0 || writeSearch({ name: '', filters: state.filters }) !== '';
}

export function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const state = readListState(params);
  const change = (part: Partial<ListState>) => setParams((now) => writeListState({ ...readListState(now), ...part }), { replace: true });
  return [state, change];
}
