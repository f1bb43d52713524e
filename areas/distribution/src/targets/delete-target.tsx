import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { deleteDistributionTarget, listDistributionSites, listDistributionTargets } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './targets-words.ts';

/** Asks before a target is forgotten. */
export function DeleteTarget({ name, onClose }: { name: string; onClose: () => void }) {
  const removal = useMutation(mutation(deleteDistributionTarget, { stale: [listDistributionTargets, listDistributionSites] }));
  const done = () => {
    notify.good(t('targetDeleted', { name }));
    onClose();
  };
  return (
    <ConfirmDelete
      title={t('deleteTargetTitle', { name })}
      action={t('deleteTargetAction')}
      onConfirm={() => removal.mutate({ params: { name } }, { onSuccess: done })}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <p>{t('deleteTargetText')}</p>
    </ConfirmDelete>
  );
}
