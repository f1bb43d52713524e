import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { httpRequest } from '../load/http-request.ts';
import { makeDist, type NpmRegistry, type NpmVersion, npmPublish, npmVersion } from '../load/npm-publish.ts';
import { wrk } from '../load/wrk.ts';
import type { Peer } from '../peers/peers.ts';
import { getAddress, type Platform } from '../peers/platform.ts';
import type { Contestant, Row } from '../row.ts';

const execute = promisify(execFile);

const installCount = 200;
const largeVersions = 1250;
const padding = 'x'.repeat(3600);

/** Packuments and a whole `npm ci`, beside verdaccio. */
export async function npmRows(platform: Platform, verdaccio: Peer, root: string): Promise<Row[]> {
  const own = { url: getAddress(platform, 'npm'), headers: platform.headers };
  const peer = { url: verdaccio.url, headers: {} };
  const tiny = await Promise.all(Array.from({ length: installCount }, (_, index) => npmVersion(`bench-tiny-${index}`, '1.0.0')));
  for (const registry of [own, peer]) await publishAll(registry, tiny, 8);
  await seedLarge(own, verdaccio);

  const packument = (registry: NpmRegistry, name: string, accept: string, connections: number) => async () =>
    (await wrk({ url: `${registry.url}/${name}`, headers: { ...registry.headers, accept }, connections, seconds: 3 })).requestsPerSecond;
  const abbreviated = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*';
  const projects = { own: await installProject(own, join(root, 'install-own'), platform.token), peer: await installProject(peer, join(root, 'install-peer')) };
  return [
    {
      id: 'packument-small',
      title: 'npm packument, one version, 32 connections',
      unit: 'req/s',
      better: 'more',
      contestants: contestants(packument(own, 'bench-tiny-0', abbreviated, 32), packument(peer, 'bench-tiny-0', abbreviated, 32)),
      target: 5,
    },
    {
      id: 'packument-large',
      title: 'npm packument of 5 MB, 4 connections',
      unit: 'req/s',
      better: 'more',
      contestants: contestants(packument(own, 'bench-large', 'application/json', 4), packument(peer, 'bench-large', 'application/json', 4)),
      target: 5,
    },
    {
      id: 'npm-ci',
      title: 'npm ci of 200 packages, empty client cache',
      unit: 's',
      better: 'less',
      contestants: contestants(
        () => timeInstall(projects.own),
        () => timeInstall(projects.peer),
      ),
    },
  ];
}

function contestants(own: () => Promise<number>, peer: () => Promise<number>): Contestant[] {
  return [
    { name: 'packhouse', measure: own },
    { name: 'verdaccio', measure: peer },
  ];
}

async function publishAll(registry: NpmRegistry, versions: readonly NpmVersion[], lanes: number): Promise<void> {
  const waiting = versions.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const version of waiting) await npmPublish(registry, version);
    }),
  );
}

/** Published one by one here; verdaccio rewrites its whole document at every publish, so its document is laid down at once. */
async function seedLarge(own: NpmRegistry, verdaccio: Peer): Promise<void> {
  const versions = await Promise.all(Array.from({ length: largeVersions }, (_, index) => npmVersion('bench-large', `1.0.${index}`, padding)));
  await publishAll(own, versions, 8);
  const described = versions.map(({ version, manifest, tarball }) => [
    version,
    { ...manifest, _id: `bench-large@${version}`, readmeFilename: '', dist: makeDist(`${verdaccio.url}/bench-large/-/bench-large-${version}.tgz`, tarball) },
  ]);
  const now = new Date().toISOString();
  const document = {
    name: 'bench-large',
    versions: Object.fromEntries(described),
    time: { created: now, modified: now, ...Object.fromEntries(versions.map(({ version }) => [version, now])) },
    'dist-tags': { latest: versions.at(-1)?.version },
    users: {},
    _uplinks: {},
    _distfiles: {},
    _attachments: {},
    _rev: '1-0000000000000000',
    _id: 'bench-large',
    readme: '',
  };
  const folder = join(verdaccio.folder, 'bench-large');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(document));
  for (const registry of [own, { url: verdaccio.url, headers: {} }]) {
    await expectVersions(registry, 'bench-tiny-0', 1);
    await expectVersions(registry, 'bench-large', largeVersions);
  }
}

/** Both must answer the same before either is measured. */
async function expectVersions(registry: NpmRegistry, name: string, expected: number): Promise<void> {
  const { body } = await httpRequest({ method: 'GET', url: `${registry.url}/${name}`, headers: { ...registry.headers, accept: 'application/json' } });
  const count = Object.keys((JSON.parse(body) as { versions: object }).versions).length;
  if (count !== expected) throw new Error(`${registry.url} answers ${count} of ${expected} versions of ${name}`);
  console.log(`bench: ${name}: ${body.length} bytes from ${registry.url}`);
}

interface InstallProject {
  readonly folder: string;
  readonly parameters: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

async function installProject(registry: NpmRegistry, folder: string, token?: string): Promise<InstallProject> {
  await mkdir(folder, { recursive: true });
  const dependencies = Object.fromEntries(Array.from({ length: installCount }, (_, index) => [`bench-tiny-${index}`, '1.0.0']));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'install', version: '1.0.0', private: true, dependencies }));
  const address = `${registry.url}/`;
  const userConfig = join(folder, 'user.npmrc');
  const credentials = token === undefined ? '' : `${address.replace(/^http:/, '')}:_authToken=${token}\n`;
  await writeFile(userConfig, `registry=${address}\n${credentials}audit=false\nfund=false\nupdate-notifier=false\nomit-lockfile-registry-resolved=false\n`);
  const env = { PATH: process.env.PATH, HOME: folder, npm_config_userconfig: userConfig };
  await execute('npm', ['install', '--package-lock-only', '--cache', join(folder, 'lock-cache')], { cwd: folder, env });
  return { folder, parameters: ['ci', '--loglevel=error'], env };
}

async function timeInstall({ folder, parameters, env }: InstallProject): Promise<number> {
  const cache = join(folder, 'cache');
  await rm(cache, { recursive: true, force: true });
  const started = performance.now();
  await execute('npm', [...parameters, '--cache', cache], { cwd: folder, env, timeout: 120_000 });
  return (performance.now() - started) / 1000;
}
