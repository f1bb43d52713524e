import { call, notifyFailure, pages, refresh, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { listUsers, type User, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { Button, EmptyState, FilterChips, LinkButton, Menu, type MenuEntry, notify, Page, SearchField } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { Listed } from '../listing/listed.tsx';
import { filled, useFilters } from '../listing/use-filters.ts';
import { usePaged } from '../listing/use-paged.ts';
import { useSettled } from '../listing/use-settled.ts';
import { DeleteUsers } from './delete-users.tsx';
import { userColumns } from './user-columns.tsx';
import { editUserPath, inviteUserPath, newUserPath, userListPath } from './user-paths.ts';
import { t } from './users-words.ts';
import '../listing/listing.css';

export function ToUsers() {
  return <Navigate to={userListPath} replace />;
}

type Filters = Record<'search' | 'status' | 'role', string>;
type Change = (part: Partial<Filters>) => void;

function useUserQuery({ search, status, role }: Filters) {
  return {
    ...filled({ search: useSettled(search) }),
    ...(status === 'enabled' || status === 'disabled' ? { status: status as User['status'] } : {}),
    ...(role === 'administrator' ? { onlyAdministrators: 'true' } : {}),
  };
}

async function setStatus(name: string, status: User['status']): Promise<void> {
  try {
    await call(updateUser, { params: { name }, body: { status } });
    await refresh(listUsers);
    const undo = { label: t('undo'), run: () => void setStatus(name, status === 'enabled' ? 'disabled' : 'enabled') };
    notify.good(t(status === 'enabled' ? 'wasEnabled' : 'wasDisabled', { name }), { action: undo });
  } catch (error) {
    notifyFailure(error as Error, t('notChanged', { name }));
  }
}

/** Everybody who has an account. */
export function UserListPage() {
  const [filters, change] = useFilters('search', 'status', 'role');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly string[]>();
  const { name: ownName } = useSession();
  const navigate = useNavigate();
  const result = useInfiniteQuery(pages(listUsers, { query: useUserQuery(filters) }));
  useLive(['access.user.', 'access.group.'], listUsers);
  const list = usePaged(result);
  const ownRefusal = (name: string) => (name === ownName ? t('ownAccount') : undefined);
  const rowActions = (user: User): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editUserPath(user.name), keys: 'e' },
    user.status === 'enabled'
      ? { label: t('disable'), icon: 'lock', refusal: ownRefusal(user.name), onSelect: () => void setStatus(user.name, 'disabled') }
      : { label: t('enable'), icon: 'check', onSelect: () => void setStatus(user.name, 'enabled') },
    { label: t('tokens'), icon: 'key', to: `/admin/management/tokens?user=${encodeURIComponent(user.name)}` },
    { label: t('whatTheyDid'), icon: 'history', to: `/admin/security/audit?actor=${encodeURIComponent(user.name)}` },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', refusal: ownRefusal(user.name), onSelect: () => setRemoving([user.name]) },
  ];
  const table = (
    <DataTable<User>
      id="users"
      label={t('users')}
      columns={userColumns(ownName)}
      {...list}
      rowKey={({ name }) => name}
      href={({ name }) => editUserPath(name)}
      onEdit={({ name }) => void navigate(editUserPath(name))}
      onDelete={({ name }) => (name === ownName ? notify.warning(t('ownAccount')) : setRemoving([name]))}
      rowActions={rowActions}
      selected={selected}
      onSelect={setSelected}
      bulkActions={
        <Button size="small" kind="danger" icon="trash" onClick={() => setRemoving([...selected])}>
          {t('removeSelected')}
        </Button>
      }
      toolbar={<Toolbar filters={filters} change={change} />}
      empty={<Nothing filters={filters} onClear={() => change({ search: '', status: '', role: '' })} />}
    />
  );
  return (
    <Page
      title={t('users')}
      count={list.total}
      actions={
        <>
          <LinkButton to={inviteUserPath} icon="mail">
            {t('invite')}
          </LinkButton>
          <LinkButton to={newUserPath} kind="primary" icon="plus">
            {t('newUser')}
          </LinkButton>
        </>
      }
    >
      <Listed result={result} known={list.rows !== undefined}>
        {table}
      </Listed>
      {removing && (
        <DeleteUsers
          names={removing}
          onClose={() => setRemoving(undefined)}
          onDeleted={(gone) => setSelected(new Set([...selected].filter((name) => !gone.includes(name))))}
        />
      )}
    </Page>
  );
}

function Toolbar({ filters: { search, status, role }, change }: { filters: Filters; change: Change }) {
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
      <SearchField label={t('searchUsers')} value={search} onChange={(text) => change({ search: text })} />
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

function Nothing({ filters: { search, status, role }, onClear }: { filters: Filters; onClear: () => void }) {
  if (search || status || role) return <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={onClear}>{t('clearFilters')}</Button>} />;
  return (
    <EmptyState
      icon="users"
      title={t('noneYet')}
      action={
        <LinkButton to={newUserPath} kind="primary" icon="plus">
          {t('newUser')}
        </LinkButton>
      }
    />
  );
}
