import type { AnyTransaction } from '../database/database.ts';

/** Something that happened. `subject` orders events among themselves; `data` is what consumers need, without secrets. */
export interface PlatformEvent {
  id: number;
  /** Dotted type: `artifact.deployed`, `repository.deleted`, `package.version.published` … */
  type: string;
  subject: string;
  data: Record<string, unknown>;
  at: Date;
}

/** A moment in the order in which events are committed, which is another than that of their numbers and of their times. */
export interface OutboxPosition {
  /** The last number that was given out. */
  id: number;
  /** Transactions that were open then: what they bring comes after, whatever its number. */
  open: readonly string[];
  /** So were all from this one on. */
  next: string;
}

/** An event with the transaction that brought it. */
export interface FollowedEvent extends PlatformEvent {
  transaction: string;
}

/** Whether an event was committed before this moment. */
export function isCommittedBefore({ id, transaction }: Pick<FollowedEvent, 'id' | 'transaction'>, position: OutboxPosition): boolean {
  return id <= position.id && BigInt(transaction) < BigInt(position.next) && !position.open.includes(transaction);
}

/** A question for events that are still kept. */
export interface KeptEvents {
  types: readonly string[];
  since: Date;
  /** The oldest first, or the newest. */
  order: 'oldest' | 'newest';
  /** Number of the last event of the page before. */
  after?: number | undefined;
  limit: number;
}

/**
 * Events are rows written in the transaction of the change itself, so that none is lost and none tells of something undone.
 * Delivery is at least once, in order per subject, to every process that subscribes (server-sent events, cache invalidation).
 */
export interface Outbox {
  /** Adds events to the caller's transaction, in this order. */
  publish(transaction: AnyTransaction, ...events: readonly Omit<PlatformEvent, 'id' | 'at'>[]): Promise<void>;
  /** This moment: whatever is committed once the caller has this comes after it. */
  position(transaction: AnyTransaction): Promise<OutboxPosition>;
  /** Calls `handler` for every event committed from now on, in this process; returns how to stop. */
  subscribe(handler: (event: PlatformEvent) => void): () => void;
  /**
   * Events after `id`, oldest first, for a subscriber that was away; undefined when that event is not kept any more.
   * Events that were committed together with it may come again.
   */
  since(id: number, limit: number): Promise<readonly PlatformEvent[] | undefined>;
  /** A page of the events that are still kept, for whoever asks what happened. Followers are for those who must miss nothing. */
  kept(wanted: KeptEvents): Promise<readonly FollowedEvent[]>;
}
