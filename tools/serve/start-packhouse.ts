import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { makeHome } from './seeded-home.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export interface PackhouseProcess extends ServerProcess {
  /** Origin, without a slash at its end. */
  readonly url: string;
  readonly home: string;
  /** Ends it and removes its data, unless the home was given. */
  remove(): Promise<void>;
}

export interface PackhouseStart {
  readonly home?: string;
  /** It sets everything up by itself, as it does for its users, also where the run keeps a database that is set up. */
  readonly isFirst?: boolean;
  readonly port?: number;
  /** Generated and printed by the server when absent. */
  readonly adminPassword?: string;
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of the program, where it is not this one. */
  readonly root?: string;
  /** Parameters for Node itself, before the program. */
  readonly nodeParameters?: readonly string[];
}

/** Starts `packhouse serve` as its users do, on a free port and in a fresh home unless told otherwise. */
export async function startPackhouse(start: PackhouseStart = {}): Promise<PackhouseProcess> {
  const home = start.home ?? (start.isFirst ? await mkdtemp(join(tmpdir(), 'packhouse-')) : await makeHome());
  const port = start.port ?? (await freePort());
  const server = await startServerProcess({
    program: process.execPath,
    parameters: [...(start.nodeParameters ?? []), resolve(start.root ?? '.', 'apps/server/src/main.ts'), 'serve'],
    env: serverEnvironment(start, home, port),
    isReady: (output) => /^ready http/m.test(output),
    seconds: 300,
  });
  const remove = async () => {
    await server.stop();
    if (start.home === undefined) await rm(home, { recursive: true, force: true });
  };
  return { ...server, url: `http://127.0.0.1:${port}`, home, remove };
}

function serverEnvironment(start: PackhouseStart, home: string, port: number): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PACKHOUSE_') && name !== 'DATABASE_URL');
  return {
    ...Object.fromEntries(inherited),
    PACKHOUSE_HOME: home,
    PACKHOUSE_PORT: String(port),
    ...(start.adminPassword !== undefined && { PACKHOUSE_ADMIN_PASSWORD: start.adminPassword }),
    ...(start.workers !== undefined && { PACKHOUSE_WORKERS: String(start.workers) }),
    ...start.env,
  };
}
