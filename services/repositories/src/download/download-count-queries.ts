import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What was downloaded of one file. */
export interface Gathered {
  count: number;
  /** The last time, and who it was. */
  at: Date;
  by: string;
}

/** Adds to the counts of files; always in the same order, so that two writers do not wait for each other. */
export async function addDownloads(db: Db, gathered: ReadonlyMap<number, Gathered>): Promise<void> {
  const ids = [...gathered.keys()].sort((a, b) => a - b);
  const counts = ids.map((id) => gathered.get(id)?.count ?? 0);
  const times = ids.map((id) => gathered.get(id)?.at ?? new Date());
  const names = ids.map((id) => gathered.get(id)?.by ?? '');
  // Files that stand for their version also count for its days.
  await sql`
    with counted as (select * from unnest(${ids}::bigint[], ${counts}::bigint[], ${times}::timestamptz[], ${names}::text[]) as counted(id, count, at, by)),
    by_day as (
      insert into download_day (version_id, day, count)
      select a.version_id, (counted.at at time zone 'UTC')::date, sum(counted.count) from counted join artifact a on a.id = counted.id
      where a.version_id is not null and a.lead group by 1, 2 order by 1, 2
      on conflict (version_id, day) do update set count = download_day.count + excluded.count)
    update artifact a set download_count = download_count + counted.count, last_downloaded_at = greatest(a.last_downloaded_at, counted.at),
      last_downloaded_by = case when a.last_downloaded_at > counted.at then a.last_downloaded_by else counted.by end
    from counted where a.id = counted.id`.execute(db);
}
