import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteUserApplication, listUserApplications, type UserApplication } from '@packhouse/contract/access/access-application-routes.ts';
import { listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './applications-words.ts';

/** Says what taking access back means, and does it. */
export function RevokeApplication({ integration, onClose }: { integration: UserApplication; onClose: () => void }) {
  const { name, client_id, username } = integration;
  const work = async () => {
    await call(deleteUserApplication, { params: { client_id, username } });
    await refresh(listUserApplications, listTokens);
  };
  return (
    <Deletion title={t('revokeTitle', { name })} action={t('revokeAction')} work={work} done={t('wasRevoked', { name })} onClose={onClose}>
      <p>{t('revokeText')}</p>
    </Deletion>
  );
}
