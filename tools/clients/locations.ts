import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type ClientEntry, type ClientName, clients } from './catalogue.ts';

/** Built clients live outside the checkout, so that a fresh clone does not build them again. */
function cacheFolder(): string {
  return process.env.PACKHOUSE_TEST_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'packhouse');
}

/** The folder a client of this version is built into. */
export function clientFolder(name: string, version: string): string {
  return join(cacheFolder(), 'clients', `${name}@${version}`);
}

/** Written last: a folder without it was left by an interrupted build. */
export function isComplete(folder: string): boolean {
  return existsSync(join(folder, '.complete'));
}

/** Finds a program on PATH, and in the system's own folders that PATH may lack. */
export function findOnPath(command: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

/** Where a client stands, whether or not it has been installed yet; undefined for a system client that is absent. */
export function clientPath(name: ClientName): string | undefined {
  const { command, source }: ClientEntry = clients[name];
  if (source.from === 'system') return findOnPath(command);
  const folder = clientFolder(name, source.version);
  if (!isComplete(folder)) return undefined;
  return source.from === 'node' ? join(folder, 'node_modules', '.bin', command) : join(folder, 'bin', command);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
