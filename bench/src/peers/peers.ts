import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client } from '../../../tools/clients.ts';
import { freePort } from '../../../tools/serve/free-port.ts';
import { answers, type ServerProcess, startServerProcess } from '../../../tools/serve/server-process.ts';

export interface Peer {
  readonly url: string;
  /** Where it keeps its files. */
  readonly folder: string;
  readonly server: ServerProcess;
}

/** Debian's docker-registry on its file system driver, without authorisation. */
export async function startDockerRegistry(root: string): Promise<Peer> {
  const { folder, port, url } = await place(root, 'docker-registry');
  const config = join(folder, 'config.yml');
  await writeFile(
    config,
    `version: 0.1
log: { level: error, accesslog: { disabled: true } }
storage:
  cache: { blobdescriptor: inmemory }
  filesystem: { rootdirectory: ${join(folder, 'data')} }
  delete: { enabled: true }
http: { addr: 127.0.0.1:${port} }
`,
  );
  return { url, folder, server: await start(client('docker-registry'), ['serve', config], `${url}/v2/`) };
}

/** Debian's nginx serving one folder with sendfile. */
export async function startNginx(root: string): Promise<Peer> {
  const { folder, port, url } = await place(root, 'nginx');
  await mkdir(join(folder, 'files'));
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; worker_processes 2; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${join(folder, 'files')}; }
}
`,
  );
  return { url, folder: join(folder, 'files'), server: await start(client('nginx'), ['-e', join(folder, 'error.log'), '-c', config], url) };
}

/** Verdaccio with everything allowed to everybody and no upstream. */
export async function startVerdaccio(root: string): Promise<Peer> {
  const { folder, port, url } = await place(root, 'verdaccio');
  const config = join(folder, 'config.yaml');
  await writeFile(
    config,
    `storage: ${join(folder, 'storage')}
auth: { htpasswd: { file: ${join(folder, 'htpasswd')} } }
uplinks: {}
packages: { '**': { access: $all, publish: $all } }
web: { enable: false }
max_body_size: 100mb
log: { type: stdout, format: json, level: error }
`,
  );
  return {
    url,
    folder: join(folder, 'storage'),
    server: await start(client('verdaccio'), ['--config', config, '--listen', `127.0.0.1:${port}`], `${url}/-/ping`),
  };
}

/** Pypiserver with its cache of listings, served by two gunicorn workers; files that come later are not seen by all workers. */
export async function startPypiServer(root: string, files: ReadonlyMap<string, Buffer>): Promise<Peer> {
  const { folder, port, url } = await place(root, 'pypi-server');
  const packages = join(folder, 'packages');
  await mkdir(packages);
  for (const [name, bytes] of files) await writeFile(join(packages, name), bytes);
  const parameters = ['run', '-i', '127.0.0.1', '-p', String(port), '-a', '.', '-P', '.', '--disable-fallback', '--server', 'gunicorn', packages];
  return { url, folder: packages, server: await start(client('pypi-server'), parameters, `${url}/simple/`, { GUNICORN_CMD_ARGS: '--workers 2' }) };
}

async function place(root: string, name: string): Promise<{ folder: string; port: number; url: string }> {
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  return { folder, port, url: `http://127.0.0.1:${port}` };
}

function start(program: string, parameters: readonly string[], readyAddress: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServerProcess({ program, parameters, env: { ...process.env, ...env }, isReady: () => answers(readyAddress) });
}
