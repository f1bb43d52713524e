import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = '/sys/fs/cgroup';

/** A control group of one command: the system itself ends what takes more memory than it may. https://docs.kernel.org/admin-guide/cgroup-v2.html */
export interface MemoryGroup {
  /** Begins a program in it. */
  readonly wrap: readonly string[];
  /** Whether the system ended something in it for its memory. */
  wasExceeded(): Promise<boolean>;
  /** Ends what is left in it. */
  remove(): Promise<void>;
}

/** Makes control groups below the runner's own. */
export interface MemoryGroups {
  open(name: string, bytes: number): Promise<MemoryGroup>;
}

async function removeGroup(path: string): Promise<void> {
  await writeFile(join(path, 'cgroup.kill'), '1').catch(() => undefined);
  // It can go once the last process in it is gone.
  for (let tries = 0; tries < 50; tries++) {
    const isGone = await rmdir(path).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
    if (isGone) return;
    await setTimeout(100);
  }
}

async function openGroup(path: string, bytes: number): Promise<MemoryGroup> {
  await mkdir(path);
  await writeFile(join(path, 'memory.max'), String(bytes));
  await writeFile(join(path, 'memory.swap.max'), '0').catch(() => undefined);
  await writeFile(join(path, 'memory.oom.group'), '1').catch(() => undefined);
  return {
    // A shell of its own moves into the group before it becomes the program, so that nothing of it is ever outside.
    wrap: ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(path, 'cgroup.procs')],
    async wasExceeded() {
      const events = await readFile(join(path, 'memory.events'), 'utf8').catch(() => '');
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0) > 0;
    },
    remove: () => removeGroup(path),
  };
}

/** The runner's own group in the one tree of version 2; undefined where there is none. https://man7.org/linux/man-pages/man7/cgroups.7.html */
async function findOwnGroup(): Promise<string | undefined> {
  const lines = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  const path = /^0::(\/.*)$/m.exec(lines)?.[1];
  const controllers = path === undefined ? '' : await readFile(join(root, path, 'cgroup.controllers'), 'utf8').catch(() => '');
  return controllers.split(/\s+/).includes('memory') ? join(root, path!) : undefined;
}

/** Control groups, where the runner was given its own to divide; in words why it was not, elsewhere. */
export async function openMemoryGroups(): Promise<MemoryGroups | string> {
  const own = await findOwnGroup();
  if (own === undefined) return 'control groups of version 2 do not limit memory here';
  try {
    // Groups with processes in them cannot be divided: the runner moves into one below its own.
    const leaf = join(own, 'packhouse-runner');
    await mkdir(leaf, { recursive: true });
    for (const id of (await readFile(join(own, 'cgroup.procs'), 'utf8')).split('\n').filter((line) => line !== ''))
      await writeFile(join(leaf, 'cgroup.procs'), id);
    await writeFile(join(own, 'cgroup.subtree_control'), '+memory');
    for (const name of await readdir(own)) if (name.startsWith('packhouse-step-')) await removeGroup(join(own, name));
    return { open: (name, bytes) => openGroup(join(own, `packhouse-step-${name}`), bytes) };
  } catch (error) {
    return `the control group of the runner is not its own to divide: ${(error as Error).message}`;
  }
}
