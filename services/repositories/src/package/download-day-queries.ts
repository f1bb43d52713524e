import { downloadDays } from '@packhouse/contract/repositories/package-search.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface DownloadDay {
  /** `2026-01-31`, in UTC. */
  day: string;
  count: number;
}

/** Downloads on each of the last days, today last, of each set of versions; days without any are there too. */
export async function selectDownloadDays(db: Db, sets: readonly (readonly number[])[]): Promise<DownloadDay[][]> {
  const { rows } = await sql<DownloadDay & { place: number }>`
    select asked.place, to_char(one.day, 'YYYY-MM-DD') as day, coalesce(sum(downloaded.count), 0)::bigint as count
    from generate_series(0, ${sets.length - 1}::int) as asked(place)
    cross join generate_series((now() at time zone 'UTC')::date - ${downloadDays - 1}::int, (now() at time zone 'UTC')::date, interval '1 day') as one(day)
    left join (
      unnest(${sets.flatMap((ids, place) => ids.map(() => place))}::int[], ${sets.flat()}::bigint[]) as version(place, id)
      join download_day downloaded on downloaded.version_id = version.id
    ) on version.place = asked.place and downloaded.day = one.day::date
    group by asked.place, one.day order by asked.place, one.day`.execute(db);
  const bySet = Map.groupBy(rows, ({ place }) => place);
  return sets.map((_, place) => (bySet.get(place) ?? []).map(({ day, count }) => ({ day, count })));
}
