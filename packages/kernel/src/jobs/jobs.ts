import type { AnyTransaction } from '../database/database.ts';

/** A job may run twice: its payload is keys, not data; it reads the present state and replaces its result. */
export interface Job<Payload extends Record<string, unknown> = Record<string, unknown>> {
  readonly name: string;
  /** Crontab line in UTC for work that comes around by itself. */
  readonly cron?: string;
  run(payload: Payload, signal: AbortSignal): Promise<void>;
}

export interface JobOptions {
  key?: string;
  delay?: number;
  /** A job that waits under the key keeps its time: a burst of calls runs once, `delay` milliseconds after the first of them, however long it lasts. */
  keepsTime?: boolean;
  /** Queues the job with the caller's transaction, or not at all. */
  transaction?: AnyTransaction;
}

/** A job that runs or waits for its turn. */
export interface QueuedJob {
  id: string;
  name: string;
  isRunning: boolean;
  /** Whoever runs it; empty while nobody does. */
  worker: string;
}

/** The queue in PostgreSQL; it survives any crash, and a job runs on one process at a time. */
export interface Jobs {
  /** Registers a job before the runner starts. */
  register<Payload extends Record<string, unknown>>(job: Job<Payload>): void;
  /**
   * Queues a job. With a `key`, a job that still waits under that key is replaced, so a burst of calls runs once, `delay` milliseconds after the last of them.
   */
  add(name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>;
  /** Gives the jobs of all processes that run or wait, the oldest first; those that failed for good are not among them. */
  list(limit: number): Promise<QueuedJob[]>;
}
