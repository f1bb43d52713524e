import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deletePermanently, restoreArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listTrash, listTrashRepositories, listTrashRuns, type TrashedFile } from '@packhouse/contract/repositories/trash-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { t } from './trash-words.ts';

/** Asks the server again what is in the trash can. */
export const refreshTrash = () => refresh(listTrash, listTrashRepositories, listTrashRuns);

/** Puts files back one after the other, and says of each that stays why it does. */
export async function restoreFiles(files: readonly TrashedFile[]): Promise<void> {
  let done = 0;
  for (const { repoKey, path } of files) {
    try {
      done += (await call(restoreArtifact, { body: { repoKey, path } })).files;
    } catch (error) {
      notify.bad(t('notRestored', { path: `${repoKey}/${path}`, reason: error instanceof Error ? error.message : String(error) }));
    }
  }
  if (done > 0) notify.good(t('restored', { count: done }));
  await refreshTrash();
}

/** Deletes files for good. @throws ApiError at the first that stays; the list is right then too */
export async function deleteFiles(files: readonly TrashedFile[]): Promise<void> {
  try {
    for (const { repoKey, path } of files) await call(deletePermanently, { body: { repoKey, path } });
    notify.good(t('gone', { count: files.length }));
  } finally {
    await refreshTrash();
  }
}
