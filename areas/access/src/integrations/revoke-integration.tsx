import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteUserIntegration, listUserIntegrations, type UserIntegration } from '@packhouse/contract/access-integration-routes.ts';
import { listTokens } from '@packhouse/contract/access-token-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './messages.ts';

/** Says what taking access back means, and does it. */
export function RevokeIntegration({ integration, onClose }: { integration: UserIntegration; onClose: () => void }) {
  const { name, client_id, username } = integration;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await call(deleteUserIntegration, { params: { client_id, username } });
      await refresh(listUserIntegrations, listTokens);
      notify.good(t('wasRevoked', { name }));
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDelete
      title={t('revokeTitle', { name })}
      action={t('revokeAction')}
      onConfirm={() => void confirm()}
      onClose={onClose}
      loading={busy}
      failure={failure}
    >
      <p>{t('revokeText')}</p>
    </ConfirmDelete>
  );
}
