import { mutation, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type BuildRun, deleteBuildRuns, listBuildRuns, listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { CheckField, ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './builds-words.ts';

interface DeleteRunsProps {
  name: string;
  runs: readonly BuildRun[];
  onClose: () => void;
}

/** Asks before runs are deleted, and whether what they made goes too. */
export function DeleteRuns({ name, runs, onClose }: DeleteRunsProps) {
  const [artifacts, setArtifacts] = useState(false);
  const removal = useMutation(mutation(deleteBuildRuns));
  const confirm = () =>
    removal.mutate(
      { body: { name, repository: runs[0]?.repository ?? '', runs: runs.map(({ number, startedMillis }) => ({ number, startedMillis })), artifacts } },
      {
        onSuccess: ({ deleted }) => {
          notify.good(t('runsDeleted', { count: deleted }));
          onClose();
          void refresh(listBuildRuns, listBuilds);
        },
      },
    );
  return (
    <ConfirmDelete
      title={t('deleteRunsTitle', { count: runs.length })}
      action={t('deleteRuns')}
      onConfirm={confirm}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <p>{runs.map(({ number }) => number).join(', ')}</p>
      <p>{t('deleteRunsText')}</p>
      <CheckField label={t('withArtifacts')} checked={artifacts} onChange={setArtifacts} />
    </ConfirmDelete>
  );
}
