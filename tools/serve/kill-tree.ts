import { readdir, readFile } from 'node:fs/promises';

async function readChildren(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The name in parentheses may itself hold spaces and parentheses.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) found.push(Number(name));
  }
  return found;
}

/** A process and everything it started, itself first. */
export async function processTree(pid: number): Promise<number[]> {
  const below = await Promise.all((await readChildren(pid)).map(processTree));
  return [pid, ...below.flat()];
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
