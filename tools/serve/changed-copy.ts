import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const rooms = ['packages', 'services', 'apps', 'tools'];
const leftOut = new Set(['node_modules', 'dist']);
const scope = '@packhouse';

/** Copies the program, so that a test can change it: to see what a next version does. Libraries are those of the original. */
export async function copyProgram(): Promise<{ root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'packhouse-copy-'));
  for (const room of rooms)
    await cp(room, join(root, room), { recursive: true, filter: (path) => !leftOut.has(basename(path)) && !/\.test\.tsx?$/.test(path) });
  await cp('package.json', join(root, 'package.json'));
  await mkdir(join(root, 'node_modules', scope), { recursive: true });
  for (const name of await readdir('node_modules')) {
    if (name === scope || name.startsWith('.')) continue;
    await symlink(resolve('node_modules', name), join(root, 'node_modules', name));
  }
  // Its own rooms are the copies: the links say where they are from the folder that they stand in.
  const own = join('node_modules', scope);
  for (const name of await readdir(own)) await symlink(await readlink(join(own, name)), join(root, own, name));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
