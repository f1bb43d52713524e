import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { deleteRetentionPolicy, listRetentionPolicies, listRetentionRuns, type RetentionPolicy } from '@packhouse/contract/retention-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './messages.ts';

interface DeletePolicyProps {
  policy: Pick<RetentionPolicy, 'id' | 'name'>;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a policy goes. */
export function DeletePolicy({ policy: { id, name }, onClose, onDeleted }: DeletePolicyProps) {
  const removal = useMutation(mutation(deleteRetentionPolicy, { stale: [listRetentionPolicies, listRetentionRuns] }));
  const confirm = () =>
    removal.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          notify.good(t('removed', { name }));
          onClose();
          onDeleted?.();
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
