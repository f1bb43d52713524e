import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type ArchivedFile, deleteArchived, listArchived, restoreArchived, sumArchived } from '@packhouse/contract/repositories/archive-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { treePath } from '../tree/tree-path.ts';
import { t } from './archive-words.ts';

/** One call takes so many. */
const mostAtOnce = 100;

/** Calls for the files of each repository, so many at once; answers how many files that were. */
async function each(route: typeof restoreArchived | typeof deleteArchived, files: readonly ArchivedFile[]): Promise<number> {
  let count = 0;
  for (const [repoKey, own] of Map.groupBy(files, (file) => file.repoKey))
    for (let at = 0; at < own.length; at += mostAtOnce)
      count += (await call(route, { body: { repoKey, paths: own.slice(at, at + mostAtOnce).map(({ path }) => path) } })).files;
  return count;
}

/** Brings files back, and leads to the first of them. */
export async function restoreFiles(files: readonly ArchivedFile[], go: (path: string) => void): Promise<void> {
  const [first] = files;
  try {
    const count = await each(restoreArchived, files);
    notify.good(t('restored', { count }), first ? { action: { label: t('show'), run: () => go(treePath(first)) } } : {});
  } catch (error) {
    notify.bad((error as Error).message);
  }
  await refresh(listArchived, sumArchived);
}

export async function deleteFiles(files: readonly ArchivedFile[]): Promise<void> {
  const count = await each(deleteArchived, files);
  notify.good(t('deleted', { count }));
  await refresh(listArchived, sumArchived);
}
