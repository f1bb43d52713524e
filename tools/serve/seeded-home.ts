import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The environment variable that names the folder of a run in which the home to copy is kept. */
const seedVariable = 'TEST_SEED_FOLDER';

const run = promisify(execFile);

/** For the set-up of a run whose tests start many platforms: all but the first begin with a copy of its database. Undone by what it returns. */
export async function keepSeed(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-seed-'));
  process.env[seedVariable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

let making: Promise<string> | undefined;

/** Makes a home whose database is set up and has every table, and nothing in them. Two processes may make one at the same time: the first that is ready is kept. */
async function makeSeed(folder: string): Promise<string> {
  const seed = join(folder, 'home');
  if (existsSync(seed)) return seed;
  const draft = await mkdtemp(join(folder, 'draft-'));
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PACKHOUSE_') && name !== 'DATABASE_URL');
  await run(process.execPath, [resolve('apps/server/src/main.ts'), 'migrate'], { env: { ...Object.fromEntries(inherited), PACKHOUSE_HOME: draft } });
  await rename(draft, seed).catch((error: unknown) => {
    if (!existsSync(seed)) throw error;
  });
  return seed;
}

/** A new home in the folder for temporary files: with a database that is set up, where the run keeps one to copy. */
export async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'packhouse-'));
  const folder = process.env[seedVariable];
  if (folder === undefined) return home;
  making ??= makeSeed(folder);
  // Node's own copying forgets to whom the database belongs.
  await run('cp', ['-a', `${await making}/.`, home]);
  return home;
}
