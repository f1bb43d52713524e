import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { type AdvisorySource, deleteAdvisorySource, listAdvisorySources } from '@packhouse/contract/scanning-source-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from '../messages.ts';

/** Asks before a source goes. */
export function DeleteSource({ source: { id, name }, onClose }: { source: AdvisorySource; onClose: () => void }) {
  const removal = useMutation(mutation(deleteAdvisorySource, { stale: [listAdvisorySources] }));
  const confirm = () =>
    removal.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          notify.good(t('removed', { name }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDelete
      title={t('removeTitle', { name })}
      action={t('removeAction')}
      onConfirm={confirm}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <p>{t('removeText')}</p>
    </ConfirmDelete>
  );
}
