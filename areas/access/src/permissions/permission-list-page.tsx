import { pages, useLive } from '@packhouse/console-kit/console-kit.ts';
import { listPermissions, type Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { Button, EmptyState, FilterChips, LinkButton, type MenuEntry, Page, SearchField } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Listed } from '../listing/listed.tsx';
import { filled, useFilters } from '../listing/use-filters.ts';
import { usePaged } from '../listing/use-paged.ts';
import { useSettled } from '../listing/use-settled.ts';
import { DeletePermission } from './delete-permission.tsx';
import { ExplainDrawer } from './explain-drawer.tsx';
import { permissionColumns } from './permission-columns.tsx';
import { editPermissionPath, newPermissionPath } from './permission-paths.ts';
import { t } from './permissions-words.ts';
import { useQuestion } from './question.ts';
import '../listing/listing.css';
import './permissions.css';

type Filters = Record<'search' | 'user' | 'group' | 'repository', string>;

/** Who may do what with which repositories, builds and release bundles. */
export function PermissionListPage() {
  const [filters, change] = useFilters('search', 'user', 'group', 'repository');
  const [removing, setRemoving] = useState<Permission>();
  const [question, ask] = useQuestion();
  const navigate = useNavigate();
  const { search, ...named } = filters;
  const result = useInfiniteQuery(pages(listPermissions, { query: filled({ search: useSettled(search), ...named }) }));
  useLive(['access.permission.', 'access.group.', 'access.user.'], listPermissions);
  const list = usePaged(result);
  const rowActions = (permission: Permission): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editPermissionPath(permission.name), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(permission) },
  ];
  const table = (
    <DataTable
      id="permissions"
      label={t('permissions')}
      columns={permissionColumns()}
      {...list}
      rowKey={({ name }) => name}
      href={({ name }) => editPermissionPath(name)}
      onEdit={({ name }) => void navigate(editPermissionPath(name))}
      onDelete={setRemoving}
      rowActions={rowActions}
      toolbar={<Toolbar filters={filters} change={change} />}
      empty={<Nothing filtered={Object.values(filters).some(Boolean)} onClear={() => change({ search: '', user: '', group: '', repository: '' })} />}
    />
  );
  return (
    <Page
      title={t('permissions')}
      count={list.total}
      actions={
        <>
          <Button icon="help" onClick={() => ask({})}>
            {t('why')}
          </Button>
          <LinkButton to={newPermissionPath} kind="primary" icon="plus">
            {t('newPermission')}
          </LinkButton>
        </>
      }
    >
      <Listed result={result} known={list.rows !== undefined}>
        {table}
      </Listed>
      {removing && <DeletePermission permission={removing} onClose={() => setRemoving(undefined)} />}
      {question && <ExplainDrawer question={question} onAsk={ask} onClose={() => ask(undefined)} />}
    </Page>
  );
}

function Toolbar({ filters, change }: { filters: Filters; change: (part: Partial<Filters>) => void }) {
  const named = (['user', 'group', 'repository'] as const).filter((name) => filters[name]);
  return (
    <>
      <SearchField label={t('searchPermissions')} value={filters.search} onChange={(search) => change({ search })} />
      <FilterChips chips={named.map((name) => ({ key: name, label: t(`filter_${name}`, { name: filters[name] }), onRemove: () => change({ [name]: '' }) }))} />
    </>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={onClear}>{t('clearFilters')}</Button>} />;
  return (
    <EmptyState
      icon="shield"
      title={t('noneYet')}
      action={
        <LinkButton to={newPermissionPath} kind="primary" icon="plus">
          {t('newPermission')}
        </LinkButton>
      }
    >
      {t('noneYetHelp')}
    </EmptyState>
  );
}
