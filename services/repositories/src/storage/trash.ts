import { AppError } from '@packhouse/contract/errors.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { LocalRepository } from '../directory/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { type CommitFile, commit } from './commit.ts';
import { commitFileOf } from './commit-file.ts';
import type { FolderItem, Page } from './listing-queries.ts';
import { getName, isWithin } from './path.ts';
import { asStaged } from './stored-blob.ts';

type Tx = Transaction<RepositoriesSchema>;

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
 * Lists what of a repository is in the trash, at a path or below it, in pages; of several deletions of one path the last.
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

/** The log says this of a restoration: that a long one has begun, how much came back, or how much did before it broke off. */
export interface RestorationRecord {
  action: 'trash.restore-begun' | 'trash.restored' | 'trash.restore-failed';
  files: number;
}

export interface Restoration {
  actor: string;
  repositoryKey: string;
  path: string;
  to?: string;
  /** Throws when what was deleted at one path may not be put at another. */
  permit(from: string, to: string): void;
  /** Writes what was done, with the transaction that it is a part of. */
  record(done: RestorationRecord, tx?: Tx): Promise<void>;
}

/** Puts what was deleted back where it was, or under another path of the same repository; answers how many files. @throws AppError `version_exists` when something else is there now */
export async function restoreFromTrash(context: Context, request: Restoration): Promise<number> {
  const repository = await context.directory.need(request.repositoryKey);
  if (repository.class !== 'local') throw new AppError('method_not_allowed');
  const until = await newestDeletion(context);
  const pages = () => trashPages(context, request.repositoryKey, request.path, until);
  // Before anything is put back, so that a refusal leaves all of it where it is.
  let count = 0;
  for await (const items of pages())
    for (const item of items) {
      request.permit(item.path, makeTarget(request, item));
      count++;
    }
  if (count === 0) throw new AppError('artifact_not_found');
  let files = 0;
  try {
    // Each page is a transaction of its own, so that nobody who publishes waits for thousands of files: the log says what begins, and what came of it.
    for await (const { items, isLast } of withLast(pages())) {
      await putBack(context, repository, request, items, async (tx) => {
        if (isLast) await request.record({ action: 'trash.restored', files: files + items.length }, tx);
        else if (files === 0) await request.record({ action: 'trash.restore-begun', files: count }, tx);
      });
      files += items.length;
    }
  } catch (error) {
    if (files > 0) await request.record({ action: 'trash.restore-failed', files });
    throw error;
  }
  return files;
}

const makeTarget = ({ path, to }: Restoration, item: TrashItem) => (to === undefined ? item.path : renamed(item.path, path, to));

/** Pages, and which of them is the last. */
async function* withLast(pages: AsyncIterable<TrashItem[]>): AsyncIterable<{ items: TrashItem[]; isLast: boolean }> {
  let held: TrashItem[] | undefined;
  for await (const items of pages) {
    if (held) yield { items: held, isLast: false };
    held = items;
  }
  if (held) yield { items: held, isLast: true };
}

/** Makes files of a page, as old as they were, and takes them out of the trash in the same step. */
async function putBack(
  context: Context,
  repository: LocalRepository,
  request: Restoration,
  items: readonly TrashItem[],
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  const format = getFormat(repository.format);
  const files: CommitFile[] = [];
  for (const item of items) {
    const file = await commitFileOf(context, format, makeTarget(request, item), asStaged(context.platform.blobs, item), item.properties);
    files.push({ ...file, content: { sha256: item.sha256 } });
  }
  const also = async (tx: Tx) => {
    await forgetRestored(
      tx,
      repository,
      items.map(({ id }) => id),
      files.map(({ path }) => path),
    );
    await record(tx);
  };
  await commit(context, repository, { actor: request.actor, files, overwrite: false, also });
}

function renamed(path: string, from: string, to: string): string {
  if (path === from) return to;
  return isWithin(path, from) ? `${to}/${from === '' ? path : path.slice(from.length + 1)}` : `${to}/${getName(path)}`;
}

async function forgetRestored(tx: Tx, repository: LocalRepository, ids: readonly number[], paths: readonly string[]): Promise<void> {
  await sql`
    update artifact a set created_at = t.created_at, created_by = t.created_by
    from unnest(${ids}::bigint[], ${paths}::text[]) as back(id, path) join trash t on t.id = back.id
    where a.repository_id = ${repository.id} and a.path = back.path and a.sha256 = t.sha256`.execute(tx);
  // What was there already is older now, too.
  await sql`
    update package set modified_at = modified_at where id in (
      select v.package_id from artifact a join version v on v.id = a.version_id where a.repository_id = ${repository.id} and a.path = any(${paths}::text[]))`.execute(
    tx,
  );
  await tx.deleteFrom('trash').where('id', 'in', ids).execute();
}

/** Takes things out of the trash for good; without a key, everything. Answers how many. */
export async function deleteFromTrash(context: Pick<Context, 'db'>, repositoryKey?: string, path = ''): Promise<number> {
  let query = context.db.deleteFrom('trash');
  if (repositoryKey !== undefined) query = query.where('repository_key', '=', repositoryKey).where(atOrBelow(path));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
