import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { type Locks, openLocks } from '../storage/locks.ts';
import { type EntryValues, type RemoteEntry, selectEntry, upsertEntry } from './remote-entry-queries.ts';

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

export function isFresh(entry: RemoteEntry | undefined): entry is RemoteEntry {
  return entry !== undefined && entry.freshUntil.getTime() > Date.now();
}

/** What is known about an upstream's path; from memory as long as that is fresh. */
export async function readEntry(context: Context, repository: RemoteRepository, path: string, fromDatabase = false): Promise<RemoteEntry | undefined> {
  const key = `${repository.id}/${path}`;
  const known = context.remotes.entries.get(key);
  if (isFresh(known) && !fromDatabase) return known;
  const entry = await selectEntry(context.db, repository.id, path);
  if (isFresh(entry)) context.remotes.entries.set(key, entry);
  else context.remotes.entries.delete(key);
  return entry;
}

export async function writeEntry(context: Context, repository: RemoteRepository, path: string, entry: EntryValues): Promise<void> {
  await upsertEntry(context.db, repository.id, path, entry);
  rememberEntry(context, repository, path, entry);
}

export function rememberEntry(context: Context, repository: RemoteRepository, path: string, entry: EntryValues): void {
  context.remotes.entries.set(`${repository.id}/${path}`, { ...entry, fetchedAt: new Date() });
}

export function missingEntry(repository: RemoteRepository): EntryValues {
  return {
    status: 'missing',
    etag: null,
    lastModified: null,
    contentType: null,
    url: null,
    sha256: null,
    freshUntil: new Date(Date.now() + repository.settings.missedSeconds * 1000),
  };
}

export function freshUntil(repository: RemoteRepository, freshness: 'forever' | 'metadata' | 'pointer'): Date {
  const { metadataSeconds, pointerSeconds } = repository.settings;
  if (freshness === 'forever') return new Date('9999-01-01T00:00:00Z');
  return new Date(Date.now() + (freshness === 'pointer' ? pointerSeconds : metadataSeconds) * 1000);
}

const waitStep = 150;

/**
 * Runs `work` in one process at a time. While another has the lock, `done` is asked whether its result is there already.
 */
export async function alone<Result>(
  context: Context,
  name: string,
  done: () => Promise<Result | undefined>,
  work: (release: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const release = await context.remotes.locks.tryTake(name);
    if (release) {
      try {
        const ready = await done();
        if (ready === undefined) return await work(release);
        await release();
        return ready;
      } catch (error) {
        await release();
        throw error;
      }
    }
    const ready = await done();
    if (ready !== undefined) return ready;
    await new Promise((resolve) => setTimeout(resolve, waitStep));
  }
}
