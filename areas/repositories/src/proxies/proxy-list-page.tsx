import { Failure, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listProxies, type NamedProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, Page, RefusedState, StatusTag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DeleteProxy } from './delete-proxy.tsx';
import { t } from './proxies-words.ts';
import { editProxyPath, newProxyPath } from './proxy-paths.ts';

const newButton = () => (
  <LinkButton to={newProxyPath} kind="primary" icon="plus">
    {t('newProxy')}
  </LinkButton>
);

function columns(): Column<NamedProxy>[] {
  return [
    {
      id: 'key',
      title: t('key'),
      card: 'title',
      width: '22%',
      render: ({ key }) => (
        <Link to={editProxyPath(key)} className="ph-main-link">
          {key}
        </Link>
      ),
    },
    { id: 'host', title: t('host'), card: 'fact', render: ({ host }) => <span className="ph-mono">{host}</span> },
    { id: 'port', title: t('port'), width: '90px', render: ({ port }) => <span className="ph-mono">{port}</span> },
    { id: 'username', title: t('username'), width: '160px', render: ({ username }) => username },
    {
      id: 'default',
      title: t('isDefault'),
      card: 'fact',
      width: '150px',
      render: ({ isDefault }) => (isDefault ? <StatusTag kind="good">{t('yes')}</StatusTag> : null),
    },
    {
      id: 'usedBy',
      title: t('usedBy'),
      width: '160px',
      render: ({ usedBy }) =>
        usedBy.length === 0 ? (
          <span className="ph-muted">{t('nobody')}</span>
        ) : (
          <span title={usedBy.join(', ')}>{t('repositories', { count: usedBy.length })}</span>
        ),
    },
  ];
}

/** Every outgoing proxy. */
export function ProxyListPage() {
  const refusal = useRefusal(listProxies);
  const [removing, setRemoving] = useState<string>();
  const navigate = useNavigate();
  const result = useQuery({ ...query(listProxies, {}), enabled: refusal === undefined });
  useLive(['proxy.'], listProxies);
  if (refusal !== undefined)
    return (
      <Page title={t('proxies')}>
        <RefusedState message={refusal} />
      </Page>
    );
  const rows = result.data?.items;
  const rowActions = ({ key }: NamedProxy): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editProxyPath(key), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(key) },
  ];
  return (
    <Page title={t('proxies')} count={rows?.length} subtitle={t('about')} actions={newButton()}>
      {result.error && !rows ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <DataTable
          id="proxies"
          label={t('proxies')}
          columns={columns()}
          rows={rows}
          rowKey={({ key }) => key}
          href={({ key }) => editProxyPath(key)}
          onEdit={({ key }) => void navigate(editProxyPath(key))}
          onDelete={({ key }) => setRemoving(key)}
          rowActions={rowActions}
          empty={
            <EmptyState icon="network" title={t('none')} action={newButton()}>
              {t('noneHelp')}
            </EmptyState>
          }
        />
      )}
      {removing !== undefined && <DeleteProxy proxyKey={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  );
}
