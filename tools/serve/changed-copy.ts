import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const rooms = ['packages', 'services', 'apps', 'tools'];
const leftOut = new Set(['node_modules', 'dist']);
const scope = '@packhouse';

export interface ChangedCopy {
  readonly root: string;
  /** Puts its server together as it is now, which starts in a fraction of the time that its sources need. */
  build(): Promise<void>;
  remove(): Promise<void>;
}

/** Copies the program, so that a test can change it: to see what a next version does. Libraries are those of the original. */
export async function copyProgram(): Promise<ChangedCopy> {
  const root = await mkdtemp(join(tmpdir(), 'packhouse-copy-'));
  for (const room of rooms)
    await cp(room, join(root, room), { recursive: true, filter: (path) => !leftOut.has(basename(path)) && !/\.test\.tsx?$/.test(path) });
  for (const file of ['package.json', 'package-lock.json']) await cp(file, join(root, file));
  await mkdir(join(root, 'node_modules', scope), { recursive: true });
  for (const name of await readdir('node_modules')) {
    if (name === scope || name.startsWith('.')) continue;
    await symlink(resolve('node_modules', name), join(root, 'node_modules', name));
  }
  // Its own rooms are the copies: the links say where they are from the folder that they stand in.
  const own = join('node_modules', scope);
  for (const name of await readdir(own)) await symlink(await readlink(join(own, name)), join(root, own, name));
  return {
    root,
    async build() {
      await promisify(execFile)(process.execPath, ['tools/build-server.ts'], { cwd: root });
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
