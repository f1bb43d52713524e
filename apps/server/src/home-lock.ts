import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface LockHolder {
  pid: number;
  /** When that process began, in the system's own count, so that a reused number is not taken for it. */
  began: string;
}

export class HomeInUseError extends Error {
  override name = 'HomeInUseError';
}

/** Undefined when there is no such process. */
async function readBeginning(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  // Field 22 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; other systems go by the number alone.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
}

async function readHolder(file: string): Promise<LockHolder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}

/** The process that runs on this home directory, if one does. */
export async function getHolder(home: string): Promise<LockHolder | undefined> {
  const holder = await readHolder(join(home, 'run', 'lock'));
  return holder && (await readBeginning(holder.pid)) === holder.began ? holder : undefined;
}

/**
 * Makes this process the only one on its home directory; returns how to give it back. A lock left by a killed process is taken over.
 * @throws HomeInUseError naming the process that has it.
 */
export async function lockHome(home: string): Promise<() => Promise<void>> {
  const file = join(home, 'run', 'lock');
  const draft = `${file}.${process.pid}`;
  await mkdir(join(home, 'run'), { recursive: true });
  const own: LockHolder = { pid: process.pid, began: (await readBeginning(process.pid)) ?? 'unknown' };
  await writeFile(draft, JSON.stringify(own));
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        await link(draft, file);
        return () => rm(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = await getHolder(home);
      if (holder) throw new HomeInUseError(`Packhouse already runs on ${home} (process ${holder.pid}). Stop it, or set PACKHOUSE_HOME to another directory.`);
      await rename(file, `${file}.stale`).catch(() => undefined);
    }
    throw new HomeInUseError(`The lock of ${home} could not be taken; several processes are starting on it.`);
  } finally {
    await rm(draft, { force: true });
  }
}
