import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type BlobValues, upsertBlobs } from '../storage/blob-rows.ts';

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

export function selectEntry(db: Db, repositoryId: number, path: string): Promise<RemoteEntry | undefined> {
  return db
    .selectFrom('remote_entry')
    .select([
      'status',
      'etag',
      'last_modified as lastModified',
      'content_type as contentType',
      'url',
      'sha256',
      'fetched_at as fetchedAt',
      'fresh_until as freshUntil',
    ])
    .where('repository_id', '=', repositoryId)
    .where('path', '=', path)
    .executeTakeFirst();
}

export type EntryValues = Omit<RemoteEntry, 'fetchedAt'>;

export async function upsertEntry(db: Db, repositoryId: number, path: string, entry: EntryValues): Promise<void> {
  const values = {
    status: entry.status,
    etag: entry.etag,
    last_modified: entry.lastModified,
    content_type: entry.contentType,
    url: entry.url,
    sha256: entry.sha256,
    fetched_at: new Date(),
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
  entry: EntryValues,
  promote: () => Promise<void>,
): Promise<void> {
  await upsertBlobs(db, [blob]);
  await promote();
  await upsertEntry(db, repositoryId, path, entry);
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
