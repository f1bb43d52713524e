import { useQuestion } from '@packhouse/console-kit/console-kit.ts';
import { type Filters, ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { listPermissions, type Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { Button, EmptyState, FilterChips, LinkButton, type MenuEntry } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { getManagedRefusal } from '../forms/managed-by.tsx';
import { DeletePermission } from './delete-permission.tsx';
import { permissionColumns } from './permission-columns.tsx';
import { editPermissionPath, newPermissionPath } from './permissions-screens.ts';
import { t } from './permissions-words.ts';
import '../listing/listing.css';
import './permissions.css';

const newButton = () => (
  <LinkButton to={newPermissionPath} kind="primary" icon="plus">
    {t('newPermission')}
  </LinkButton>
);

/** Who may do what with which repositories, builds and release bundles. */
export function PermissionListPage() {
  const filters = useFilters('search', 'user', 'group', 'repository');
  const list = usePagedList(listPermissions, { query: filters.asked }, { live: ['access.permission.', 'access.group.', 'access.user.'] });
  const [removing, setRemoving] = useState<Permission>();
  const [, ask] = useQuestion();
  const rowActions = (permission: Permission): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editPermissionPath(permission.name), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', refusal: getManagedRefusal(permission.managedBy), onSelect: () => setRemoving(permission) },
  ];
  return (
    <ListPage
      id="permissions"
      title={t('permissions')}
      actions={
        <>
          <Button icon="help" onClick={() => ask({})}>
            {t('why')}
          </Button>
          {newButton()}
        </>
      }
      list={list}
      columns={permissionColumns()}
      rowKey={({ name }) => name}
      href={({ name }) => editPermissionPath(name)}
      rowActions={rowActions}
      filters={filters}
      search={t('searchPermissions')}
      toolbar={<NamedFilters {...filters} />}
      noneFits={{ title: t('noneFits'), clear: t('clearFilters') }}
      none={
        <EmptyState icon="shield" title={t('noneYet')} action={newButton()}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      {removing && <DeletePermission permission={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}

/** Whom or what the list is narrowed to by the page that led here. */
function NamedFilters({ values, change }: Filters<'search' | 'user' | 'group' | 'repository'>) {
  const named = (['user', 'group', 'repository'] as const).filter((name) => values[name]);
  return (
    <FilterChips chips={named.map((name) => ({ key: name, label: t(`filter_${name}`, { name: values[name] }), onRemove: () => change({ [name]: '' }) }))} />
  );
}
