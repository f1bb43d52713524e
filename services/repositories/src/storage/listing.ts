import { AppError } from '@packhouse/contract/errors.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { below, type StoredArtifact, selectArtifacts } from './artifact-queries.ts';

export interface FolderItem {
  name: string;
  path: string;
  folder: boolean;
  createdAt: Date;
  modifiedAt?: Date;
  size?: number;
  sha256?: string;
  sha1?: string;
  expiresAt?: Date | null;
}

export interface Page<Item> {
  items: Item[];
  /** Where to go on; absent on the last page. */
  next?: string;
}

function readCursor(cursor: string | undefined): { folder: boolean; name: string } | undefined {
  if (cursor === undefined) return undefined;
  const kind = cursor.slice(0, 2);
  if (kind !== 'd:' && kind !== 'f:') throw new AppError('bad_request', { message: 'The cursor is not one of ours' });
  return { folder: kind === 'd:', name: cursor.slice(2) };
}

/** What is directly in a folder: folders first, then files, each by name. Costs the same on the last page as on the first. */
export async function listFolder(
  context: Pick<Context, 'db'>,
  repositoryId: number,
  folder: string,
  page: { after?: string; limit: number },
): Promise<Page<FolderItem>> {
  const cursor = readCursor(page.after);
  const items: FolderItem[] = [];
  if (!cursor || cursor.folder) {
    let query = context.db
      .selectFrom('folder')
      .select(['name', 'path', 'created_at'])
      .where('repository_id', '=', repositoryId)
      .where('parent', '=', folder)
      .orderBy('name')
      .limit(page.limit + 1);
    if (cursor) query = query.where('name', '>', cursor.name);
    for (const row of await query.execute()) items.push({ name: row.name, path: row.path, folder: true, createdAt: row.created_at });
  }
  if (items.length <= page.limit) {
    let query = selectArtifacts(context.db)
      .select('artifact.name')
      .where('artifact.repository_id', '=', repositoryId)
      .where('artifact.folder', '=', folder)
      .orderBy('artifact.name')
      .limit(page.limit + 1 - items.length);
    if (cursor && !cursor.folder) query = query.where('artifact.name', '>', cursor.name);
    for (const row of await query.execute())
      items.push({
        name: row.name,
        path: row.path,
        folder: false,
        createdAt: row.createdAt,
        modifiedAt: row.modifiedAt,
        size: row.size,
        sha256: row.sha256,
        sha1: row.sha1,
        expiresAt: row.expiresAt,
      });
  }
  if (items.length <= page.limit) return { items };
  items.length = page.limit;
  const last = items.at(-1)!;
  return { items, next: `${last.folder ? 'd' : 'f'}:${last.name}` };
}

/** Files in a folder and everything below it, by path. */
export async function listPaths(
  context: Pick<Context, 'db'>,
  repositoryId: number,
  options: { folder: string; after?: string; limit: number },
): Promise<Page<StoredArtifact>> {
  let query = selectArtifacts(context.db)
    .where('artifact.repository_id', '=', repositoryId)
    .where(below(options.folder))
    .orderBy('artifact.path')
    .limit(options.limit + 1);
  if (options.after !== undefined) query = query.where('artifact.path', '>', options.after);
  const items = await query.execute();
  if (items.length <= options.limit) return { items };
  items.length = options.limit;
  return { items, next: items.at(-1)!.path };
}

/** Every file of a folder, page by page. */
export async function* walkFiles(context: Pick<Context, 'db'>, repositoryId: number, folder: string): AsyncIterable<StoredArtifact> {
  let after: string | undefined;
  do {
    const page: Page<StoredArtifact> = await listPaths(context, repositoryId, { folder, limit: 500, ...(after === undefined ? {} : { after }) });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** Every folder below a folder, outermost first. */
export async function listFoldersBelow(
  context: Pick<Context, 'db'>,
  repositoryId: number,
  folder: string,
): Promise<readonly { path: string; createdAt: Date; kept: boolean }[]> {
  const { rows } = await sql<{ path: string; createdAt: Date; kept: boolean }>`
    select path, created_at as "createdAt", kept from folder
    where repository_id = ${repositoryId} and (parent = ${folder} or ${folder === ''} or (parent ~>=~ ${`${folder}/`} and parent ~<~ ${`${folder}0`}))
    order by path`.execute(context.db);
  return rows;
}
