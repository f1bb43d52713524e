import type { Logger } from 'pino';
import type { Db } from '../schema.ts';
import { addRecords, type Gathered, type Noted } from './record-queries.ts';

/** Notes in memory what rules refuse, and writes it together: a download must not wait for a write. */
export interface Records {
  note(noted: Noted): void;
  /** Writes what has gathered. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const everyMilliseconds = 5000;
/** More different ones than this are not kept apart between two writes. */
const mostGathered = 20_000;

export function openRecords(db: Db, log: Logger): Records {
  let gathered = new Map<string, Gathered>();
  async function flush(): Promise<void> {
    if (gathered.size === 0) return;
    const batch = [...gathered.values()];
    gathered = new Map();
    try {
      await addRecords(db, batch);
    } catch (err) {
      log.warn({ err }, 'what the firewall refused could not be written down; it is lost');
    }
  }
  const timer = setInterval(() => void flush(), everyMilliseconds);
  timer.unref();
  return {
    note(noted) {
      const key = JSON.stringify([noted.ruleId, noted.repository, noted.package, noted.version, noted.actor, noted.outcome, noted.place]);
      const entry = gathered.get(key);
      const now = new Date();
      if (entry) {
        entry.count++;
        entry.versions = Math.max(entry.versions, noted.versions);
        entry.last = now;
      } else if (gathered.size < mostGathered) gathered.set(key, { ...noted, count: 1, first: now, last: now });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
