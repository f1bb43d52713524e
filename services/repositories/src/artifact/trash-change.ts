import { AppError } from '@packhouse/contract/errors.ts';
import { trashKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { type Restoration, restoreFromTrash } from '../storage/trash.ts';
import { deleteFromTrash } from '../storage/trash-queries.ts';

/** Who changes the trash can, from where. */
export interface TrashUser {
  name: string;
  /** Network address; empty when nobody is there. */
  address: string;
}

/** Writes what was done to the trash can into the log, as a part of it where it is one transaction. */
export async function recordTrash(
  context: Context,
  { name: actor, address }: TrashUser,
  { action, subject = trashKey, after }: { action: string; subject?: string | undefined; after: object },
  tx?: Transaction<RepositoriesSchema>,
): Promise<void> {
  await context.platform.identity.audit({ actor, address, action, subject, after }, tx);
}

/** Takes what was deleted at a path or below it out of the trash for good; answers how many files. @throws AppError `artifact_not_found` */
export function deleteForGood(context: Context, by: TrashUser, { key, path }: { key: string; path: string }): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const files = await deleteFromTrash({ db: tx }, key, path);
    if (files === 0) throw new AppError('artifact_not_found');
    await recordTrash(context, by, { action: 'trash.deleted', subject: `${key}/${path}`, after: { files } }, tx);
    return files;
  });
}

/** Takes everything out of the trash in one step, for those who wait for the end. */
export function emptyAtOnce(context: Context, by: TrashUser): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const files = await deleteFromTrash({ db: tx });
    await recordTrash(context, by, { action: 'trash.emptied', after: { files } }, tx);
    return files;
  });
}

/** Puts what was deleted back; answers how many files. */
export function restore(context: Context, by: TrashUser, request: Omit<Restoration, 'actor' | 'record'>): Promise<number> {
  const { repositoryKey, path, to } = request;
  return restoreFromTrash(context, {
    ...request,
    actor: by.name,
    record: ({ action, files }, tx) =>
      recordTrash(context, by, { action, subject: `${repositoryKey}/${path}`, after: { files, ...(to === undefined ? {} : { to }) } }, tx),
  });
}
