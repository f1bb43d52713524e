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

/** Milliseconds of processor time that a family has taken so far, to ten milliseconds for each process. */
export function familyProcessorTime(root: number): number {
  return processFamily(root).reduce((sum, pid) => sum + processorTime(pid), 0);
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

function proportionalSize(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024;
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
