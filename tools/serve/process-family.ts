import { readdirSync, readFileSync } from 'node:fs';

/** A process and everything it started, directly or not. */
function processFamily(root: number): number[] {
  const parents = new Map(readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readParent(Number(name)) : [])));
  const family = [root];
  for (const pid of family) for (const [child, parent] of parents) if (parent === pid && !family.includes(child)) family.push(child);
  return family;
}

/** Bytes of memory a family takes, memory shared by several processes counted once between them. */
export function familyMemory(root: number): number {
  return processFamily(root).reduce((sum, pid) => sum + proportionalSize(pid), 0);
}

/** Bytes that a family takes, by who takes them: the platform itself, the processes of its database, and the buffers that those share. */
export interface FamilyShares {
  platform: number;
  database: number;
  /** What the database keeps of its files: as much of what is set aside for it as a living process of it has touched. */
  buffers: number;
}

const isDatabase = (pid: number) => readProcess(pid, 'comm').trim() === 'postgres';

export function familyShares(root: number): FamilyShares {
  const shares = { platform: 0, database: 0, buffers: 0 };
  for (const pid of processFamily(root)) {
    if (!isDatabase(pid)) shares.platform += proportionalSize(pid);
    else {
      const buffers = proportionalSize(pid, 'Pss_Shmem');
      shares.buffers += buffers;
      shares.database += proportionalSize(pid) - buffers;
    }
  }
  return shares;
}

/** Milliseconds of processor time that a family has taken so far, to ten milliseconds for each process. */
export function familyProcessorTime(root: number): number {
  return processFamily(root).reduce((sum, pid) => sum + processorTime(pid), 0);
}

/** The same by who took it: the platform itself, and its database. */
export function familyProcessorShares(root: number): { platform: number; database: number } {
  const shares = { platform: 0, database: 0 };
  for (const pid of processFamily(root)) shares[isDatabase(pid) ? 'database' : 'platform'] += processorTime(pid);
  return shares;
}

function processorTime(pid: number): number {
  // The name of the program, in parentheses, may hold anything.
  const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  const getTicks = (field: number) => Number(fields[field - 3] ?? 0);
  // Its own, and that of the children that have ended: what somebody worked is not forgotten when they go.
  return [14, 15, 16, 17].reduce((sum, field) => sum + getTicks(field), 0) * 10;
}

function readParent(pid: number): [number, number][] {
  const parent = /^PPid:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1];
  return parent === undefined ? [] : [[pid, Number(parent)]];
}

function proportionalSize(pid: number, part: 'Pss' | 'Pss_Shmem' = 'Pss'): number {
  return Number(new RegExp(`^${part}:\\s+(\\d+) kB`, 'm').exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024;
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
