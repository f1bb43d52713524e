import { call } from '@packhouse/console-kit/console-kit.ts';
import { emptyTrash, trashKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { TrashedFile } from '@packhouse/contract/repositories/trash-routes.ts';
import { ConfirmDelete, formatBytes, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { deleteFiles, refreshTrash } from './trash-actions.ts';
import { t } from './trash-words.ts';

interface DeleteFilesProps {
  files: readonly TrashedFile[];
  onClose: () => void;
}

/** How many paths are named before the rest is counted. */
const named = 5;

/** Asks before chosen files are lost. */
export function DeleteFiles({ files, onClose }: DeleteFilesProps) {
  const removal = useMutation({ mutationFn: () => deleteFiles(files), onSuccess: onClose });
  return (
    <ConfirmDelete
      title={t('deleteTitle', { count: files.length })}
      action={t('deleteForGood')}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <ul className="trash-names">
        {files.slice(0, named).map(({ id, repoKey, path }) => (
          <li key={id}>
            <code>
              {repoKey}/{path}
            </code>
          </li>
        ))}
        {files.length > named && <li>…</li>}
      </ul>
      <p>{t('deleteText')}</p>
    </ConfirmDelete>
  );
}

interface EmptyTrashProps {
  /** Only what came from it; all without. */
  repoKey: string | undefined;
  totals: readonly { repoKey: string; files: number; bytes: number }[];
  onClose: () => void;
}

/** Asks for the name before everything is lost. */
export function EmptyTrash({ repoKey, totals, onClose }: EmptyTrashProps) {
  const sum = (field: 'files' | 'bytes') => totals.reduce((all, one) => all + one[field], 0);
  const emptying = useMutation({
    mutationFn: () => call(emptyTrash, { body: repoKey ? { repoKey } : {} }),
    onSuccess: async ({ files, run }) => {
      if (run === undefined) notify.good(t('gone', { count: files }));
      onClose();
      await refreshTrash();
    },
  });
  return (
    <ConfirmDelete
      title={repoKey ? t('emptyOneTitle', { key: repoKey }) : t('emptyTitle')}
      action={t('deleteForGood')}
      name={repoKey ?? trashKey}
      onConfirm={() => emptying.mutate()}
      onClose={onClose}
      loading={emptying.isPending}
      failure={emptying.error?.message}
    >
      {!repoKey && (
        <ul className="trash-names">
          {[...totals]
            .sort((a, b) => b.files - a.files)
            .slice(0, named)
            .map((one) => (
              <li key={one.repoKey}>
                <code>{one.repoKey}</code> <span className="ph-muted">{t('filesOf', { count: one.files, bytes: formatBytes(one.bytes) })}</span>
              </li>
            ))}
          {totals.length > named && <li>{t('moreRepositories', { count: totals.length - named })}</li>}
        </ul>
      )}
      <p>{t('emptyText', { count: sum('files'), bytes: formatBytes(sum('bytes')) })}</p>
    </ConfirmDelete>
  );
}
