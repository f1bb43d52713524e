import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { type Locks, openLocks } from '../storage/locks.ts';
import type { RemoteEntry } from './remote-entry-queries.ts';

interface Health {
  failures: number;
  /** Until then nobody is asked. */
  restUntil: number;
}

/** What this process remembers about upstreams. */
export interface Remotes {
  locks: Locks;
  /** Transfers under way in this process, by repository and path. */
  flights: Map<string, Promise<unknown>>;
  health: Map<number, Health>;
  entries: LRUCache<string, RemoteEntry>;
  /** Parsed listings, by document and want. */
  models: LRUCache<string, { model: unknown }>;
}

export function openRemotes(platform: Context['platform'], log: Context['log']): Remotes {
  return {
    locks: openLocks(platform.databaseUrl, log),
    flights: new Map(),
    health: new Map(),
    entries: new LRUCache({ max: 20_000 }),
    models: new LRUCache({ maxSize: 256 * 1024 * 1024 }),
  };
}

const failuresBeforeRest = 3;

/** Is the upstream left alone for now, because it failed again and again? */
export function isResting(context: Context, repository: RemoteRepository): boolean {
  return (context.remotes.health.get(repository.id)?.restUntil ?? 0) > Date.now();
}

export function noteFailure(context: Context, repository: RemoteRepository): void {
  const health = context.remotes.health.get(repository.id) ?? { failures: 0, restUntil: 0 };
  health.failures++;
  if (health.failures >= failuresBeforeRest && repository.settings.assumedOfflineSeconds > 0)
    health.restUntil = Date.now() + repository.settings.assumedOfflineSeconds * 1000;
  context.remotes.health.set(repository.id, health);
}

export function noteSuccess(context: Context, repository: RemoteRepository): void {
  context.remotes.health.delete(repository.id);
}
