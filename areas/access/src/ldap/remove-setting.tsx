import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteLdapGroupSetting, deleteLdapServer, listLdapGroupSettings, listLdapServers } from '@packhouse/contract/access-ldap-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './messages.ts';

/** Asks before a server or a group setting goes. */
export function RemoveSetting({ kind, name, onClose }: { kind: 'server' | 'groupSetting'; name: string; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isServer = kind === 'server';
  const confirm = async () => {
    setBusy(true);
    try {
      await call(isServer ? deleteLdapServer : deleteLdapGroupSetting, { params: { key: name } });
      await refresh(listLdapServers, listLdapGroupSettings);
      notify.good(t('wasRemoved', { name }));
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDelete
      title={t(isServer ? 'removeServer' : 'removeGroupSetting')}
      action={t(isServer ? 'removeServer' : 'removeGroupSetting')}
      onConfirm={() => void confirm()}
      onClose={onClose}
      loading={busy}
      failure={failure}
    >
      {t(isServer ? 'removeServerText' : 'removeGroupSettingText', { name })}
    </ConfirmDelete>
  );
}
