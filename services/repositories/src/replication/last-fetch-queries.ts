import type { Db } from '../schema.ts';

/** When something was last fetched for remote repositories, by their ids. */
export async function selectLastFetched(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('remote_entry')
    .select(['repository_id', (select) => select.fn.max('fetched_at').as('at')])
    .where('repository_id', 'in', [...ids])
    .groupBy('repository_id')
    .execute();
  return new Map(rows.map(({ repository_id: id, at }) => [id, at]));
}
