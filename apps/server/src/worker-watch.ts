import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { tellWorker } from './worker-channel.ts';

/** Says what the primary asks each of its HTTP workers, and what they answer. */
export type WatchMessage = { packhouse: 'are you there' } | { packhouse: 'here' };

export interface WatchOptions {
  /** Milliseconds between two questions. */
  period?: number;
  /** After how many questions without an answer a worker is given up. */
  patience?: number;
}

/**
 * Ends a worker that does not answer any more, so that another one takes its place: a worker whose event loop stands still takes connections,
 * and answers none of them, for as long as it lives. Questions are counted, not seconds, so that a machine that was asleep ends nobody.
 */
export function watchWorker(worker: Worker, logger: Logger, { period = 5000, patience = 12 }: WatchOptions = {}): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    // Who has left the primary finishes its last requests.
    if (!worker.isConnected()) return;
    if (unanswered >= patience) {
      logger.error({ pid: worker.process.pid, seconds: (patience * period) / 1000 }, 'an HTTP worker does not answer any more and is ended');
      worker.process.kill('SIGKILL');
      return;
    }
    unanswered++;
    tellWorker(worker, { packhouse: 'are you there' } satisfies WatchMessage);
  }, period).unref();
  worker.on('message', (message: WatchMessage) => {
    if (message.packhouse === 'here') unanswered = 0;
  });
  worker.once('exit', () => clearInterval(timer));
}
