import { setImmediate } from 'node:timers/promises';
import { type Endings, openThreads, type ThreadLimits } from '@packhouse/kernel/threads/thread-pool.ts';
import type { FoundComponent } from '../component/component.ts';
import { componentKey } from '../component/component-queries.ts';
import { makeComponent } from '../inventory/libraries.ts';
import { findLockKind } from '../inventory/lock-files.ts';
import type { LockedLibrary, LockProblem, LockWork } from './lock-thread.ts';

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

/** Components that are made without a pause. */
const atOnce = 1000;

/** Makes components of what a thread found, each once; others have their turn meanwhile. */
async function toComponents(locked: readonly LockedLibrary[]): Promise<FoundComponent[]> {
  const found = new Map<string, FoundComponent>();
  for (let at = 0; at < locked.length; at += atOnce) {
    if (at > 0) await setImmediate();
    for (const { library, line } of locked.slice(at, at + atOnce)) {
      const component = makeComponent(library);
      found.set(componentKey(component), { component, location: line });
    }
  }
  return [...found.values()];
}

export function openLocks(limits: ThreadLimits = lockLimits): Locks {
  const pool = openThreads<LockWork>(new URL('./lock-thread.ts', import.meta.url), 'readLock', limits);
  return {
    async read(path, bytes, most) {
      const kind = findLockKind(path);
      if (!kind) return 'unreadable';
      try {
        const answer = (await pool.run({ path, kind, most }, [bytes], { endings })) as LockedLibrary[] | LockProblem | undefined;
        if (answer === undefined) return 'unreadable';
        return typeof answer === 'string' ? answer : await toComponents(answer);
      } catch (error) {
        if (error instanceof LockError) return error.problem;
        throw error;
      }
    },
    stop: () => pool.stop(),
  };
}
