import { LRUCache } from 'lru-cache';
import type { RemoteEntry } from './remote-entry-queries.ts';

interface Health {
  failures: number;
  /** Until then nobody is asked. */
  restUntil: number;
}

/** This process remembers this about upstreams. */
export interface Remotes {
  health: Map<number, Health>;
  entries: LRUCache<string, RemoteEntry>;
  /** Parsed listings, by document and want. */
  models: LRUCache<string, { model: unknown }>;
}

export function openRemotes(): Remotes {
  return {
    health: new Map(),
    entries: new LRUCache({ max: 20_000 }),
    models: new LRUCache({ maxSize: 256 * 1024 * 1024 }),
  };
}
