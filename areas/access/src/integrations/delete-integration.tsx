import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type Application, deleteApplication, listApplications } from '@packhouse/contract/access-integration-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './messages.ts';

/** Says whom deleting an application concerns, and does it. */
export function DeleteIntegration({ application: { id, name, users }, onClose }: { application: Application; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await call(deleteApplication, { params: { id } });
      await refresh(listApplications);
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
      title={t('removeTitle', { name })}
      action={t('removeAction')}
      onConfirm={() => void confirm()}
      onClose={onClose}
      loading={busy}
      failure={failure}
    >
      <p>{t('removeText', { name })}</p>
      {users > 0 && <p>{t('removeUsers', { count: users })}</p>}
    </ConfirmDelete>
  );
}
