import { pathToFileURL } from 'node:url';
import { type ClientEntry, type ClientName, type ClientUse, clients } from './clients/catalogue.ts';
import { installClients } from './clients/install.ts';
import { clientPath } from './clients/locations.ts';

/** The absolute path of an installed client; throws with the command that installs it. */
export function client(name: ClientName): string {
  const path = clientPath(name);
  if (path === undefined) throw new Error(`${name} is not installed: run node tools/clients.ts ${name}`);
  return path;
}

/** The clients of one use, in the order of the catalogue. */
export function clientsFor(use: ClientUse): ClientName[] {
  return clientNames().filter((name) => (clients[name] satisfies ClientEntry).uses.some((other) => other === use));
}

function clientNames(): ClientName[] {
  return Object.keys(clients).filter(isClientName);
}

function isClientName(name: string): name is ClientName {
  return Object.hasOwn(clients, name);
}

function selectedClients(words: readonly string[]): ClientName[] {
  if (words.length === 0) return clientsFor('test');
  if (words.length === 1 && words[0] === 'bench') return clientsFor('bench');
  const unknown = words.filter((word) => !isClientName(word));
  if (unknown.length > 0) throw new Error(`no such client: ${unknown.join(' ')}; there are: ${clientNames().join(' ')}`);
  return words.filter(isClientName);
}

function main(): void {
  const names = selectedClients(process.argv.slice(2));
  const { missing } = installClients(names);
  for (const name of names) console.log(`clients: ${name} ${clientPath(name) ?? 'MISSING'}`);
  for (const line of missing) console.error(`clients: missing ${line}`);
  process.exitCode = missing.length === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) main();
