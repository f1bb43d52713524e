import type { Transaction } from 'kysely';
import { type Kysely, sql } from 'kysely';
import type { RepositoriesSchema } from '../schema.ts';

type Db = Kysely<RepositoriesSchema>;

/** One change, as one of those who watch is told of it. */
export interface WatchedChange {
  user: string;
  language: string;
  repositoryId: number;
  path: string;
  removed: boolean;
  by: string;
}

/** Ids of repositories of which somebody watches a part, by key. */
export async function selectWatchedRepositories(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('item_mark')
    .innerJoin('repository', 'repository.id', 'item_mark.repository_id')
    .select(['repository.key', 'repository.id'])
    .distinct()
    .where('item_mark.kind', '=', 'watch')
    .execute();
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Writes a change down; false when another process has done so. */
export async function insertWatchChange(
  db: Db,
  change: { event: number; repository_id: number; path: string; removed: boolean; changed_by: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('watch_change')
    .values(change)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Takes what nobody was told of, for those who watch it; nobody is told of what they did themselves. What was told of long ago is forgotten. */
export async function takeWatchedChanges(tx: Transaction<RepositoriesSchema>): Promise<WatchedChange[]> {
  await sql`delete from watch_change where told and noted_at < now() - interval '1 day'`.execute(tx);
  const { rows } = await sql<WatchedChange>`
    with taken as (update watch_change set told = true where not told returning *)
    select distinct on (taken.event, mark.user_name)
      mark.user_name as user, mark.language, taken.repository_id as "repositoryId", taken.path, taken.removed, taken.changed_by as by
    from taken join item_mark mark on mark.repository_id = taken.repository_id and mark.kind = 'watch' and mark.user_name <> taken.changed_by
      and (mark.path = '' or taken.path = mark.path or starts_with(taken.path, mark.path || '/') or (taken.removed and starts_with(mark.path, taken.path || '/')))
    order by taken.event, mark.user_name
  `.execute(tx);
  return rows;
}
