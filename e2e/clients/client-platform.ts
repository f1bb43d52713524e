import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getRepositorySetup } from '@packhouse/contract/repositories/package-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from './require-quiet-logs.ts';
import { type ProgramResult, runProgram } from './run-client.ts';

export const adminPassword = 'Clients-admin-1';

/** One running server as clients meet it. */
export interface ClientServer extends PackhouseProcess {
  call: Call;
  host: string;
  /** An administrator's access token. */
  token: string;
  /** Address of a repository's protocol. */
  protocol(key: string, apiName?: string): string;
  /** A plain request below `/artifactory/`, as administrator. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Starts a server. `reaches` are addresses of the network that it may contact although they are no public ones. */
export async function startClientServer(reaches: readonly string[] = []): Promise<ClientServer> {
  const allowed: Record<string, string> = reaches.length > 0 ? { PACKHOUSE_OUTGOING_ALLOW: reaches.join(',') } : {};
  const server = await startPackhouse({ adminPassword, workers: 1, env: { PACKHOUSE_TRUSTED_PROXIES: '127.0.0.1', ...allowed } });
  const basic = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization: basic }) });
  const { accessToken: token } = await call(createToken, { body: { description: 'package managers' } });
  return {
    ...server,
    call,
    token,
    async remove() {
      await server.stop();
      try {
        await requireQuietLogs(server.home);
      } finally {
        await server.remove();
      }
    },
    host: new URL(server.url).host,
    protocol: (key, apiName) => `${server.url}/artifactory/${apiName ? `api/${apiName}/` : ''}${key}`,
    ask: (path, init = {}) =>
      fetch(`${server.url}/artifactory/${path}`, {
        redirect: 'manual',
        ...init,
        headers: { authorization: basic, ...(init.headers as Record<string, string>) },
      }),
  };
}

/** The repositories of the golden rule: ours, an honest upstream, a hostile one, and one address over all three. */
export interface GoldenRepositories {
  server: ClientServer;
  /** The second installation that the remotes of the first ask. */
  upstream: ClientServer;
  /** Keys on `server`: a local repository, remotes of the honest and the hostile upstream, and the virtual one. */
  local: string;
  remote: string;
  virtual: string;
  /** Keys on `upstream`. */
  honest: string;
  hostile: string;
  stop(): Promise<void>;
}

/** Starts two installations and lays the golden rule's repositories of a format out over them. */
export async function startGoldenRepositories(
  format: FormatId,
  apiName?: string,
  indexPath = '',
  reaches: readonly string[] = [],
): Promise<GoldenRepositories> {
  const [server, upstream] = await Promise.all([startClientServer(reaches), startClientServer()]);
  const names = { local: `${format}-local`, remote: `${format}-remote`, virtual: `${format}-all`, honest: `${format}-honest`, hostile: `${format}-hostile` };
  const local = (key: string) => ({ class: 'local' as const, key, format });
  for (const key of [names.honest, names.hostile]) await upstream.call(createRepository, { body: local(key) });
  await server.call(createRepository, { body: local(names.local) });
  const remotes = { [names.remote]: names.honest, [`${format}-hostile`]: names.hostile };
  for (const [key, source] of Object.entries(remotes)) {
    const url = `${upstream.protocol(source, apiName)}${indexPath}`;
    // Loopback counts as private; no period, so that what a test publishes upstream is seen at once.
    const settings = { url, username: 'admin', allowPrivate: true, metadataSeconds: 0, pointerSeconds: 0, missedSeconds: 0 };
    await server.call(createRepository, { body: { class: 'remote', key, format, settings, password: upstream.token } });
  }
  const members = [names.local, ...Object.keys(remotes)];
  await server.call(createRepository, { body: { class: 'virtual', key: names.virtual, format, members, settings: { defaultDeployment: names.local } } });
  const stop = async () => {
    await Promise.all([server.remove(), upstream.remove()]);
  };
  return { server, upstream, ...names, stop };
}

/** A folder that goes away with the tests; also the home of the clients, so that nothing of this machine's own settings is used. */
export async function workFolder(): Promise<{ path: string; remove(): Promise<void>; write(files: Record<string, string>): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'packhouse-client-'));
  return {
    path,
    remove: () => rm(path, { recursive: true, force: true }),
    async write(files) {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), text);
      }
    },
  };
}

export interface SetupRun {
  server: ClientServer;
  /** Key of the repository whose Set Me Up is followed. */
  key: string;
  home: string;
  /** Folder, below home, in which each kind of step is done. */
  folders: { publish: string; resolve: string };
  env: Record<string, string>;
  /** Which of several snippets of a step to run; all of them unless said. */
  choose?: (title: string) => boolean;
}

/** Does what Set Me Up shows, word for word: files are written where they belong, commands run one after the other in one shell. */
export async function followSetup({ server, key, home, folders, env, choose = () => true }: SetupRun): Promise<ProgramResult> {
  const { snippets } = await server.call(getRepositorySetup, { params: { repoKey: key } });
  const lines = ['set -e'];
  for (const { step, file, text, title } of snippets.filter((snippet) => choose(snippet.title))) {
    if (file) {
      const path = join(home, file.replace(/^~\//, ''));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      continue;
    }
    if (step !== 'configure') lines.push(`cd "${join(home, folders[step])}"`);
    lines.push(`echo '--- ${title}'`, text);
  }
  return runProgram('bash', ['-c', lines.join('\n')], { cwd: home, env: { ...env, HOME: home }, input: `${server.token}\n`, seconds: 580 });
}
