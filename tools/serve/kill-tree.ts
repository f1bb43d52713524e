import { readdir, readFile } from 'node:fs/promises';

/** The parents of all processes; each is looked at once, however many of them are asked for. */
async function readParents(): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The name in parentheses may itself hold spaces and parentheses.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  return parents;
}

/** A process and everything it started, itself first. */
export async function processTree(pid: number): Promise<number[]> {
  const parents = [...(await readParents())];
  const listTree = (one: number): number[] => [one, ...parents.filter(([, parent]) => parent === one).flatMap(([child]) => listTree(child))];
  return listTree(pid);
}

/** Ends a process and everything it started without any warning, as a crash would. Linux. */
export async function killTree(pid: number): Promise<void> {
  for (const one of await processTree(pid)) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

/** Resident memory of a process in bytes. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
