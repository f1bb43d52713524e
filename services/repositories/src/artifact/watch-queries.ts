import { sql, type Transaction } from 'kysely';
import type { RepositoriesSchema } from '../schema.ts';

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
export async function selectWatchedRepositories(tx: Transaction<RepositoriesSchema>): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('item_mark')
    .innerJoin('repository', 'repository.id', 'item_mark.repository_id')
    .select(['repository.key', 'repository.id'])
    .distinct()
    .where('item_mark.kind', '=', 'watch')
    .execute();
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Writes changes down; one that comes again is there already. */
export async function insertWatchChanges(
  tx: Transaction<RepositoriesSchema>,
  changes: readonly { event: number; repository_id: number; path: string; removed: boolean; changed_by: string; noted_at: Date }[],
): Promise<void> {
  await tx
    .insertInto('watch_change')
    .values(changes)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes what nobody was told of, for those who watched it when it happened; nobody is told of what they did themselves. What was told of long ago is forgotten. */
export async function takeWatchedChanges(tx: Transaction<RepositoriesSchema>): Promise<WatchedChange[]> {
  await sql`delete from watch_change where told and noted_at < now() - interval '1 day'`.execute(tx);
  const { rows } = await sql<WatchedChange>`
    with taken as (update watch_change set told = true where not told returning *)
    select distinct on (taken.event, mark.user_name)
      mark.user_name as user, mark.language, taken.repository_id as "repositoryId", taken.path, taken.removed, taken.changed_by as by
    from taken join item_mark mark on mark.repository_id = taken.repository_id and mark.kind = 'watch' and mark.user_name <> taken.changed_by
      and mark.created_at <= taken.noted_at
      and (mark.path = '' or taken.path = mark.path or starts_with(taken.path, mark.path || '/') or (taken.removed and starts_with(mark.path, taken.path || '/')))
    order by taken.event, mark.user_name
  `.execute(tx);
  return rows;
}
