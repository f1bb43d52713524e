import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../schema.ts';

/** Counts downloads in memory and writes them together: a read must not cost a write. */
export interface DownloadCounts {
  count(artifactId: number): void;
  /** Writes what has gathered. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function openDownloadCounts(db: Db, log: Logger, everyMilliseconds = 5000): DownloadCounts {
  let gathered = new Map<number, { count: number; at: Date }>();
  async function flush(): Promise<void> {
    if (gathered.size === 0) return;
    const batch = gathered;
    gathered = new Map();
    const ids = [...batch.keys()].sort((a, b) => a - b);
    const counts = ids.map((id) => batch.get(id)?.count ?? 0);
    const times = ids.map((id) => batch.get(id)?.at ?? new Date());
    try {
      // Files that stand for their version also count for its days.
      await sql`
        with counted as (select * from unnest(${ids}::bigint[], ${counts}::bigint[], ${times}::timestamptz[]) as counted(id, count, at)),
        by_day as (
          insert into download_day (version_id, day, count)
          select a.version_id, (counted.at at time zone 'UTC')::date, sum(counted.count) from counted join artifact a on a.id = counted.id
          where a.version_id is not null and a.lead group by 1, 2 order by 1, 2
          on conflict (version_id, day) do update set count = download_day.count + excluded.count)
        update artifact a set download_count = download_count + counted.count, last_downloaded_at = greatest(a.last_downloaded_at, counted.at)
        from counted where a.id = counted.id`.execute(db);
    } catch (err) {
      log.warn({ err }, 'download counts could not be written; they are lost');
    }
  }
  const timer = setInterval(() => void flush(), everyMilliseconds);
  timer.unref();
  return {
    count(artifactId) {
      const entry = gathered.get(artifactId);
      if (entry) {
        entry.count++;
        entry.at = new Date();
      } else gathered.set(artifactId, { count: 1, at: new Date() });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
