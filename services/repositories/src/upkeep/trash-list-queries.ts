import { type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';

interface TrashQuery {
  repositoryKey?: string | undefined;
  /** Part of a path. */
  search?: string | undefined;
  /** Id of the last row of the page before. */
  after?: number | undefined;
  limit: number;
}

/** Deleted files that can be put back, the last deleted first: of several deletions of one path the last. */
function lastDeletions({ db }: Pick<Context, 'db'>, { repositoryKey, search }: TrashQuery) {
  const newer = sql<SqlBool>`exists (
    select from trash newer where newer.repository_key = trash.repository_key and newer.path = trash.path and newer.archived = trash.archived and newer.id > trash.id)`;
  return db
    .selectFrom('trash')
    .where('trash.archived', '=', false)
    .where(({ not }) => not(newer))
    .$if(repositoryKey !== undefined, (query) => query.where('trash.repository_key', '=', repositoryKey ?? ''))
    .$if(search !== undefined && search !== '', (query) => query.where(sql<SqlBool>`position(lower(${search ?? ''}) in lower(trash.path)) > 0`));
}

export async function trashPage(context: Pick<Context, 'db'>, asked: TrashQuery) {
  const { after, limit } = asked;
  const rows = await lastDeletions(context, asked)
    .innerJoin('blob', 'blob.sha256', 'trash.sha256')
    .select([
      'trash.id',
      'trash.repository_key as repoKey',
      'trash.path',
      'trash.sha256',
      'blob.size',
      'trash.deleted_at as deletedAt',
      'trash.deleted_by as deletedBy',
    ])
    .$if(after !== undefined, (query) => query.where('trash.id', '<', after ?? 0))
    .orderBy('trash.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await lastDeletions(context, asked)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const items = rows.slice(0, limit);
  return { items, total: Number(total), next: rows.length > limit ? String(items.at(-1)?.id) : null };
}

/** Tells what the trash holds of each repository. */
export async function trashTotals(context: Pick<Context, 'db'>): Promise<{ repoKey: string; files: number; bytes: number }[]> {
  const rows = await lastDeletions(context, { limit: 0 })
    .innerJoin('blob', 'blob.sha256', 'trash.sha256')
    .select(({ fn }) => ['trash.repository_key as repoKey', fn.countAll<number>().as('files'), fn.sum<number>('blob.size').as('bytes')])
    .groupBy('trash.repository_key')
    .orderBy('trash.repository_key')
    .execute();
  return rows.map(({ repoKey, files, bytes }) => ({ repoKey, files: Number(files), bytes: Number(bytes) }));
}
