import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mustRun, type ProgramResult, runProgram } from './run-client.ts';

/** A place where a package manager of the system has settings and data of its own: they are mounted over the system's for its processes alone. */
export interface MountedRoom {
  path: string;
  /** Environment in which `bash` starts inside the room. */
  env: Record<string, string>;
  /** Runs shell lines that must succeed. */
  shell(lines: string): Promise<ProgramResult>;
  tryShell(lines: string): Promise<ProgramResult>;
}

/** `mounted` are folders of the system, without the leading slash. */
export async function openMountedRoom(path: string, mounted: readonly string[], folders: readonly string[]): Promise<MountedRoom> {
  for (const folder of [...mounted, ...folders, 'bin']) await mkdir(join(path, folder), { recursive: true });
  const binds = mounted.map((folder) => `mkdir -p "/${folder}" && mount --bind "${join(path, folder)}" "/${folder}"`).join(' && ');
  const shim = join(path, 'bin/bash');
  await writeFile(shim, `#!/bin/sh\nexec unshare --mount /bin/sh -c '${binds} && exec /bin/bash "$@"' bash "$@"\n`);
  await chmod(shim, 0o755);
  const env = { HOME: path, PATH: `${join(path, 'bin')}:${process.env.PATH ?? ''}:/usr/sbin:/sbin`, DEBIAN_FRONTEND: 'noninteractive' };
  return {
    path,
    env,
    shell: (lines) => mustRun('bash', ['-c', `set -e\n${lines}`], { cwd: path, env }),
    tryShell: (lines) => runProgram('bash', ['-c', `set -e\n${lines}`], { cwd: path, env }),
  };
}
