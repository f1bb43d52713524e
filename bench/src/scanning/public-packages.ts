import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { type ClientSource, clients } from '../../../tools/clients/catalogue.ts';
import { mavenCentral, npmRegistry, pythonIndex } from '../../../tools/clients/public-registries.ts';
import { client } from '../../../tools/clients.ts';

/** A remote repository that a client fetches packages through. */
export interface Through {
  /** Address that the client is told, with a password where it takes one there. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** An empty folder of its own. */
  readonly folder: string;
}

/** Fetches packages that this project, its tests and their clients depend on. */
export interface PublicPackages {
  readonly format: FormatId;
  /** Where this machine's own client fetches them. */
  readonly upstream: string;
  fetch(through: Through): Promise<void>;
}

/** What this machine's clients are told of the certificates that they may trust. */
const trust = Object.fromEntries(
  ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT', 'REQUESTS_CA_BUNDLE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);
const execute = promisify(execFile);

/** Runs a client with nothing of this machine's settings but what it may trust. @throws when it fails */
async function run(program: string, parameters: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const settings = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: cwd, ...trust, ...env };
  return (await execute(program, parameters, { cwd, env: settings, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

const withPassword = ({ url, user, password }: Through) => Object.assign(new URL(url), { username: user, password });

interface LockedPackage {
  readonly version?: string;
  readonly name?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
}

/** What the lock file fixes, without what is for other machines. */
async function listLocked(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> };
  const all = Object.entries(packages).flatMap(([path, { version, name, link, optional }]) => {
    const at = path.lastIndexOf('node_modules/');
    return at < 0 || link || optional || version === undefined ? [] : [`${name ?? path.slice(at + 'node_modules/'.length)}@${version}`];
  });
  return [...new Set(all)];
}

/** Names that one call of a client takes. */
const namesAtOnce = 60;

async function npmPackages(most: number): Promise<PublicPackages> {
  return {
    format: 'npm',
    upstream: await npmRegistry(),
    async fetch({ url, user, password, folder }) {
      const proof = Buffer.from(`${user}:${password}`).toString('base64');
      await writeFile(join(folder, '.npmrc'), `registry=${url}/\nupdate-notifier=false\n${url.replace(/^https?:/, '')}/:_auth=${proof}\n`);
      const names = (await listLocked()).slice(0, most);
      for (let at = 0; at < names.length; at += namesAtOnce)
        await run('npm', ['pack', '--ignore-scripts', '--cache', join(folder, 'cache'), ...names.slice(at, at + namesAtOnce)], folder);
    },
  };
}

async function pythonPackages(): Promise<PublicPackages> {
  const wanted = Object.values(clients).flatMap(({ source }) => (source.from === 'python' ? [source.requirements] : []));
  return {
    format: 'pypi',
    upstream: dirname((await pythonIndex()).replace(/\/$/, '')),
    async fetch(through) {
      const index = withPassword({ ...through, url: `${through.url}/simple/` });
      // Programs that do not bear each other are fetched one by one.
      for (const requirements of wanted)
        await run(client('pip'), ['download', '--no-cache-dir', '--isolated', '--index-url', index.href, '--dest', 'wheels', ...requirements], through.folder);
    },
  };
}

async function javaPackages(): Promise<PublicPackages> {
  return {
    format: 'maven',
    upstream: await mavenCentral(),
    async fetch({ url, user, password, folder }) {
      const mirror = `<mirrors><mirror><id>packhouse</id><mirrorOf>*</mirrorOf><url>${url}</url></mirror></mirrors>`;
      const server = `<servers><server><id>packhouse</id><username>${user}</username><password>${password}</password></server></servers>`;
      await writeFile(join(folder, 'settings.xml'), `<settings>${mirror}${server}</settings>`);
      const goal = ['dependency:get', '-Dartifact=junit:junit:4.13.2', `-Dmaven.repo.local=${join(folder, 'repository')}`];
      await run(client('mvn'), ['-B', '-ntp', '-s', join(folder, 'settings.xml'), ...goal], folder, { MAVEN_OPTS: '-Xmx512m' });
    },
  };
}

/** A door on this machine that brings the password along: Go sends none to where nothing is encrypted. */
async function openDoor({ url, user, password }: Through): Promise<{ url: string; close(): void }> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const door = createServer((asked, answer) => {
    const passed = request(`${url}${asked.url ?? ''}`, { method: asked.method, headers: { authorization } }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.once('error', () => answer.destroy());
    passed.end();
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return { url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`, close: () => void door.close() };
}

async function goPackages(): Promise<PublicPackages> {
  const [proxy = ''] = (await run('go', ['env', 'GOPROXY'], '/', { HOME: process.env.HOME ?? '/' })).trim().split(/[,|]/);
  const source: ClientSource = clients['osv-scanner'].source;
  const wanted = source.from === 'go-module' ? `${source.module}@${source.version}` : '';
  return {
    format: 'go',
    upstream: proxy,
    async fetch(through) {
      const door = await openDoor(through);
      const env = {
        GOPROXY: door.url,
        GOPATH: join(through.folder, 'go'),
        GOFLAGS: '-mod=mod',
        GONOSUMDB: '*',
        GONOSUMCHECK: '1',
        GOSUMDB: 'off',
      };
      try {
        await run('go', ['mod', 'init', 'example.org/consumer'], through.folder, env);
        await run('go', ['get', wanted], through.folder, env);
        await run('go', ['mod', 'download', 'all'], through.folder, env);
      } finally {
        door.close();
      }
    },
  };
}

async function debianPackages(): Promise<PublicPackages & { distribution: string }> {
  const told = await run('apt-get', ['indextargets', '--format', '$(SITE) $(RELEASE)', 'Identifier: Packages'], '/');
  const [upstream = '', distribution = ''] = told.split('\n')[0]?.split(' ') ?? [];
  const names = Object.values(clients).flatMap(({ source }) => (source.from === 'system' ? [source.debianPackage] : []));
  return {
    format: 'debian',
    upstream,
    distribution,
    async fetch(through) {
      const { folder } = through;
      for (const name of ['state/lists/partial', 'cache/archives/partial', 'etc']) await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, 'status'), '');
      await writeFile(join(folder, 'sources.list'), `deb [trusted=yes] ${withPassword(through).href} ${distribution} main\n`);
      const settings = {
        'Dir::Etc': join(folder, 'etc'),
        'Dir::Etc::SourceList': join(folder, 'sources.list'),
        'Dir::State': join(folder, 'state'),
        'Dir::State::Status': join(folder, 'status'),
        'Dir::Cache': join(folder, 'cache'),
        'Debug::NoLocking': 'true',
        'APT::Sandbox::User': 'root',
      };
      const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
      await run('apt-get', [...options, 'update'], folder);
      await run('apt-get', [...options, 'install', '--yes', '--download-only', '--no-install-recommends', ...new Set(names)], folder);
    },
  };
}

/** All of them; of packages for npm so many at most. */
export const listPublicPackages = (mostOfNpm: number): Promise<PublicPackages[]> =>
  Promise.all([npmPackages(mostOfNpm), pythonPackages(), javaPackages(), goPackages(), debianPackages()]);
