import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Sight } from '../directory/sight.ts';
import type { Db } from '../schema.ts';
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
  if (kind !== 'd:' && kind !== 'f:') throw new AppError(storageWords.cursor_foreign);
  return { folder: kind === 'd:', name: cursor.slice(2) };
}

/** Lists what is directly in a folder: folders first, then files, each by name. Costs the same on the last page as on the first. */
export async function listFolder(
  context: Pick<Context, 'db'>,
  place: { repositoryId: number; folder: string; sight: Sight },
  page: { after?: string; limit: number },
): Promise<Page<FolderItem>> {
  const { repositoryId, folder, sight } = place;
  const cursor = readCursor(page.after);
  const items: FolderItem[] = [];
  if (!cursor || cursor.folder) {
    let query = context.db
      .selectFrom('folder')
      .select(['name', 'path', 'created_at'])
      .where('repository_id', '=', repositoryId)
      .where('parent', '=', folder)
      .where(sight.folder)
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
      .where(sight.artifact)
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
  place: { repositoryId: number; folder: string; sight: Sight },
  page: { after?: string; limit: number },
): Promise<Page<StoredArtifact>> {
  let query = selectArtifacts(context.db)
    .where('artifact.repository_id', '=', place.repositoryId)
    .where(below(place.folder))
    .where(place.sight.artifact)
    .orderBy('artifact.path')
    .limit(page.limit + 1);
  if (page.after !== undefined) query = query.where('artifact.path', '>', page.after);
  const items = await query.execute();
  if (items.length <= page.limit) return { items };
  items.length = page.limit;
  return { items, next: items.at(-1)!.path };
}

/** Every file of a folder, page by page. */
export async function* walkFiles(context: Pick<Context, 'db'>, place: { repositoryId: number; folder: string; sight: Sight }): AsyncIterable<StoredArtifact> {
  let after: string | undefined;
  do {
    const page: Page<StoredArtifact> = await listPaths(context, place, { limit: 500, ...(after === undefined ? {} : { after }) });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** Every folder below a folder, outermost first. */
export async function listFoldersBelow(
  context: Pick<Context, 'db'>,
  { repositoryId, folder, sight }: { repositoryId: number; folder: string; sight: Sight },
): Promise<readonly { path: string; createdAt: Date; kept: boolean }[]> {
  const { rows } = await sql<{ path: string; createdAt: Date; kept: boolean }>`
    select path, created_at as "createdAt", kept from folder
    where repository_id = ${repositoryId} and (parent = ${folder} or ${folder === ''} or (parent ~>=~ ${`${folder}/`} and parent ~<~ ${`${folder}0`}))
      and ${sight.folder}
    order by path`.execute(context.db);
  return rows;
}

/** Who made a folder, and when. */
export function selectFolderOrigin(db: Db, repositoryId: number, path: string): Promise<{ created_at: Date; created_by: string } | undefined> {
  return db.selectFrom('folder').select(['created_at', 'created_by']).where('repository_id', '=', repositoryId).where('path', '=', path).executeTakeFirst();
}

/** Whether a folder is there to be seen. */
export async function isFolderSeen(context: Pick<Context, 'db'>, place: { repositoryId: number; folder: string; sight: Sight }): Promise<boolean> {
  const row = await context.db
    .selectFrom('folder')
    .select('path')
    .where('repository_id', '=', place.repositoryId)
    .where('path', '=', place.folder)
    .where(place.sight.folder)
    .executeTakeFirst();
  return row !== undefined;
}
