import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { type Filters, ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { listUsers, type User } from '@packhouse/contract/access/access-user-routes.ts';
import { Button, EmptyState, FilterChips, LinkButton, Menu, type MenuEntry } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { getManagedRefusal } from '../forms/managed-by.tsx';
import { DeleteUsers } from './delete-users.tsx';
import { userColumns } from './user-columns.tsx';
import { setStatus } from './user-status.ts';
import { editUserPath, inviteUserPath, newUserPath, userListPath } from './users-screens.ts';
import { t } from './users-words.ts';
import '../listing/listing.css';

export function ToUsers() {
  return <Navigate to={userListPath} replace />;
}

type UserFilters = Filters<'search' | 'status' | 'role'>;

function makeQuery({ search, status, role }: UserFilters['asked']) {
  return {
    ...(search ? { search } : {}),
    ...(status === 'enabled' || status === 'disabled' ? { status: status as User['status'] } : {}),
    ...(role === 'administrator' ? { onlyAdministrators: 'true' } : {}),
  };
}

const newButton = () => (
  <LinkButton to={newUserPath} kind="primary" icon="plus">
    {t('newUser')}
  </LinkButton>
);

/** Everybody who has an account. */
export function UserListPage() {
  const filters = useFilters('search', 'status', 'role');
  const list = usePagedList(listUsers, { query: makeQuery(filters.asked) }, { live: ['access.user.', 'access.group.'] });
  const [removing, setRemoving] = useState<readonly string[]>();
  const { name: ownName } = useSession();
  const rowActions = ({ name, status, managedBy }: User): MenuEntry[] => {
    const refusal = name === ownName ? t('ownAccount') : undefined;
    return [
      { label: t('edit'), icon: 'edit', to: editUserPath(name), keys: 'e' },
      status === 'enabled'
        ? { label: t('disable'), icon: 'lock', refusal, onSelect: () => void setStatus(name, 'disabled') }
        : { label: t('enable'), icon: 'check', onSelect: () => void setStatus(name, 'enabled') },
      { label: t('tokens'), icon: 'key', to: `/admin/management/tokens?user=${encodeURIComponent(name)}` },
      { label: t('whatTheyDid'), icon: 'history', to: `/admin/security/audit?actor=${encodeURIComponent(name)}` },
      { line: true },
      { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', refusal: refusal ?? getManagedRefusal(managedBy), onSelect: () => setRemoving([name]) },
    ];
  };
  return (
    <ListPage<User>
      id="users"
      title={t('users')}
      actions={
        <>
          <LinkButton to={inviteUserPath} icon="mail">
            {t('invite')}
          </LinkButton>
          {newButton()}
        </>
      }
      list={list}
      columns={userColumns(ownName)}
      rowKey={({ name }) => name}
      href={({ name }) => editUserPath(name)}
      rowActions={rowActions}
      bulkActions={(chosen) => (
        <Button size="small" kind="danger" icon="trash" onClick={() => setRemoving(chosen.map(({ name }) => name))}>
          {t('removeSelected')}
        </Button>
      )}
      filters={filters}
      search={t('searchUsers')}
      toolbar={<MoreFilters {...filters} />}
      noneFits={{ title: t('noneFits'), clear: t('clearFilters') }}
      none={<EmptyState icon="users" title={t('noneYet')} action={newButton()} />}
    >
      {removing && <DeleteUsers names={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}

function MoreFilters({ values: { status, role }, change }: UserFilters) {
  const entries: MenuEntry[] = [
    { heading: t('status') },
    { label: t('anyStatus'), checked: status === '', onSelect: () => change({ status: '' }) },
    { label: t('enabled'), checked: status === 'enabled', onSelect: () => change({ status: 'enabled' }) },
    { label: t('disabled'), checked: status === 'disabled', onSelect: () => change({ status: 'disabled' }) },
    { line: true },
    { label: t('administratorsOnly'), checked: role === 'administrator', onSelect: () => change({ role: role === '' ? 'administrator' : '' }) },
  ];
  const chips = [
    ...(status ? [{ key: 'status', label: t(status === 'disabled' ? 'disabled' : 'enabled'), onRemove: () => change({ status: '' }) }] : []),
    ...(role ? [{ key: 'role', label: t('administratorsOnly'), onRemove: () => change({ role: '' }) }] : []),
  ];
  return (
    <>
      <Menu label={t('filter')} entries={entries}>
        {(trigger) => (
          <Button icon="filter" {...trigger}>
            {t('filter')}
          </Button>
        )}
      </Menu>
      <FilterChips chips={chips} />
    </>
  );
}
