import { type PackageFilter, type PackageOrder, packageFilter, packageOrders, sortDirection } from '@packhouse/contract/repositories/package-search.ts';
import { useSearchParams } from 'react-router';

/** The packages list shows this; all of it stands in the address. */
export interface ListState {
  text: string;
  by: 'name' | 'description';
  type: string;
  repos: readonly string[];
  order: PackageOrder;
  direction: 'asc' | 'desc';
}

const isOrder = (value: string | null): value is PackageOrder => packageOrders.some((order) => order === value);

function readListState(params: URLSearchParams): ListState {
  const order = params.get('sort');
  return {
    text: params.get('q') ?? '',
    by: params.get('by') === 'description' ? 'description' : 'name',
    type: params.get('type') ?? 'All',
    repos: params.getAll('repo'),
    order: isOrder(order) ? order : 'name',
    direction: sortDirection(params.get('dir') ?? undefined),
  };
}

/** The address of a state: what is as usual is left out. */
function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.text !== '') params.set('q', state.text);
  if (state.by !== 'name') params.set('by', state.by);
  if (state.type !== 'All') params.set('type', state.type);
  for (const repo of state.repos) params.append('repo', repo);
  if (state.order !== 'name') params.set('sort', state.order);
  if (state.direction !== 'asc') params.set('dir', state.direction);
  return params;
}

/** The filter to ask with. Without a text the whole list is browsed; a text that is too short asks nothing. */
export function findFilter(state: ListState): PackageFilter | undefined {
  const { text, by, type, repos } = state;
  return packageFilter({ text, by, type, repos, context: text.trim() === '' });
}

export function isFiltered(state: ListState): boolean {
  return state.text !== '' || state.type !== 'All' || state.repos.length > 0;
}

export function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const state = readListState(params);
  const change = (part: Partial<ListState>) => setParams((now) => writeListState({ ...readListState(now), ...part }), { replace: true });
  return [state, change];
}
