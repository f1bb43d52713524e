import { mutation, query } from '@packhouse/console-kit/console-kit.ts';
import {
  listRetentionPolicies,
  listRetentionRuns,
  previewRetention,
  type RetentionPolicy,
  readRetentionPolicy,
  runRetentionPolicy,
} from '@packhouse/contract/repositories/retention-routes.ts';
import { ConfirmDelete, formatBytes, notify } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { findSelection, makeDraft } from './retention-draft.ts';
import { t } from './retention-words.ts';

/** Says how much goes before a policy runs. */
export function RunPolicy({ policy, onClose }: { policy: RetentionPolicy; onClose: () => void }) {
  const { id, name, permanently } = policy;
  const selection = findSelection(makeDraft(policy)) ?? { olderThanDays: 36_500 };
  const preview = useQuery(query(previewRetention, { body: { selection, limit: 1 } }));
  const run = useMutation(mutation(runRetentionPolicy, { stale: [listRetentionPolicies, listRetentionRuns, readRetentionPolicy] }));
  const confirm = () =>
    run.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          notify.good(t('started', { name }));
          onClose();
        },
      },
    );
  const { total, bytes = 0 } = preview.data ?? {};
  const figures = { items: t('items', { count: total ?? 0 }), size: formatBytes(bytes) };
  return (
    <ConfirmDelete
      title={t('runTitle', { name })}
      action={t('runAction')}
      onConfirm={confirm}
      onClose={onClose}
      loading={run.isPending}
      failure={run.error?.message ?? preview.error?.message}
    >
      <p aria-busy={total === undefined}>
        {total === undefined ? '…' : total === 0 ? t('runNothing') : t(permanently ? 'runTextPermanent' : 'runText', figures)}
      </p>
    </ConfirmDelete>
  );
}
