import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteUserIntegration, listUserIntegrations, type UserIntegration } from '@packhouse/contract/access/access-integration-routes.ts';
import { listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './integrations-words.ts';

/** Says what taking access back means, and does it. */
export function RevokeIntegration({ integration, onClose }: { integration: UserIntegration; onClose: () => void }) {
  const { name, client_id, username } = integration;
  const work = async () => {
    await call(deleteUserIntegration, { params: { client_id, username } });
    await refresh(listUserIntegrations, listTokens);
  };
  return (
    <Deletion title={t('revokeTitle', { name })} action={t('revokeAction')} work={work} done={t('wasRevoked', { name })} onClose={onClose}>
      <p>{t('revokeText')}</p>
    </Deletion>
  );
}
