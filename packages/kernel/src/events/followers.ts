import type { Kysely, Transaction } from 'kysely';
import type { FollowedEvent } from './outbox.ts';

/** Somebody who must hear of every event, whatever ends in between. */
export interface Follower<Schema> {
  /** One in the installation: `<service>.<what it does>`. */
  readonly name: string;
  readonly types: readonly string[];
  /** Changes are gathered for this many milliseconds before they are given. */
  readonly gather?: number;
  /** Its transactions are those of `take`. */
  readonly db: Kysely<Schema>;
  /**
   * Is given committed events in the order of their numbers. What it writes with the transaction is there exactly once for each event; when it fails, the
   * same events come again.
   */
  take(events: readonly FollowedEvent[], transaction: Transaction<Schema>): Promise<void>;
}

/** How far behind a follower is. */
export interface FollowerLag {
  name: string;
  /** Since the oldest event happened that it was not given yet; 0 when it was given all. */
  seconds: number;
}

/**
 * Followers keep their place in the database. One process at a time gives a follower its events, wherever jobs run; a new follower begins with the
 * oldest event that is kept.
 */
export interface Followers {
  /** Registers a follower before the platform runs. */
  register<Schema>(follower: Follower<Schema>): void;
  /** Tells of every registered follower how far behind it is, wherever it runs. */
  readLags(): Promise<readonly FollowerLag[]>;
}
