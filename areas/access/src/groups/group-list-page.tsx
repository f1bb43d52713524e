import { pages, useLive } from '@packhouse/console-kit/console-kit.ts';
import { type Group, listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { Button, EmptyState, LinkButton, type MenuEntry, Page, SearchField } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Listed } from '../listing/listed.tsx';
import { filled, useFilters } from '../listing/use-filters.ts';
import { usePaged } from '../listing/use-paged.ts';
import { useSettled } from '../listing/use-settled.ts';
import { DeleteGroups } from './delete-groups.tsx';
import { groupColumns } from './group-columns.tsx';
import { editGroupPath, newGroupPath } from './group-paths.ts';
import { t } from './groups-words.ts';
import '../listing/listing.css';

const createButton = () => (
  <LinkButton to={newGroupPath} kind="primary" icon="plus">
    {t('newGroup')}
  </LinkButton>
);

/** Every group. */
export function GroupListPage() {
  const [{ search }, change] = useFilters('search');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly Group[]>();
  const navigate = useNavigate();
  const result = useInfiniteQuery(pages(listGroups, { query: filled({ search: useSettled(search) }) }));
  useLive(['access.group.', 'access.user.'], listGroups);
  const list = usePaged(result);
  const rowActions = (group: Group): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editGroupPath(group.name), keys: 'e' },
    { label: t('itsPermissions'), icon: 'shield', to: `/admin/management/permissions?group=${encodeURIComponent(group.name)}` },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving([group]) },
  ];
  const table = (
    <DataTable
      id="groups"
      label={t('groups')}
      columns={groupColumns()}
      {...list}
      rowKey={({ name }) => name}
      href={({ name }) => editGroupPath(name)}
      onEdit={({ name }) => void navigate(editGroupPath(name))}
      onDelete={(group) => setRemoving([group])}
      rowActions={rowActions}
      selected={selected}
      onSelect={setSelected}
      bulkActions={
        <Button size="small" kind="danger" icon="trash" onClick={() => setRemoving(list.rows?.filter(({ name }) => selected.has(name)))}>
          {t('removeSelected')}
        </Button>
      }
      toolbar={<SearchField label={t('searchGroups')} value={search} onChange={(text) => change({ search: text })} />}
      empty={<Nothing filtered={search !== ''} onClear={() => change({ search: '' })} />}
    />
  );
  return (
    <Page title={t('groups')} count={list.total} actions={createButton()}>
      <Listed result={result} known={list.rows !== undefined}>
        {table}
      </Listed>
      {removing && (
        <DeleteGroups
          groups={removing}
          onClose={() => setRemoving(undefined)}
          onDeleted={(gone) => setSelected(new Set([...selected].filter((name) => !gone.includes(name))))}
        />
      )}
    </Page>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={onClear}>{t('clearFilters')}</Button>} />;
  return (
    <EmptyState icon="group" title={t('noneYet')} action={createButton()}>
      {t('noneYetHelp')}
    </EmptyState>
  );
}
