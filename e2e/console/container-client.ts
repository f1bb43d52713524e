import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { client } from '../../tools/clients.ts';
import { freePort } from '../../tools/serve/free-port.ts';
import { answers, type ServerProcess, startServerProcess } from '../../tools/serve/server-process.ts';

const execute = promisify(execFile);

/** A container client with credentials and images of its own. */
export interface ContainerClient {
  login(registry: string, user: string, password: string): Promise<void>;
  /** Fetches an image into the client's store. */
  pull(image: string): Promise<void>;
  /** Sends what was pulled under another name. */
  push(image: string): Promise<void>;
  remove(): Promise<void>;
}

/** skopeo, which does what `docker` does without an engine. */
export async function containerClient(): Promise<ContainerClient> {
  const folder = await mkdtemp(join(tmpdir(), 'container-client-'));
  const authfile = join(folder, 'auth.json');
  const store = `oci:${join(folder, 'images')}:image`;
  const skopeo = (...parameters: string[]) => execute(client('skopeo'), parameters, { timeout: 60_000 });
  return {
    async login(registry, user, password) {
      await skopeo('login', '--tls-verify=false', '--authfile', authfile, '-u', user, '-p', password, registry);
    },
    async pull(image) {
      await skopeo('copy', '--src-tls-verify=false', '--authfile', authfile, `docker://${image}`, store);
    },
    async push(image) {
      await skopeo('copy', '--dest-tls-verify=false', '--authfile', authfile, store, `docker://${image}`);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface UpstreamRegistry {
  readonly url: string;
  stop(): Promise<void>;
}

/** Another maker's registry with `library/hello-world:latest` for two platforms, to be proxied. */
export async function startUpstreamRegistry(): Promise<UpstreamRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'upstream-'));
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const server: ServerProcess = await startServerProcess({
    program: client('crane'),
    parameters: ['registry', 'serve', '--address', host],
    isReady: () => answers(`http://${host}/v2/`),
  });
  await pushHelloWorld(folder, `${host}/library/hello-world`);
  return {
    url: `http://${host}`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function pushHelloWorld(folder: string, name: string): Promise<void> {
  await writeFile(join(folder, 'hello.txt'), 'Hello from a container\n');
  const layer = join(folder, 'layer.tar.gz');
  await execute('tar', ['-czf', layer, '-C', folder, 'hello.txt']);
  const crane = (...parameters: string[]) => execute(client('crane'), [...parameters, '--insecure'], { timeout: 60_000 });
  const members: string[] = [];
  for (const architecture of ['amd64', 'arm64']) {
    const tag = `${name}:${architecture}`;
    await crane('append', '--oci-empty-base', '-f', layer, '-t', tag);
    await crane('mutate', tag, '--set-platform', `linux/${architecture}`, '-t', tag);
    members.push('-m', tag);
  }
  await crane('index', 'append', ...members, '-t', `${name}:latest`);
}
