import { AppError } from '@packhouse/contract/errors.ts';
import { formatOf } from '@packhouse/formats/formats.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type CommitFile, commitAndFind } from './commit.ts';
import { commitFileOf } from './commit-file.ts';
import type { FolderItem, Page } from './listing.ts';
import { isWithin, nameOf } from './path.ts';
import { asStaged } from './stored-blob.ts';

export interface TrashItem {
  id: number;
  repositoryKey: string;
  path: string;
  sha256: string;
  sha1: string;
  md5: string;
  size: number;
  properties: Record<string, string[]>;
  createdAt: Date;
  createdBy: string;
  deletedAt: Date;
  deletedBy: string;
}

function selectTrash(context: Pick<Context, 'db'>) {
  return context.db
    .selectFrom('trash')
    .innerJoin('blob', 'blob.sha256', 'trash.sha256')
    .select([
      'trash.id',
      'trash.repository_key as repositoryKey',
      'trash.path',
      'trash.sha256',
      'blob.sha1',
      'blob.md5',
      'blob.size',
      'trash.properties',
      'trash.created_at as createdAt',
      'trash.created_by as createdBy',
      'trash.deleted_at as deletedAt',
      'trash.deleted_by as deletedBy',
    ]);
}

const atOrBelow = (path: string) =>
  path === '' ? sql<boolean>`true` : sql<boolean>`(trash.path = ${path} or (trash.path ~>=~ ${`${path}/`} and trash.path ~<~ ${`${path}0`}))`;

/** Restoring goes through the trash in pages of so many. */
const pageSize = 100;

/**
 * What of a repository is in the trash, at a path or below it, in pages; of several deletions of one path the last.
 * What is deleted meanwhile, beyond `until`, does not count. An earlier deletion of what a page brought back lies behind the cursor.
 */
async function* trashPages(context: Pick<Context, 'db'>, repositoryKey: string, path: string, until: number): AsyncIterable<TrashItem[]> {
  let after = 0;
  for (;;) {
    const rows = await selectTrash(context)
      .where('trash.repository_key', '=', repositoryKey)
      .where(atOrBelow(path))
      .where('trash.id', '>', after)
      .where('trash.id', '<=', until)
      .where(
        sql<boolean>`not exists (
          select from trash newer where newer.repository_key = trash.repository_key and newer.path = trash.path and newer.id > trash.id and newer.id <= ${until})`,
      )
      .orderBy('trash.id')
      .limit(pageSize)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function newestDeletion(context: Pick<Context, 'db'>): Promise<number> {
  const row = await context.db
    .selectFrom('trash')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** One level of the trash; `repositoryKey` undefined lists the repositories that have something in it. */
export async function listTrash(
  context: Pick<Context, 'db'>,
  repositoryKey: string | undefined,
  folder: string,
  page: { after?: string | undefined; limit: number },
): Promise<Page<FolderItem>> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const after = page.after ?? '';
  const { rows } = await sql<{ name: string; folder: boolean; deletedAt: Date; size: number | null }>`
    select name, bool_or(folder) as folder, max(deleted_at) as "deletedAt", max(size) as size from (
      select case when ${repositoryKey === undefined} then repository_key else split_part(substr(path, ${prefix.length + 1}), '/', 1) end as name,
        ${repositoryKey === undefined} or position('/' in substr(path, ${prefix.length + 1})) > 0 as folder, deleted_at, blob.size
      from trash join blob using (sha256)
      where (${repositoryKey ?? null}::text is null or repository_key = ${repositoryKey ?? null}::text) and starts_with(path, ${prefix})
    ) entry where name > ${after} group by name order by name limit ${page.limit + 1}`.execute(context.db);
  const items = rows.slice(0, page.limit).map(
    (row): FolderItem => ({
      name: row.name,
      path: prefix + row.name,
      folder: row.folder,
      createdAt: row.deletedAt,
      modifiedAt: row.deletedAt,
      ...(row.folder || row.size === null ? {} : { size: row.size }),
    }),
  );
  const last = items.at(-1);
  return rows.length > items.length && last ? { items, next: last.name } : { items };
}

export interface Restoration {
  actor: string;
  repositoryKey: string;
  path: string;
  to?: string;
  /** Throws when what was deleted at one path may not be put at another. */
  permit(from: string, to: string): void;
}

/** Puts what was deleted back where it was, or under another path of the same repository; answers how many files. @throws AppError `version_exists` when something else is there now */
export async function restoreFromTrash(context: Context, request: Restoration): Promise<number> {
  const repository = await context.directory.need(request.repositoryKey);
  if (repository.class !== 'local') throw new AppError('method_not_allowed');
  const format = formatOf(repository.format);
  const target = (item: TrashItem) => (request.to === undefined ? item.path : renamed(item.path, request.path, request.to));
  const until = await newestDeletion(context);
  const pages = () => trashPages(context, request.repositoryKey, request.path, until);
  // Before anything is put back, so that a refusal leaves all of it where it is.
  let count = 0;
  for await (const items of pages())
    for (const item of items) {
      request.permit(item.path, target(item));
      count++;
    }
  if (count === 0) throw new AppError('artifact_not_found');
  for await (const items of pages()) {
    const files: CommitFile[] = [];
    for (const item of items) {
      const file = await commitFileOf(format, target(item), asStaged(context.platform.blobs, item), item.properties);
      files.push({ ...file, content: { sha256: item.sha256 } });
    }
    const restored = await commitAndFind(context, repository, { actor: request.actor, files, overwrite: false });
    await forgetRestored(context, items, restored);
  }
  return count;
}

function renamed(path: string, from: string, to: string): string {
  if (path === from) return to;
  return isWithin(path, from) ? `${to}/${from === '' ? path : path.slice(from.length + 1)}` : `${to}/${nameOf(path)}`;
}

async function forgetRestored(context: Context, items: readonly TrashItem[], restored: readonly { id: number; sha256: string }[]): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const ids = items.map((item) => item.id);
    await sql`
      update artifact a set created_at = t.created_at, created_by = t.created_by from trash t
      where t.id = any(${ids}::bigint[]) and a.id = any(${restored.map((one) => one.id)}::bigint[]) and a.sha256 = t.sha256`.execute(tx);
    await tx.deleteFrom('trash').where('id', 'in', ids).execute();
  });
}

/** Takes things out of the trash for good; without a key, everything. Answers how many. */
export async function deleteFromTrash(context: Pick<Context, 'db'>, repositoryKey?: string, path = ''): Promise<number> {
  let query = context.db.deleteFrom('trash');
  if (repositoryKey !== undefined) query = query.where('repository_key', '=', repositoryKey).where(atOrBelow(path));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
