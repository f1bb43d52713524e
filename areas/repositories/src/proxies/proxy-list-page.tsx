import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { deleteProxy, listProxies, type NamedProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { Deletion, EmptyState, LinkButton, type MenuEntry, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { editProxyPath, newProxyPath } from './proxies-screens.ts';
import { t } from './proxies-words.ts';

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
  const list = useList(listProxies, {}, { rows: ({ items }) => items, live: ['proxy.'], refusal: useRefusal(listProxies) });
  const [removing, setRemoving] = useState<string>();
  const rowActions = ({ key }: NamedProxy): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editProxyPath(key), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(key) },
  ];
  return (
    <ListPage
      id="proxies"
      title={t('proxies')}
      subtitle={t('about')}
      actions={newButton()}
      list={list}
      columns={columns()}
      rowKey={({ key }) => key}
      href={({ key }) => editProxyPath(key)}
      rowActions={rowActions}
      none={
        <EmptyState icon="network" title={t('none')} action={newButton()}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {removing !== undefined && <DeleteProxy proxyKey={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}

interface DeleteProxyProps {
  proxyKey: string;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a proxy goes; says who uses it when the server refuses. */
export function DeleteProxy({ proxyKey: key, onClose, onDeleted }: DeleteProxyProps) {
  const work = async () => {
    await call(deleteProxy, { params: { key } });
    await refresh(listProxies);
  };
  return (
    <Deletion title={t('removeTitle', { key })} action={t('removeAction')} work={work} done={t('removed', { key })} onClose={onClose} onDeleted={onDeleted}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
