import { ForgetfulCache } from '@packhouse/limits/forgetful-cache.ts';
import { LRUCache } from 'lru-cache';
import type { Db } from '../schema.ts';
import { batched } from '../storage/batch.ts';
import { type RemoteEntry, selectEntries } from './remote-entry-queries.ts';

/** After a failure the stale copy is served for this long before the upstream is asked again. */
const restAfterFailure = 10_000;

interface Health {
  failures: number;
  /** Until then nobody is asked. */
  restUntil: number;
}

const placeId = (place: { repositoryId: number; path: string }) => `${place.repositoryId}/${place.path}`;

/** What is known about upstreams. */
export interface Remotes {
  /** What all processes know of a path, as the database has it now. */
  entry(place: { repositoryId: number; path: string }): Promise<RemoteEntry | undefined>;
  health: Map<number, Health>;
  /** Copies that are given out for a while because the upstream failed, by repository and path; each by the time until which it was fresh. */
  rests: LRUCache<string, number>;
  /** Parsed listings, by document and want. */
  models: LRUCache<string, { model: unknown }>;
}

export function openRemotes(db: Db): Remotes {
  return {
    entry: batched(async (places) => new Map((await selectEntries(db, places)).map((row) => [placeId(row), row])), placeId),
    health: new Map(),
    rests: new LRUCache({ max: 20_000, ttl: restAfterFailure }),
    models: new ForgetfulCache({ maxSize: 256 * 1024 * 1024 }),
  };
}
