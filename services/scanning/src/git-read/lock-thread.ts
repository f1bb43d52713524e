import { performOrder } from '@packhouse/kernel/threads/perform-order.ts';
import type { ThreadOrder, ThreadOutcome } from '@packhouse/kernel/threads/thread-messages.ts';
import type { Library } from '../inventory/library.ts';
import { type LockKind, readLock as readLibraries } from '../inventory/lock-kind.ts';
import { indexLines } from './line-index.ts';

/** Why a lock file was not read. */
export type LockProblem = 'unreadable' | 'slow' | 'full' | 'elsewhere';

/** The lock file that is to be read. */
export interface LockWork {
  path: string;
  kind: LockKind;
  /** So many components may be in it. */
  most: number;
}

/** A library that a lock file names, and the line where it does; '' where that is not known. */
export interface LockedLibrary {
  library: Library;
  line: string;
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

/** Libraries of a lock file, each once, with its first line; undefined where it is not what its name says. */
async function findLocked(bytes: Buffer, { path, kind, most }: LockWork): Promise<LockedLibrary[] | undefined> {
  try {
    const text = bytes.toString('utf8');
    const libraries = await readLibraries(kind, path, text);
    if (libraries.length > most) return undefined;
    // A document that holds nothing at all is no lock file in that form.
    if (libraries.length === 0 && path.endsWith('.json')) JSON.parse(text);
    const findLine = indexLines(text);
    const found = libraries.map((library) => ({ library, line: String(findLine(library.name, library.version) ?? '') }));
    return [...new Map(found.toReversed().map((one) => [JSON.stringify(one.library), one])).values()];
  } catch {
    return undefined;
  }
}

/** Reads one lock file. Nothing is loaded into the thread but the format whose lock file it is: whoever pushed waits for that. */
export function readLock(order: ThreadOrder<LockWork>): Promise<ThreadOutcome> {
  return performOrder(order, async ([bytes]) => {
    if (isPointer(bytes as Buffer)) return 'elsewhere' satisfies LockProblem;
    return hasTooManyMarks(bytes as Buffer) ? ('full' satisfies LockProblem) : findLocked(bytes as Buffer, order.work);
  });
}
