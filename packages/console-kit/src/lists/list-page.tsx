import { Banner, Button, EmptyState, type MenuEntry, notify, Page, RefusedState, relativeTime, SearchField, words } from '@packhouse/ui/core.ts';
import { DataTable, type DataTableProps } from '@packhouse/ui/table/data.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Failure } from './failure.tsx';
import type { Filters } from './filters.ts';
import type { List } from './list.ts';

type OfTheTable<Row> = Pick<DataTableProps<Row>, 'id' | 'label' | 'columns' | 'rowKey'> &
  Partial<Pick<DataTableProps<Row>, 'rowName' | 'href' | 'rowActions' | 'sort' | 'onSort'>>;

interface ListTableProps<Row> extends OfTheTable<Row> {
  list: List<Row>;
  filters?: Filters;
  /** This can be searched for, where `search` is one of the filters: 'Search users'. */
  search?: string;
  /** Further filters, after the search. */
  toolbar?: ReactNode;
  /** Instead of rows when there are none at all. */
  none: ReactNode;
  /** Tells what is said when the filters leave no row, and how they are taken away. */
  noneFits?: { title: string; clear: string; help?: string };
  /** Offers what can be done with several rows at once; `clear` chooses none again. */
  bulkActions?: (chosen: readonly Row[], clear: () => void) => ReactNode;
}

type Action = Extract<MenuEntry, { label: string }>;

/** What a key does with a row is what its menu says beside the key. */
function useKeys<Row>(rowActions: ListTableProps<Row>['rowActions']) {
  const navigate = useNavigate();
  const press = (keys: string) => (row: Row) => {
    const action = rowActions?.(row).find((entry): entry is Action => 'label' in entry && entry.keys === keys);
    if (action?.refusal !== undefined) notify.warning(action.refusal);
    else if (action?.to !== undefined) void navigate(action.to);
    else action?.onSelect?.();
  };
  return { onEdit: press('e'), onDelete: press('Del') };
}

/**
 * A list in all its states. It stays the same table from the first moment on, so that what is typed above it meanwhile is not lost;
 * when the server cannot be asked, the last known rows stay and their age is told.
 */
export function ListTable<Row>({ list, filters, search, toolbar, none, noneFits, bulkActions, rowActions, ...table }: ListTableProps<Row>) {
  const { rows, total, onMore, loadingMore = false, error, loadedAt, refetch, refusal } = list;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const keys = useKeys(rowActions);
  if (refusal !== undefined) return <RefusedState message={refusal} />;
  if (error && !rows) return <Failure error={error} onRetry={refetch} />;
  const tools = search === undefined && toolbar === undefined ? undefined : <Tools filters={filters} search={search} toolbar={toolbar} />;
  const chosen = (rows ?? []).filter((row) => selected.has(table.rowKey(row)));
  return (
    <>
      {error && <Age error={error} loadedAt={loadedAt} onRetry={refetch} />}
      <DataTable<Row>
        {...table}
        rows={rows}
        total={total}
        onMore={onMore}
        loadingMore={loadingMore}
        {...(tools ? { toolbar: tools } : {})}
        {...(rowActions ? { rowActions, ...keys } : {})}
        {...(bulkActions ? { selected, onSelect: setSelected, bulkActions: bulkActions(chosen, () => setSelected(new Set())) } : {})}
        empty={filters?.isSet && noneFits !== undefined ? <NoneFits {...noneFits} onClear={filters.clear} /> : none}
      />
    </>
  );
}

function Tools({ filters, search, toolbar }: Pick<ListTableProps<never>, 'filters' | 'search' | 'toolbar'>) {
  return (
    <>
      {search !== undefined && <SearchField label={search} value={filters?.values.search ?? ''} onChange={(text) => filters?.change({ search: text })} />}
      {toolbar}
    </>
  );
}

function NoneFits({ title, clear, help, onClear }: NonNullable<ListTableProps<never>['noneFits']> & { onClear: () => void }) {
  return (
    <EmptyState icon="search" title={title} action={<Button onClick={onClear}>{clear}</Button>}>
      {help}
    </EmptyState>
  );
}

function Age({ error, loadedAt, onRetry }: { error: Error; loadedAt: number; onRetry: () => void }) {
  return (
    <Banner
      kind="warning"
      action={
        <Button size="small" icon="refresh" onClick={onRetry}>
          {words().retry}
        </Button>
      }
    >
      {error.message}. {words().offlineAge(relativeTime(new Date(loadedAt)))}
    </Banner>
  );
}

interface ListPageProps<Row>
  extends Omit<ListTableProps<Row>, 'label'>,
    Pick<ComponentProps<typeof Page>, 'title' | 'documentTitle' | 'subtitle' | 'actions' | 'breadcrumb'> {
  /** The rows are called this, where the title is not their name. */
  label?: string;
  /** How many there are, where the list does not say it; undefined shows no number. */
  count?: number | undefined;
  /** Between the head of the page and its table: tabs, banners. */
  above?: ReactNode;
  /** Below the table, and what is open over it: drawers, questions. */
  children?: ReactNode;
}

/** A page that is one list: its head with what can be made, the table in all its states, and what is open over it. */
export function ListPage<Row>({ title, documentTitle, subtitle, actions, breadcrumb, label = title, above, children, ...given }: ListPageProps<Row>) {
  const { rows, total = rows?.length, refusal } = given.list;
  const { count: _, ...table } = given;
  const head = { ...(breadcrumb ? { breadcrumb } : {}), ...(documentTitle ? { documentTitle } : {}) };
  if (refusal !== undefined)
    return (
      <Page title={title} {...head}>
        <RefusedState message={refusal} />
      </Page>
    );
  return (
    <Page title={title} count={'count' in given ? given.count : total} subtitle={subtitle} actions={actions} {...head}>
      {above}
      <ListTable label={label} {...table} />
      {children}
    </Page>
  );
}
