import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type Group, listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { Button, EmptyState, LinkButton, type MenuEntry } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { getManagedRefusal } from '../forms/managed-by.tsx';
import { DeleteGroups } from './delete-groups.tsx';
import { groupColumns } from './group-columns.tsx';
import { editGroupPath, newGroupPath } from './groups-screens.ts';
import { t } from './groups-words.ts';
import '../listing/listing.css';

const createButton = () => (
  <LinkButton to={newGroupPath} kind="primary" icon="plus">
    {t('newGroup')}
  </LinkButton>
);

/** Every group. */
export function GroupListPage() {
  const filters = useFilters('search');
  const list = usePagedList(listGroups, { query: filters.asked }, { live: ['access.group.', 'access.user.'] });
  const [removing, setRemoving] = useState<readonly Group[]>();
  const rowActions = (group: Group): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editGroupPath(group.name), keys: 'e' },
    { label: t('itsPermissions'), icon: 'shield', to: `/admin/management/permissions?group=${encodeURIComponent(group.name)}` },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', refusal: getManagedRefusal(group.managedBy), onSelect: () => setRemoving([group]) },
  ];
  return (
    <ListPage
      id="groups"
      title={t('groups')}
      actions={createButton()}
      list={list}
      columns={groupColumns()}
      rowKey={({ name }) => name}
      href={({ name }) => editGroupPath(name)}
      rowActions={rowActions}
      bulkActions={(chosen) => (
        <Button size="small" kind="danger" icon="trash" onClick={() => setRemoving(chosen)}>
          {t('removeSelected')}
        </Button>
      )}
      filters={filters}
      search={t('searchGroups')}
      noneFits={{ title: t('noneFits'), clear: t('clearFilters') }}
      none={
        <EmptyState icon="group" title={t('noneYet')} action={createButton()}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      {removing && <DeleteGroups groups={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
