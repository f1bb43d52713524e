import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where everything that one run starts keeps its temporary files. */
export interface RunFolder {
  readonly path: string;
  /** For the environment of what is started: whatever that starts inherits it. */
  readonly env: { readonly TMPDIR: string };
  /** Ends what was started in it and still runs, wherever it went, and removes the folder. */
  clear(): Promise<void>;
}

/** The folder in memory that Linux offers, and what has to be free there, in bytes: a stage has held 6 GiB at a time, and its programs need theirs. */
const inMemory = { path: '/dev/shm', needs: 14 * 2 ** 30 };

/**
 * Where the folder of a run stands: in memory where there is plenty of it, since databases made and thrown away by the hundred cost a disk
 * a fifth of all processor time, and waiting besides. Whoever names a folder for temporary files gets that one.
 */
function chooseParent(): string {
  if (process.env.TMPDIR !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(inMemory.path);
    return Math.min(bavail * bsize, freemem()) >= inMemory.needs ? inMemory.path : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Makes a folder for the temporary files of a run. It marks what belongs to the run: a process that left its parent and its process group
 * still carries the folder in its environment or its command line, or stands in it.
 */
export function makeRunFolder(): RunFolder {
  const path = mkdtempSync(join(chooseParent(), 'packhouse-test-'));
  // As open as the folder that it stands for: databases and package managers run under accounts of their own.
  chmodSync(path, 0o1777);
  return {
    path,
    env: { TMPDIR: path },
    async clear() {
      await endProcessesOf(path);
      try {
        rmSync(path, { recursive: true, force: true, maxRetries: 3 });
      } catch (error) {
        console.log(`test: ${path} stays: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

/** Ends every process that belongs to a folder, and what those started. Linux: elsewhere none is found. */
async function endProcessesOf(folder: string): Promise<void> {
  // What is being started while we look is found the next time.
  for (let round = 0; round < 20; round += 1) {
    const found = findProcesses(folder);
    if (found.length === 0) return;
    for (const pid of found) end(pid);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself, or is not ours to end.
  }
}

function findProcesses(folder: string): number[] {
  const running = new Map(processIds().map((pid) => [pid, readParent(pid)]));
  const found = new Set([...running.keys()].filter((pid) => belongsTo(pid, folder)));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, parent] of running) if (parent !== undefined && found.has(parent)) found.add(pid);
  }
  return [...found].filter((pid) => pid !== process.pid && running.get(pid) !== undefined);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Undefined for what has ended and only waits for its parent to notice. */
function readParent(pid: number): number | undefined {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name in parentheses may itself hold spaces and parentheses.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === '' || state === 'Z' || state === 'X' ? undefined : Number(parent);
}

function belongsTo(pid: number, folder: string): boolean {
  return (
    pid !== process.pid &&
    [() => readFileSync(`/proc/${pid}/environ`, 'utf8'), () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), () => readlinkSync(`/proc/${pid}/cwd`)].some(
      (look) => read(look).includes(folder),
    )
  );
}

function read(look: () => string): string {
  try {
    return look();
  } catch {
    // It has ended meanwhile, or belongs to somebody else.
    return '';
  }
}
