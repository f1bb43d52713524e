import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteLdapGroupSetting, deleteLdapServer, listLdapGroupSettings, listLdapServers } from '@packhouse/contract/access/access-ldap-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './ldap-words.ts';

/** Asks before a server or a group setting goes. */
export function RemoveSetting({ kind, name, onClose }: { kind: 'server' | 'groupSetting'; name: string; onClose: () => void }) {
  const isServer = kind === 'server';
  const title = t(isServer ? 'removeServer' : 'removeGroupSetting');
  const work = async () => {
    await call(isServer ? deleteLdapServer : deleteLdapGroupSetting, { params: { key: name } });
    await refresh(listLdapServers, listLdapGroupSettings);
  };
  return (
    <Deletion title={title} action={title} work={work} done={t('wasRemoved', { name })} onClose={onClose}>
      {t(isServer ? 'removeServerText' : 'removeGroupSettingText', { name })}
    </Deletion>
  );
}
