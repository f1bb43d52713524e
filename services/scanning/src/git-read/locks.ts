import { type Endings, openThreads, type ThreadLimits } from '@packhouse/kernel/threads/thread-pool.ts';
import type { FoundComponent } from '../component/component.ts';
import type { LockProblem, LockWork } from './lock-thread.ts';

/** Reads lock files that strangers wrote, in threads with limits of memory and time: nobody else waits for one, and nothing else ends with it. */
export interface Locks {
  read(path: string, bytes: Buffer, most: number): Promise<FoundComponent[] | LockProblem>;
  stop(): Promise<void>;
}

class LockError extends Error {
  readonly problem: LockProblem;
  constructor(problem: LockProblem, cause: unknown) {
    super(`A lock file could not be read: ${problem}`, { cause });
    this.problem = problem;
  }
}

const endings: Endings = { late: (cause) => new LockError('slow', cause), full: (cause) => new LockError('full', cause) };

/** A thread has this much of JavaScript's own memory in MB, and so many milliseconds; an ordinary lock file takes a few. */
const lockLimits: ThreadLimits = { memory: 768, time: 20_000, pace: 16 * 1024 };

export function openLocks(limits: ThreadLimits = lockLimits): Locks {
  const pool = openThreads<LockWork>(new URL('./lock-thread.ts', import.meta.url), 'readLock', limits);
  return {
    async read(path, bytes, most) {
      try {
        return ((await pool.run({ path, most }, [bytes], { endings })) as FoundComponent[] | LockProblem | undefined) ?? 'unreadable';
      } catch (error) {
        if (error instanceof LockError) return error.problem;
        throw error;
      }
    },
    stop: () => pool.stop(),
  };
}
