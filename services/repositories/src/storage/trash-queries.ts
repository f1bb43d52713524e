import { sql, type Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { LocalRepository } from '../directory/directory.ts';
import type { Db, RepositoriesSchema } from '../schema.ts';
import type { FolderItem, Page } from './listing-queries.ts';

/** Keeps what is about to be deleted, with its properties, for whoever wants it back: in the trash for a while, or in the archive. */
export async function insertTrash(tx: Db, key: string, ids: readonly number[], { actor, archived }: { actor: string; archived: boolean }): Promise<void> {
  await sql`
    insert into trash (repository_key, path, sha256, properties, created_at, created_by, deleted_by, archived)
    select ${key}, a.path, a.sha256,
      coalesce((select json_object_agg(key, values) from (select key, json_agg(value) as values from property where artifact_id = a.id group by key) grouped), '{}')::jsonb,
      a.created_at, a.created_by, ${actor}, ${archived}
    from artifact a where a.id = any(${ids}::bigint[])`.execute(tx);
}

export type Tx = Transaction<RepositoriesSchema>;

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

/** A place at or below which things were deleted, or so many single files; in the trash or in the archive. */
export interface TrashPlace {
  repositoryKey: string;
  path: string;
  /** Only these files. */
  only?: readonly string[] | undefined;
  archived: boolean;
}

const inPlace = ({ path, only }: Pick<TrashPlace, 'path' | 'only'>) => (only === undefined ? atOrBelow(path) : sql<boolean>`trash.path = any(${only}::text[])`);

const atOrBelow = (path: string) =>
  path === '' ? sql<boolean>`true` : sql<boolean>`(trash.path = ${path} or (trash.path ~>=~ ${`${path}/`} and trash.path ~<~ ${`${path}0`}))`;

/** Restoring goes through the trash in pages of so many. */
const pageSize = 100;

/**
 * Lists what of a repository is in the trash, at a path or below it, in pages; of several deletions of one path the last.
 * What is deleted meanwhile, beyond `until`, does not count. An earlier deletion of what a page brought back lies behind the cursor.
 */
export async function* trashPages(context: Pick<Context, 'db'>, place: TrashPlace, until: number): AsyncIterable<TrashItem[]> {
  const { repositoryKey, archived } = place;
  let after = 0;
  for (;;) {
    const rows = await selectTrash(context)
      .where('trash.repository_key', '=', repositoryKey)
      .where('trash.archived', '=', archived)
      .where(inPlace(place))
      .where('trash.id', '>', after)
      .where('trash.id', '<=', until)
      .where(
        sql<boolean>`not exists (
          select from trash newer where newer.repository_key = trash.repository_key and newer.path = trash.path and newer.archived = trash.archived
            and newer.id > trash.id and newer.id <= ${until})`,
      )
      .orderBy('trash.id')
      .limit(pageSize)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}

export async function newestDeletion(context: Pick<Context, 'db'>): Promise<number> {
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
      where not archived and (${repositoryKey ?? null}::text is null or repository_key = ${repositoryKey ?? null}::text) and starts_with(path, ${prefix})
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

export async function forgetRestored(tx: Tx, repository: LocalRepository, ids: readonly number[], paths: readonly string[]): Promise<void> {
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
  let query = context.db.deleteFrom('trash').where('archived', '=', false);
  if (repositoryKey !== undefined) query = query.where('repository_key', '=', repositoryKey).where(atOrBelow(path));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Takes single files out of the archive for good; answers how many there were. */
export async function deleteFromArchive(db: Db, repositoryKey: string, paths: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('trash')
    .where('archived', '=', true)
    .where('repository_key', '=', repositoryKey)
    .where('path', 'in', paths)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
