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

let making: Promise<string> | undefined;

/** The home to copy, made when it is first asked for; none where the run keeps none. */
async function findSeed(): Promise<string | undefined> {
  const folder = process.env[seedVariable];
  if (folder === undefined) return undefined;
  making ??= makeSeed(folder);
  return making;
}

/** Lays a database that is set up into a folder where `startDatabase` is to find it, where the run keeps one to copy; otherwise that makes an empty one. */
export async function seedDatabase(folder: string): Promise<void> {
  const seed = await findSeed();
  if (seed === undefined) return;
  await run('cp', ['-a', join(seed, 'postgres'), join(folder, 'postgres')]);
  await run('cp', ['-a', join(seed, 'keys/postgres.password'), join(folder, 'password')]);
}

/** A new home, in the folder for temporary files unless another is named: with a database that is set up, where the run keeps one to copy. */
export async function makeHome(parent = tmpdir()): Promise<string> {
  const home = await mkdtemp(join(parent, 'packhouse-'));
  const seed = await findSeed();
  // Node's own copying forgets to whom the database belongs.
  if (seed !== undefined) await run('cp', ['-a', `${seed}/.`, home]);
  return home;
}
