import type { Context } from '../context.ts';
import type { Locks } from '../git-read/locks.ts';

/** Repositories of source code are looked at with this. */
export interface GitContext extends Context {
  /** Reads lock files where nobody waits for it. */
  locks: Locks;
}
