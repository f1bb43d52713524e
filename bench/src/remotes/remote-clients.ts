import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { npmRegistry, pythonIndex } from '../../../tools/clients/public-registries.ts';
import { client } from '../../../tools/clients.ts';
import type { PublicPackages } from '../scanning/package-source.ts';
import { goPackages, javaPackages } from '../scanning/public-packages.ts';

/** A client that installs what the project itself is made of, from a registry, with nothing kept from before. */
export interface RemoteClient {
  readonly name: string;
  readonly format: FormatId;
  readonly upstream: string;
  /** Gives how many packages were installed. */
  install(registry: string, token: string | undefined): Promise<number>;
}

/** What this machine's clients are told of the certificates that they may trust. */
const trust = Object.fromEntries(
  ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT', 'REQUESTS_CA_BUNDLE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

const runProgram = promisify(execFile);

/** Runs a client with nothing of this machine's settings but what it may trust. @throws when it fails */
async function runClient(program: string, parameters: readonly string[], cwd: string): Promise<string> {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: cwd, ...trust };
  return (await runProgram(program, parameters, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

interface Npm {
  readonly dependencies: Record<string, string>;
}

/** The server's dependencies, resolved anew: what stands in no lock file is looked up. */
async function npmClient(root: string): Promise<RemoteClient> {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Npm;
  return {
    name: 'npm install',
    format: 'npm',
    upstream: await npmRegistry(),
    async install(registry, token) {
      const cwd = await mkdtemp(join(root, 'npm-'));
      await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'consumer', private: true, dependencies }));
      const proof = token === undefined ? '' : `${registry.replace(/^https?:/, '')}:_authToken=${token}\n`;
      await writeFile(join(cwd, '.npmrc'), `registry=${registry}\naudit=false\nfund=false\nupdate-notifier=false\nignore-scripts=true\n${proof}`);
      await runClient('npm', ['install', '--cache', join(cwd, 'cache')], cwd);
      const lock = JSON.parse(await readFile(join(cwd, 'package-lock.json'), 'utf8')) as { packages: object };
      return Object.keys(lock.packages).length - 1;
    },
  };
}

/** Programs in Python that the tests use. */
async function pipClient(root: string): Promise<RemoteClient> {
  return {
    name: 'pip download',
    format: 'pypi',
    upstream: dirname((await pythonIndex()).replace(/\/$/, '')),
    async install(registry, token) {
      const cwd = await mkdtemp(join(root, 'pip-'));
      const index = new URL(`${registry.replace(/\/$/, '')}/simple/`);
      if (token !== undefined) Object.assign(index, { username: 'admin', password: token });
      const wanted = ['schemathesis==4.32.5', 'conan==2.34.0', 'twine'];
      await mkdir(join(cwd, 'wheels'));
      const output = await runClient(
        client('pip'),
        ['download', '--no-cache-dir', '--isolated', '--index-url', index.href, '--dest', 'wheels', ...wanted],
        cwd,
      );
      return output.match(/^Saved /gm)?.length ?? 0;
    },
  };
}

/** A client whose packages are counted by what it leaves in its folder. */
async function countedClient(name: string, { format, upstream = '', fetch }: PublicPackages, isPackage: RegExp, root: string): Promise<RemoteClient> {
  if (upstream === '') throw new Error(`${name}: nothing on this machine says where it fetches packages`);
  return {
    name,
    format,
    upstream,
    async install(registry, token) {
      const folder = await mkdtemp(join(root, `${format}-`));
      await fetch({ url: registry.replace(/\/$/, ''), user: token === undefined ? '' : 'admin', password: token ?? '', folder });
      return (await readdir(folder, { recursive: true })).filter((path) => isPackage.test(path)).length;
    },
  };
}

/** A small module and a program with many dependencies. */
const modules = 2;
const mvnClient = async (root: string) => countedClient('mvn dependency:get', await javaPackages(), /\.jar$/, root);
const goClient = async (root: string) => countedClient('go mod download', await goPackages(modules), /cache[/]download.*\.zip$/, root);

export const remoteClients = { npm: npmClient, pip: pipClient, mvn: mvnClient, go: goClient };
