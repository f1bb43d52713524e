import { performOrder } from '@packhouse/kernel/threads/perform-order.ts';
import type { ThreadOrder, ThreadOutcome } from '@packhouse/kernel/threads/thread-messages.ts';
import type { FoundComponent } from '../component/component.ts';
import { componentKey } from '../component/component-queries.ts';
import { makeComponent } from '../inventory/libraries.ts';
import { findLockReader } from '../inventory/lock-files.ts';
import { indexLines } from './line-index.ts';

/** Why a lock file was not read. */
export type LockProblem = 'unreadable' | 'slow' | 'full' | 'elsewhere';

/** The lock file that is to be read. */
export interface LockWork {
  path: string;
  /** So many components may be in it. */
  most: number;
}

/**
 * Braces, brackets and commas of a document that is read. A parser that asks for more memory than its thread has ends the whole process before the thread can be
 * ended, so that what would take so much is not begun. The largest lock files have some hundred thousand.
 */
const mostMarks = 3_000_000;

function hasTooManyMarks(bytes: Buffer): boolean {
  let marks = 0;
  for (const byte of bytes) if (byte === 0x2c || (byte | 0x20) === 0x7b) marks++;
  return marks > mostMarks;
}

/** A file whose content Git LFS keeps; the repository has these few lines in its place. https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const pointer = Buffer.from('version https://git-lfs.github.com/spec/v1\n');
const isPointer = (bytes: Buffer) => bytes.length <= 1024 && bytes.subarray(0, pointer.length).equals(pointer);

/** Components of a lock file, each once, with its line; undefined where it is not what its name says. */
function readComponents(bytes: Buffer, { path, most }: LockWork): FoundComponent[] | undefined {
  try {
    const text = bytes.toString('utf8');
    const libraries = findLockReader(path)?.(text) ?? [];
    if (libraries.length > most) return undefined;
    // A document that holds nothing at all is no lock file in that form.
    if (libraries.length === 0 && path.endsWith('.json')) JSON.parse(text);
    const findLine = indexLines(text);
    const found = libraries.map((one) => ({ component: makeComponent(one), location: String(findLine(one.name, one.version) ?? '') }));
    return [...new Map(found.toReversed().map((one) => [componentKey(one.component), one])).values()];
  } catch {
    return undefined;
  }
}

/** Reads one lock file. */
export function readLock(order: ThreadOrder<LockWork>): Promise<ThreadOutcome> {
  return performOrder(order, async ([bytes]) => {
    if (isPointer(bytes as Buffer)) return 'elsewhere' satisfies LockProblem;
    return hasTooManyMarks(bytes as Buffer) ? ('full' satisfies LockProblem) : readComponents(bytes as Buffer, order.work);
  });
}
