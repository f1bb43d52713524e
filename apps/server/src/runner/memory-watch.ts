import { readdir, readFile } from 'node:fs/promises';

const interval = 500;
const kibibyte = 1024;

interface Process {
  parent: number;
  /** Bytes in memory. */
  resident: number;
}

const readNumber = (status: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);

/** Every process of the machine that can be looked at. https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
async function readProcesses(): Promise<Map<number, Process>> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = new Map<number, Process>();
  for (const id of ids) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => undefined);
    if (status !== undefined) found.set(Number(id), { parent: readNumber(status, 'PPid'), resident: readNumber(status, 'VmRSS') * kibibyte });
  }
  return found;
}

/** Bytes that a process and all that it started take together. */
async function readFamilyMemory(root: number): Promise<number> {
  const processes = await readProcesses();
  const children = Map.groupBy(processes.keys(), (id) => processes.get(id)!.parent);
  let sum = 0;
  for (const open = [root], seen = new Set<number>(); open.length > 0; ) {
    const id = open.pop()!;
    if (seen.has(id)) continue;
    seen.add(id);
    sum += processes.get(id)?.resident ?? 0;
    open.push(...(children.get(id) ?? []));
  }
  return sum;
}

/** Looks twice a second what a family of processes takes, since limits of the system are for each alone; returns how to stop. */
export function watchMemory(root: number, most: number, onExcess: () => void): () => void {
  let isOver = false;
  const look = async () => {
    if (!isOver && (await readFamilyMemory(root)) > most && !isOver) onExcess();
    if (!isOver) timer = setTimeout(() => void look(), interval);
  };
  let timer = setTimeout(() => void look(), interval);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
