import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { ArchivedFile, LeftFile } from '@packhouse/contract/repositories/archive-routes.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { restorePermit } from '../artifact/restore-permit.ts';
import { restore, type TrashUser } from '../artifact/trash-change.ts';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import { readLeadsTo } from '../protocols/container/leads-to.ts';
import { getFolder, getName } from '../storage/path.ts';
import { type ArchiveRow, selectArchivedIn } from './archive-queries.ts';

/** What a row of the archive stands for, as its path says. */
export function toArchived({ archivedAt, format, path, ...row }: ArchiveRow): ArchivedFile {
  const located = format === null ? undefined : getFormat(format).locate(path);
  return {
    ...row,
    path,
    format,
    name: getName(path),
    package: located?.package ?? null,
    version: located?.version ?? null,
    archivedAt: archivedAt.toISOString(),
  };
}

/** What comes back with a file: the other files of its version, and all that an image's tag leads to. */
async function listTogether(context: Context, repository: StoringRepository, path: string): Promise<string[]> {
  const format = getFormat(repository.format);
  const image = format.contentLeftBy?.(path);
  const rows = await selectArchivedIn(context.db, repository.key, image ?? getFolder(path));
  const own = rows.find((row) => row.path === path);
  if (!own) return [path];
  if (image !== undefined) {
    const needed = await readLeadsTo(context, own.sha256);
    return rows.filter((row) => row.path === path || (needed.has(row.sha256) && format.locate(row.path) === undefined)).map((row) => row.path);
  }
  const located = format.locate(path);
  if (!located) return [path];
  const isOfVersion = (other: string) => {
    const place = format.locate(other);
    return place?.package === located.package && place.version === located.version;
  };
  return rows.filter((row) => row.path === path || isOfVersion(row.path)).map((row) => row.path);
}

/** How many files came back, and which did not. */
export interface Restored {
  files: number;
  left: LeftFile[];
}

/**
 * Brings files back from the archive to where they were, as old as they were. What cannot come back keeps no other from it.
 * @throws AppError when none comes back: `artifact_not_found`, `forbidden`, and `version_exists` when something else is there now
 */
export async function restoreFiles(context: Context, actor: Actor, by: TrashUser, repository: StoringRepository, paths: readonly string[]): Promise<Restored> {
  let files = 0;
  const left: LeftFile[] = [];
  let first: AppError | undefined;
  const done = new Set<string>();
  for (const path of paths) {
    // It came back with another one.
    if (done.has(path)) continue;
    try {
      const only = await listTogether(context, repository, path);
      const count = await restore(context, by, { repositoryKey: repository.key, path, only, from: 'archive', permit: restorePermit(actor, repository, path) });
      if (count === 0) throw new AppError('artifact_not_found');
      files += count;
      for (const one of only) done.add(one);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      first ??= error;
      left.push({ path, said: saidBy(error) });
    }
  }
  if (files === 0) throw first ?? new AppError('artifact_not_found');
  return { files, left };
}
