import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteOauthProvider, listOauthProviders } from '@packhouse/contract/access-oauth-routes.ts';
import { oauthProviders } from '@packhouse/contract/auth-sign-in-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './messages.ts';

/** Says what deleting a provider means, and does it. */
export function DeleteProvider({ name, onClose, onDeleted }: { name: string; onClose: () => void; onDeleted?: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await call(deleteOauthProvider, { params: { name } });
      await refresh(listOauthProviders, oauthProviders);
      notify.good(t('wasRemoved', { name }));
      onClose();
      onDeleted?.();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDelete
      title={t('removeTitle', { name })}
      action={t('removeAction')}
      onConfirm={() => void confirm()}
      onClose={onClose}
      loading={busy}
      failure={failure}
    >
      <p>{t('removeText')}</p>
    </ConfirmDelete>
  );
}
