import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { Progress } from './tally.ts';

/** Files of one replication that are on their way at once. */
const lanes = 4;

/** Everything else than these is about the one file: the others go on. */
const stopping = new Set(['upstream_unavailable', 'unavailable', 'too_many_requests', 'internal', 'address_refused', 'storage_full']);
const isStopping = (error: unknown) => !(error instanceof AppError) || stopping.has(error.code) || error.reason === 'other_side_credentials';

/** Works on several at once. After the first failure nothing new begins, and it is told when all have ended. */
export async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    } finally {
      waiting.length = 0;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Does something about one path; answers whether it was done. @throws what ends the whole run */
export async function attempt(progress: Progress, path: string, work: () => Promise<void>): Promise<boolean> {
  progress.signal.throwIfAborted();
  progress.tally.current = path;
  try {
    await work();
    return true;
  } catch (error) {
    if (progress.signal.aborted || isStopping(error)) throw error;
    progress.tally.refused++;
    progress.why = saidBy(error);
    return false;
  } finally {
    await progress.report();
  }
}
