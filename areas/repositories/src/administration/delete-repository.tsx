import { isApiError, mutation, query, useSession } from '@packhouse/console-kit/console-kit.ts';
import { deleteRepository, listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { readStorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { CheckField, ConfirmDelete, formatBytes, notify } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './administration-words.ts';

/** How much is lost. Only administrators are told what all repositories hold; a virtual one holds nothing itself. */
function WhatGoes({ repoKey }: { repoKey: string }) {
  const { administrator } = useSession();
  const { data, error } = useQuery({ ...query(readStorageSummary, {}), enabled: administrator });
  if (!administrator || error) return null;
  if (!data) return <p aria-busy="true">{t('counting')}</p>;
  const held = data.repositories.find(({ key }) => key === repoKey);
  if (!held || held.class === 'virtual') return null;
  return (
    <p>
      <b>{t('removeCount', { count: held.files, size: formatBytes(held.bytes) })}</b>
    </p>
  );
}

interface DeleteRepositoryProps {
  repository: { key: string };
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks for the key before a repository goes with everything in it; a virtual one that uses it has to be given up knowingly. */
export function DeleteRepository({ repository: { key }, onClose, onDeleted }: DeleteRepositoryProps) {
  const [force, setForce] = useState(false);
  const removal = useMutation(mutation(deleteRepository, { stale: [listRepositories] }));
  const inUse = isApiError(removal.error) && removal.error.code === 'repository_in_use';
  const confirm = () =>
    removal.mutate(
      { params: { key }, query: { force: force ? 'true' : 'false' } },
      {
        onSuccess: () => {
          notify.good(t('removed', { key }));
          onClose();
          onDeleted?.();
        },
      },
    );
  return (
    <ConfirmDelete
      title={t('removeTitle', { key })}
      action={t('removeAction')}
      name={key}
      onConfirm={confirm}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <WhatGoes repoKey={key} />
      <p>{t('removeText')}</p>
      {inUse && <CheckField label={t('removeForce')} checked={force} onChange={setForce} />}
    </ConfirmDelete>
  );
}
