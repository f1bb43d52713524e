import { mutation, query } from '@packhouse/console-kit/console-kit.ts';
import { deleteFromTargets, listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import { getReleaseBundle, listReleaseBundles, type ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { CheckField, ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../distribution-words.ts';
import { SitePicker } from './site-picker.tsx';

/** Deletes a version from targets, and here too where that is wanted, once all of them have. */
export function DeleteFromTargets({ bundle: { name, version, files }, onClose }: { bundle: ReleaseBundle; onClose: () => void }) {
  const runs = useQuery(query(listDistributions, { params: { name, version } }));
  const reached = [...new Set(runs.data?.items.flatMap(({ sites }) => sites.map(({ target }) => target)) ?? [])];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [here, setHere] = useState(false);
  const [tried, setTried] = useState(false);
  const removal = useMutation(mutation(deleteFromTargets, { stale: [listDistributions, getReleaseBundle, listReleaseBundles] }));
  const full = `${name} ${version}`;
  const confirm = () => {
    setTried(true);
    if (chosen.size === 0) return;
    removal.mutate(
      { params: { name, version }, body: { targets: [...chosen], onSuccess: here ? 'delete' : 'keep' } },
      {
        onSuccess: () => {
          notify.good(t('deletingFromTargets', { name: full }));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDelete
      title={t('remoteDeleteTitle', { name: full })}
      action={t('deleteFromTargets')}
      name={full}
      onConfirm={confirm}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <div className="ph-stack">
        <p>{t('remoteDeleteText', { count: files })}</p>
        <SitePicker chosen={chosen} onChange={setChosen} among={reached} problem={tried && chosen.size === 0 ? t('chooseTarget') : undefined} />
        <CheckField label={t('deleteHereToo')} checked={here} onChange={setHere} />
      </div>
    </ConfirmDelete>
  );
}
