import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { client } from '../../../tools/clients.ts';
import { makeHome } from '../../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../require-quiet-logs.ts';

const run = promisify(execFile);
export const password = 'Registry-admin-1';

export interface RegistryServer {
  server: PackhouseProcess;
  /** Host with port, as images are named by. */
  host: string;
  call: Call;
  /** A folder of its own for everything a client writes. */
  home: string;
  /** Runs a client; answers what it printed. */
  run(program: Parameters<typeof client>[0], ...parameters: string[]): Promise<string>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The server as its users start it, with docker repositories, and a home for the clients of the test. */
export async function startRegistryServer(options: { workers?: number } = {}): Promise<RegistryServer> {
  const start = { adminPassword: password, workers: options.workers ?? 2, env: { PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8' } };
  const home = await mkdtemp(join(tmpdir(), 'registry-client-'));
  const dataHome = await makeHome(home);
  let server = await startPackhouse({ ...start, home: dataHome });
  const port = Number(new URL(server.url).port);
  const headers = () => ({ authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` });
  const env = {
    ...process.env,
    HOME: home,
    DOCKER_CONFIG: join(home, 'docker'),
    REGISTRY_AUTH_FILE: join(home, 'auth.json'),
    // No engine: the docker command line talks to the registry itself.
    DOCKER_HOST: `unix://${join(home, 'no-engine.sock')}`,
  };
  return {
    get server() {
      return server;
    },
    host: `127.0.0.1:${port}`,
    call: createClient({ baseUrl: server.url, headers }),
    home,
    async run(program, ...parameters) {
      const { stdout, stderr } = await run(client(program), parameters, { env, cwd: home, maxBuffer: 64 * 1024 * 1024 });
      return `${stdout}${stderr}`;
    },
    async restart() {
      await server.stop();
      server = await startPackhouse({ ...start, home: dataHome, port });
    },
    async stop() {
      await server.stop();
      try {
        await requireQuietLogs(dataHome);
      } finally {
        await rm(home, { recursive: true, force: true });
      }
    },
  };
}

export async function makeLocal(registry: RegistryServer, key: string): Promise<void> {
  await registry.call(createRepository, { body: { class: 'local', key, format: 'docker' } });
}

/** An image in an OCI layout, made without an engine; answers what skopeo calls it. */
export async function makeImage(registry: RegistryServer, name: string, content: string): Promise<string> {
  const layout = join(registry.home, `image-${name}`);
  const file = join(registry.home, `file-${name}`);
  await writeFile(file, content);
  await registry.run('umoci', 'init', '--layout', layout);
  await registry.run('umoci', 'new', '--image', `${layout}:${name}`);
  await registry.run('umoci', 'insert', '--image', `${layout}:${name}`, file, '/content.txt');
  await registry.run('umoci', 'config', '--image', `${layout}:${name}`, '--config.label', `content=${name}`, '--config.cmd', '/content.txt');
  return `oci:${layout}:${name}`;
}
