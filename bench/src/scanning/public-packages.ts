import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type ClientSource, clients } from '../../../tools/clients/catalogue.ts';
import { mavenCentral, npmRegistry, pythonIndex } from '../../../tools/clients/public-registries.ts';
import { client } from '../../../tools/clients.ts';
import { cargoPackages } from './cargo-packages.ts';
import { describeFailure, nowhere, type PublicPackages, run, type Through, withPassword } from './package-source.ts';
import { wellKnownPython } from './well-known-python.ts';

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

async function pythonPackages(most: number): Promise<PublicPackages> {
  const ofClients = Object.values(clients).flatMap(({ source }) => (source.from === 'python' ? [source.requirements] : []));
  const wanted = [...wellKnownPython.map((name) => [name]), ...ofClients].slice(0, most);
  return {
    format: 'pypi',
    upstream: dirname((await pythonIndex()).replace(/\/$/, '')),
    async fetch(through) {
      const index = withPassword({ ...through, url: `${through.url}/simple/` });
      const options = ['download', '--no-cache-dir', '--isolated', '--no-input', '--index-url', index.href, '--dest', 'wheels'];
      // Programs that do not bear each other are fetched one by one, and nothing of a source distribution is run.
      const failed: unknown[] = [];
      for (const requirements of wanted)
        await run(client('pip'), [...options, '--only-binary', ':all:', ...requirements], through.folder).catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw new Error(`${failed.length} of ${wanted.length} calls failed, the first with: ${describeFailure(failed[0])}`);
    },
  };
}

/** A program of Maven's own with all that it is made of, and JUnit. */
export async function javaPackages(): Promise<PublicPackages> {
  return {
    format: 'maven',
    upstream: await mavenCentral(),
    async fetch({ url, user, password, folder }) {
      const mirror = `<mirrors><mirror><id>packhouse</id><mirrorOf>*</mirrorOf><url>${url}</url></mirror></mirrors>`;
      const server = user === '' ? '' : `<servers><server><id>packhouse</id><username>${user}</username><password>${password}</password></server></servers>`;
      await writeFile(join(folder, 'settings.xml'), `<settings>${mirror}${server}</settings>`);
      const goal = ['dependency:get', '-Dartifact=junit:junit:4.13.2', `-Dmaven.repo.local=${join(folder, 'repository')}`];
      await run(client('mvn'), ['-B', '-ntp', '-s', join(folder, 'settings.xml'), ...goal], folder, { MAVEN_OPTS: '-Xmx512m' });
    },
  };
}

/** A door on this machine that brings the password along, where there is one: Go sends none to where nothing is encrypted. */
async function openDoor({ url, user, password }: Through): Promise<{ url: string; close(): void }> {
  if (user === '') return { url, close: () => undefined };
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

/** A small module for runs with few packages, and the program with the most dependencies of those that tests use. */
const wantedModules = ['github.com/google/uuid@v1.6.0'];

/** Modules that the program needs that tests use. */
export async function goPackages(most: number): Promise<PublicPackages> {
  const [proxy = ''] = (await run('go', ['env', 'GOPROXY'], '/', { HOME: process.env.HOME ?? '/' })).trim().split(/[,|]/);
  const source: ClientSource = clients['osv-scanner'].source;
  const wanted = [...wantedModules, ...(source.from === 'go-module' ? [`${source.module}@${source.version}`] : [])].slice(0, most);
  return {
    format: 'go',
    upstream: proxy === 'off' || proxy === 'direct' ? undefined : proxy,
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
        await run('go', ['get', ...wanted], through.folder, env);
        await run('go', ['mod', 'download', 'all'], through.folder, env);
      } finally {
        door.close();
      }
    },
  };
}

async function debianPackages(most: number): Promise<PublicPackages> {
  const told = await run('apt-get', ['indextargets', '--format', '$(SITE) $(RELEASE)', 'Identifier: Packages'], '/');
  const [upstream = '', distribution = ''] = told.split('\n')[0]?.split(' ') ?? [];
  const all = Object.values(clients).flatMap(({ source }) => (source.from === 'system' ? [source.debianPackage] : []));
  const names = [...new Set(all)].slice(0, most);
  return {
    format: 'debian',
    upstream: upstream === '' ? undefined : upstream,
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
      await run('apt-get', [...options, 'install', '--yes', '--download-only', '--no-install-recommends', ...names], folder);
    },
  };
}

/** How many names a format's client is asked for at most; what these need comes along. */
export type Most = Readonly<Record<'npm' | 'pypi' | 'go' | 'debian' | 'cargo', number>>;

/** All of them. A format whose client is not on this machine is said to have no registry. */
export const listPublicPackages = (most: Most): Promise<PublicPackages[]> =>
  Promise.all([
    npmPackages(most.npm),
    pythonPackages(most.pypi),
    javaPackages(),
    goPackages(most.go).catch(() => nowhere('go')),
    debianPackages(most.debian),
    cargoPackages(most.cargo),
  ]);
