import { downloadDays } from '@packhouse/contract/repositories/package-search.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface DownloadDay {
  /** `2026-01-31`, in UTC. */
  day: string;
  count: number;
}

/** Downloads of some versions on each of the last days, today last; days without any are there too. */
export async function selectDownloadDays(db: Db, versionIds: readonly number[]): Promise<DownloadDay[]> {
  const { rows } = await sql<DownloadDay>`
    select to_char(one.day, 'YYYY-MM-DD') as day, coalesce(sum(downloaded.count), 0)::bigint as count
    from generate_series((now() at time zone 'UTC')::date - ${downloadDays - 1}::int, (now() at time zone 'UTC')::date, interval '1 day') as one(day)
    left join download_day downloaded on downloaded.day = one.day::date and downloaded.version_id = any(${versionIds}::bigint[])
    group by one.day order by one.day`.execute(db);
  return rows;
}
