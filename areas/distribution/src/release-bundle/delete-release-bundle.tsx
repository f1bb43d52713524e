import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { deleteReleaseBundle, listReleaseBundles, type ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { ConfirmDelete, formatBytes, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from '../distribution-words.ts';

/** Says what is lost here and what stays elsewhere, and deletes a version. */
export function DeleteReleaseBundle({ bundle, onClose, onDeleted }: { bundle: ReleaseBundle; onClose: () => void; onDeleted: () => void }) {
  const { name, version, type, state, status, files, bytes } = bundle;
  const removal = useMutation(mutation(deleteReleaseBundle, { stale: [listReleaseBundles] }));
  const full = `${name} ${version}`;
  const done = () => {
    notify.good(t('deleted', { name: full }));
    onClose();
    onDeleted();
  };
  return (
    <ConfirmDelete
      title={t('deleteTitle', { name: full })}
      action={t('deleteAction')}
      {...(state === 'SIGNED' ? { name: full } : {})}
      onConfirm={() => removal.mutate({ params: { name, version }, query: { type } }, { onSuccess: done })}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <p>{t(state === 'SIGNED' ? 'deleteSigned' : 'deleteOpen', { count: files, size: formatBytes(bytes) })}</p>
      {type === 'source' && status !== 'Not distributed' && <p>{t('deleteKeepsTargets')}</p>}
    </ConfirmDelete>
  );
}
