import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import {
  type FilterEntry,
  listFederationFilters,
  listFederations,
  type PermissionsFilter,
  readFederation,
  updateFederationFilter,
} from '@packhouse/contract/mission-control/federation-routes.ts';
import { EmptyState, notify } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { tellFederation } from './federation-bus.ts';
import { t } from './federation-words.ts';
import { isSingle, PatternFields } from './pattern-field.tsx';
import { useClosing } from './use-closing.ts';

const columns = (): Column<FilterEntry>[] => [
  { id: 'source', title: t('source'), card: 'title', width: '24%', render: ({ source }) => <b>{source}</b> },
  { id: 'include', title: t('include'), card: 'fact', render: ({ permissionsFilter }) => permissionsFilter.include.join(', ') },
  { id: 'exclude', title: t('exclude'), card: 'fact', render: ({ permissionsFilter }) => permissionsFilter.exclude.join(', ') },
];

type Patterns = FilterEntry['permissionsFilter'];
const isOther = (before: Patterns, after: Patterns) => JSON.stringify([before.include, before.exclude]) !== JSON.stringify([after.include, after.exclude]);

function EditFilter({ filter: { id, source, permissionsFilter }, onClose }: { filter: FilterEntry; onClose: () => void }) {
  useClosing();
  return (
    <RecordDrawer<typeof updateFederationFilter, PermissionsFilter>
      title={t('filterOf', { name: source })}
      submitLabel={t('save')}
      onClose={onClose}
      save={updateFederationFilter}
      before={{ ...permissionsFilter, single: isSingle(permissionsFilter) }}
      input={({ single, include, exclude }) => ({ params: { id }, body: { single, include, exclude } })}
      stale={[listFederationFilters, listFederations, readFederation]}
      onSaved={({ permissionsFilter: saved }) => {
        if (isOther(permissionsFilter, saved)) tellFederation('permissions-pattern-updated');
        notify.good(t('filterSaved'));
        onClose();
      }}
    >
      <PatternFields />
    </RecordDrawer>
  );
}

/** Which permissions travel: of federations, this is for all who manage permissions. */
export function FilterListPage() {
  const list = useList(listFederationFilters, {}, { rows: ({ items }) => items });
  const [editing, setEditing] = useState<FilterEntry>();
  return (
    <ListPage
      id="federation-filters"
      title={t('filters')}
      subtitle={t('filtersHelp')}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowName={({ source }) => source}
      rowActions={(filter) => [{ label: t('edit'), icon: 'edit', keys: 'e', onSelect: () => setEditing(filter) }]}
      none={
        <EmptyState icon="network" title={t('noFilters')}>
          {t('noFiltersHelp')}
        </EmptyState>
      }
    >
      {editing && <EditFilter filter={editing} onClose={() => setEditing(undefined)} />}
    </ListPage>
  );
}
