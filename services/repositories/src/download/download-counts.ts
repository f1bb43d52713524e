import type { Logger } from 'pino';
import type { Db } from '../schema.ts';
import { addDownloads, type Gathered } from './download-count-queries.ts';

/** Counts downloads in memory and writes them together: a read must not cost a write. */
export interface DownloadCounts {
  count(artifactId: number, by: string): void;
  /** Writes what has gathered. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function openDownloadCounts(db: Db, log: Logger, everyMilliseconds = 5000): DownloadCounts {
  let gathered = new Map<number, Gathered>();
  async function flush(): Promise<void> {
    if (gathered.size === 0) return;
    const batch = gathered;
    gathered = new Map();
    try {
      await addDownloads(db, batch);
    } catch (err) {
      log.warn({ err }, 'download counts could not be written; they are lost');
    }
  }
  const timer = setInterval(() => void flush(), everyMilliseconds);
  timer.unref();
  return {
    count(artifactId, by) {
      const entry = gathered.get(artifactId);
      if (entry) {
        entry.count++;
        entry.at = new Date();
        entry.by = by;
      } else gathered.set(artifactId, { count: 1, at: new Date(), by });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
