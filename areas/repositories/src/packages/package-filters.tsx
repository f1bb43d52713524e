import { query } from '@packhouse/console-kit/console-kit.ts';
import { filterChips } from '@packhouse/console-kit/lists.ts';
import { formatIds, getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { type PackageOrder, packageOrders } from '@packhouse/contract/repositories/package-search.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import type { FilterName } from '@packhouse/contract/repositories/search-query.ts';
import { Button, FilterChips, IconButton, Menu, type MenuEntry, SearchField } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListState } from './list-state.ts';
import type { View } from './package-items.tsx';
import { t } from './package-list-words.ts';

interface PackageFiltersProps {
  state: ListState;
  /** Filters that are told of elsewhere. */
  unused: readonly FilterName[];
  onChange: (change: Partial<ListState>) => void;
  view: View;
  onView: (view: View) => void;
}

const orderNames: Record<PackageOrder, () => string> = {
  name: () => t('sortName'),
  modified: () => t('sortModified'),
  created: () => t('sortCreated'),
  downloads: () => t('sortDownloads'),
};

/** The typed text, given on once the typing pauses; a change of the value from elsewhere replaces it. */
function useTyped(value: string, onTyped: (value: string) => void): [string, (value: string) => void] {
  const [field, setField] = useState<{ typed: string; value: string; sent?: string | undefined }>({ typed: value, value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // What was given on comes back once: after that the same value is from elsewhere, as when somebody goes back.
  if (field.value !== value) setField({ value, typed: value === field.sent ? field.typed : value, sent: undefined });
  const type = (typed: string) => {
    setField({ ...field, typed });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setField((now) => ({ ...now, sent: typed }));
      onTyped(typed);
    }, 250);
  };
  return [field.typed, type];
}

/** Search, type, repository, order and view of the packages list. */
export function PackageFilters({ state, unused, onChange, view, onView }: PackageFiltersProps) {
  const [typed, type] = useTyped(state.text, (text) => onChange({ text }));
  const repositories = useQuery(query(listRepositories, { query: { limit: 500 } }));
  const types: MenuEntry[] = ['All', ...formatIds].map((format) => ({
    label: format === 'All' ? t('allTypes') : getFormatTitle(format),
    checked: format === 'All' ? state.types.length === 0 : state.types.includes(format),
    onSelect: () => onChange({ types: format === 'All' ? [] : [format] }),
  }));
  const repos: MenuEntry[] = [
    { label: t('allRepositories'), checked: state.repos.length === 0, onSelect: () => onChange({ repos: [] }) },
    { line: true },
    ...(repositories.data?.items ?? []).map(({ key, format }) => ({
      label: key,
      hint: getFormatTitle(format),
      checked: state.repos.includes(key),
      onSelect: () => onChange({ repos: state.repos.includes(key) ? state.repos.filter((repo) => repo !== key) : [...state.repos, key] }),
    })),
  ];
  const chips = [
    ...state.types.map((one) => ({
      key: `type ${one}`,
      label: `${t('type')}: ${getFormatTitle(one)}`,
      onRemove: () => onChange({ types: state.types.filter((other) => other !== one) }),
    })),
    ...state.repos.map((repo) => ({
      key: `repo ${repo}`,
      label: `${t('repository')}: ${repo}`,
      onRemove: () => onChange({ repos: state.repos.filter((one) => one !== repo) }),
    })),
    ...filterChips({ name: '', filters: state.filters }, ({ filters }) => onChange({ filters }), unused),
  ];
  return (
    <>
      <div className="pkg-filters">
        <SearchField label={t('searchPackages')} value={typed} onChange={type} />
        <Choice label={t('searchIn')} text={state.by === 'name' ? t('byName') : t('byDescription')} entries={searchKinds(state, onChange)} />
        <Choice label={t('type')} text={state.types.length === 0 ? t('allTypes') : state.types.map(getFormatTitle).join(', ')} entries={types} />
        <Choice label={t('repository')} text={t('repository')} entries={repos} />
        <span className="pkg-filters-end">
          <Choice label={t('sort')} text={t('sortedBy', { order: orderNames[state.order]() })} entries={orders(state, onChange)} />
          <IconButton
            icon={state.direction === 'asc' ? 'arrow-up' : 'arrow-down'}
            label={state.direction === 'asc' ? t('ascending') : t('descending')}
            onClick={() => onChange({ direction: state.direction === 'asc' ? 'desc' : 'asc' })}
          />
          <IconButton icon="menu" label={t('asRows')} aria-pressed={view === 'rows'} onClick={() => onView('rows')} />
          <IconButton icon="package" label={t('asCards')} aria-pressed={view === 'cards'} onClick={() => onView('cards')} />
        </span>
      </div>
      <FilterChips chips={chips} />
    </>
  );
}

function Choice({ label, text, entries }: { label: string; text: string; entries: readonly MenuEntry[] }) {
  return (
    <Menu label={label} entries={entries}>
      {(trigger) => (
        <Button {...trigger} icon="chevron-down" aria-label={`${label}: ${text}`} className="pkg-choice">
          {text}
        </Button>
      )}
    </Menu>
  );
}

function searchKinds(state: ListState, onChange: PackageFiltersProps['onChange']): MenuEntry[] {
  return [
    { label: t('byName'), checked: state.by === 'name', onSelect: () => onChange({ by: 'name' }) },
    { label: t('byDescription'), checked: state.by === 'description', onSelect: () => onChange({ by: 'description' }) },
  ];
}

function orders(state: ListState, onChange: PackageFiltersProps['onChange']): MenuEntry[] {
  return packageOrders.map((order) => ({
    label: orderNames[order](),
    checked: state.order === order,
    // People look for the newest and the most used first, and for names from A.
    onSelect: () => onChange({ order, direction: order === 'name' ? 'asc' : 'desc' }),
  }));
}
