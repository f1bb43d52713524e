import { call, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, useList } from '@packhouse/console-kit/lists.ts';
import * as routes from '@packhouse/contract/access/access-ldap-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, notify, Page, Section, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { groupSettingPath, importPath, newGroupSettingPath, newServerPath, serverPath } from './ldap-screens.ts';
import { t } from './ldap-words.ts';
import { RemoveSetting } from './remove-setting.tsx';
import '../listing/listing.css';

const getState = ({ enabled }: { enabled: boolean }) => <StatusTag kind={enabled ? 'good' : 'neutral'}>{t(enabled ? 'enabled' : 'disabled')}</StatusTag>;

function serverColumns(): Column<routes.LdapServer>[] {
  return [
    { id: 'key', title: t('key'), render: ({ key }) => <Link to={serverPath(key)}>{key}</Link>, card: 'title', width: '220px' },
    { id: 'url', title: t('address'), render: ({ url }) => <span className="ph-mono">{url}</span>, card: 'fact' },
    { id: 'state', title: t('state'), render: getState, card: 'fact', width: '160px' },
  ];
}

function settingColumns(): Column<routes.LdapGroupSetting>[] {
  return [
    { id: 'key', title: t('key'), render: ({ key }) => <Link to={groupSettingPath(key)}>{key}</Link>, card: 'title', width: '220px' },
    { id: 'server', title: t('server'), render: ({ serverKey }) => serverKey },
    { id: 'strategy', title: t('strategy'), render: ({ strategy }) => t(`short_${strategy}`), card: 'fact', width: '160px' },
    { id: 'state', title: t('state'), render: getState, card: 'fact', width: '160px' },
  ];
}

function Servers() {
  const list = useList(routes.listLdapServers, {}, { rows: ({ items }) => items });
  const [removing, setRemoving] = useState<string>();
  const { rows } = list;
  const move = async (key: string, by: number) => {
    const keys = (rows ?? []).map((server) => server.key);
    const at = keys.indexOf(key);
    [keys[at], keys[at + by]] = [keys[at + by]!, keys[at]!];
    await call(routes.orderLdapServers, { body: { keys } }).catch((error: Error) => notify.bad(error.message));
    await refresh(routes.listLdapServers);
  };
  const rowActions = ({ key }: routes.LdapServer): MenuEntry[] => {
    const at = (rows ?? []).findIndex((server) => server.key === key);
    return [
      { label: t('edit'), icon: 'edit', to: serverPath(key), keys: 'e' },
      ...(at > 0 ? [{ label: t('up'), icon: 'arrow-up' as const, onSelect: () => void move(key, -1) }] : []),
      ...(rows && at < rows.length - 1 ? [{ label: t('down'), icon: 'arrow-down' as const, onSelect: () => void move(key, 1) }] : []),
      { line: true },
      { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(key) },
    ];
  };
  const create = (
    <LinkButton to={newServerPath} kind="primary" icon="plus">
      {t('newServer')}
    </LinkButton>
  );
  return (
    <Section title={t('servers')} actions={rows && rows.length > 0 && create}>
      <ListTable
        list={list}
        id="ldap-servers"
        label={t('servers')}
        columns={serverColumns()}
        rowKey={({ key }) => key}
        href={({ key }) => serverPath(key)}
        rowActions={rowActions}
        none={
          <EmptyState icon="network" title={t('noServer')} action={create}>
            {t('noServerHelp')}
          </EmptyState>
        }
      />
      {removing && <RemoveSetting kind="server" name={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}

function GroupSettings() {
  const list = useList(routes.listLdapGroupSettings, {}, { rows: ({ items }) => items });
  const [removing, setRemoving] = useState<string>();
  const rowActions = ({ key }: routes.LdapGroupSetting): MenuEntry[] => [
    { label: t('importGroups'), icon: 'download', to: importPath(key) },
    { label: t('edit'), icon: 'edit', to: groupSettingPath(key), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(key) },
  ];
  const create = (
    <LinkButton to={newGroupSettingPath} icon="plus">
      {t('newGroupSetting')}
    </LinkButton>
  );
  return (
    <Section title={t('groupSettings')} actions={list.rows && list.rows.length > 0 && create}>
      <ListTable
        list={list}
        id="ldap-group-settings"
        label={t('groupSettings')}
        columns={settingColumns()}
        rowKey={({ key }) => key}
        href={({ key }) => groupSettingPath(key)}
        rowActions={rowActions}
        none={
          <EmptyState icon="group" title={t('noGroupSetting')} action={create}>
            {t('noGroupSettingHelp')}
          </EmptyState>
        }
      />
      {removing && <RemoveSetting kind="groupSetting" name={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}

/** The directories that users sign in with, in the order they are asked, and where they keep groups. */
export function LdapPage() {
  useLive(['access.setting.'], routes.listLdapServers, routes.listLdapGroupSettings);
  const servers = useQuery(query(routes.listLdapServers, {}));
  return (
    <Page title={t('ldap')}>
      <Servers />
      {servers.data && servers.data.items.length > 0 && <GroupSettings />}
    </Page>
  );
}
