import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type BlobValues, upsertBlobs } from '../storage/blob-queries.ts';

export interface RemoteEntry {
  status: 'present' | 'missing';
  etag: string | null;
  lastModified: string | null;
  contentType: string | null;
  url: string | null;
  sha256: string | null;
  fetchedAt: Date;
  freshUntil: Date;
}

export async function selectEntries(
  db: Db,
  places: readonly { repositoryId: number; path: string }[],
): Promise<(RemoteEntry & { repositoryId: number; path: string })[]> {
  const { rows } = await sql<RemoteEntry & { repositoryId: number; path: string }>`
    select e.repository_id as "repositoryId", e.path, e.status, e.etag, e.last_modified as "lastModified", e.content_type as "contentType", e.url, e.sha256,
      e.fetched_at as "fetchedAt", e.fresh_until as "freshUntil"
    from unnest(${places.map((place) => place.repositoryId)}::bigint[], ${places.map((place) => place.path)}::text[]) as wanted(repository_id, path)
    join remote_entry e on e.repository_id = wanted.repository_id and e.path = wanted.path`.execute(db);
  return rows;
}

export type EntryValues = Omit<RemoteEntry, 'fetchedAt'>;

export async function upsertEntry(db: Db, repositoryId: number, path: string, entry: RemoteEntry): Promise<void> {
  const values = {
    status: entry.status,
    etag: entry.etag,
    last_modified: entry.lastModified,
    content_type: entry.contentType,
    url: entry.url,
    sha256: entry.sha256,
    fetched_at: entry.fetchedAt,
    fresh_until: entry.freshUntil,
  };
  await db
    .insertInto('remote_entry')
    .values({ repository_id: repositoryId, path, ...values })
    .onConflict((conflict) => conflict.columns(['repository_id', 'path']).doUpdateSet(values))
    .execute();
}

/** The document of an index, in the transaction that keeps its bytes. */
export async function upsertDocument(
  db: Db,
  repositoryId: number,
  path: string,
  blob: BlobValues,
  entry: RemoteEntry,
  promote: () => Promise<void>,
): Promise<void> {
  await upsertBlobs(db, [blob]);
  await promote();
  await upsertEntry(db, repositoryId, path, entry);
}

/** How many entries there are of a repository. */
export async function countEntries(db: Db, repositoryId: number): Promise<number> {
  const { count } = await db
    .selectFrom('remote_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('repository_id', '=', repositoryId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Everything at or below a path has to be asked for again; answers how many entries that are. */
export async function expireEntries(db: Db, repositoryId: number, folder: string): Promise<number> {
  const within = folder === '' ? sql<boolean>`true` : sql<boolean>`(path = ${folder} or starts_with(path, ${`${folder}/`}))`;
  // What is known to be missing is forgotten; what is present stays as the stale copy.
  const gone = await db.deleteFrom('remote_entry').where('repository_id', '=', repositoryId).where('status', '=', 'missing').where(within).executeTakeFirst();
  const expired = await db
    .updateTable('remote_entry')
    .set({ fresh_until: new Date(0) })
    .where('repository_id', '=', repositoryId)
    .where(within)
    .executeTakeFirst();
  return Number(gone.numDeletedRows + expired.numUpdatedRows);
}
