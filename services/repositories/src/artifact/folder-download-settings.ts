import { AppError } from '@packhouse/contract/errors.ts';
import type { FolderDownload } from '@packhouse/contract/repositories/folder-download-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { Db, RepositoriesSchema } from '../schema.ts';

const megabyte = 1024 * 1024;

export async function readFolderDownload(db: Db): Promise<FolderDownload> {
  const row = await db
    .selectFrom('folder_download_setting')
    .select(['enabled', 'visitors', 'most_files as mostFiles', 'most_megabytes as mostMegabytes'])
    // Who changes it sees it as it stands until the change.
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return { ...row, mostFiles: Number(row.mostFiles), mostMegabytes: Number(row.mostMegabytes) };
}

/** Changes it with the entry in the audit log. */
export async function changeFolderDownloadIn(
  { platform }: Pick<Context, 'platform'>,
  tx: Transaction<RepositoriesSchema>,
  settings: FolderDownload,
  { actor, address }: { actor: { name: string }; address: string },
): Promise<void> {
  const before = await readFolderDownload(tx);
  const { enabled, visitors, mostFiles, mostMegabytes } = settings;
  await tx.updateTable('folder_download_setting').set({ enabled, visitors, most_files: mostFiles, most_megabytes: mostMegabytes }).execute();
  await platform.identity.audit({ actor: actor.name, address, action: 'folder-download.changed', subject: 'folder-download', before, after: settings }, tx);
}

/** Refuses who may download no folder at all. @throws AppError `forbidden`, `unauthenticated` */
export function requireFolderDownload({ enabled, visitors }: FolderDownload, { kind }: Pick<Actor, 'kind'>): void {
  if (!enabled) throw new AppError(storageWords.folder_downloads_off);
  if (!visitors && kind === 'anonymous') throw new AppError('unauthenticated');
}

/** Looks at the files of a folder before they are sent, where there is a limit. @throws AppError `too_large` */
export async function requireSmallFolder({ mostFiles, mostMegabytes }: FolderDownload, list: () => AsyncIterable<{ size: number }>): Promise<void> {
  if (mostFiles === 0 && mostMegabytes === 0) return;
  let files = 0;
  let bytes = 0;
  for await (const { size } of list()) {
    files++;
    bytes += size;
    if (mostFiles > 0 && files > mostFiles) throw new AppError(storageWords.folder_has_too_many_files, { most: mostFiles });
    if (mostMegabytes > 0 && bytes > mostMegabytes * megabyte) throw new AppError(storageWords.folder_too_large, { most: mostMegabytes });
  }
}
