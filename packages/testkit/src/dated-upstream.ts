import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type DatedVersion, packFiles, packZipFile, sum } from './dated-answers.ts';
import { listGems, listGo, listHelm, listImages, listMaven, listNuget } from './dated-packages.ts';

/** A registry that answers what it was told to have been published, and when. */
export interface DatedUpstream {
  url: string;
  /** Paths of every request, in order. */
  asked: string[];
  npm(name: string, versions: readonly DatedVersion[], latest: string): Promise<void>;
  pypi(name: string, versions: readonly DatedVersion[]): Promise<void>;
  cargo(name: string, versions: readonly DatedVersion[]): Promise<void>;
  /** Their information says when, and lists do not. */
  go(module: string, versions: readonly DatedVersion[]): Promise<void>;
  /** Poms were put there then. */
  maven(name: string, versions: readonly DatedVersion[]): Promise<void>;
  /** Only the description of versions beside the index says when. */
  gems(name: string, versions: readonly DatedVersion[]): Promise<void>;
  /** Only registrations say when, of which the first stands in a page of its own. */
  nuget(name: string, versions: readonly DatedVersion[]): Promise<void>;
  helm(name: string, versions: readonly DatedVersion[]): Promise<void>;
  images(name: string, versions: readonly DatedVersion[]): Promise<void>;
  /** Answers this at a path, too. */
  put(path: string, body: Buffer): void;
  stop(): Promise<void>;
}

const shortListing = 'application/vnd.npm.install-v1+json';
const daysInMilliseconds = 24 * 60 * 60 * 1000;

/** The moment so many days ago. */
export const daysAgo = (days: number) => new Date(Date.now() - days * daysInMilliseconds).toISOString();

async function packWheel(name: string, version: string): Promise<Buffer> {
  const info = `${name}-${version}.dist-info`;
  const entries = {
    [`${name}/__init__.py`]: `version = "${version}"\n`,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/RECORD`]: `${name}/__init__.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
  };
  return packZipFile(entries);
}

async function listNpm(url: string, name: string, versions: readonly DatedVersion[], latest: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const listed: Record<string, Record<string, unknown>> = {};
  for (const { version, manifest = {}, dist } of versions) {
    const about = { name, version, license: 'MIT', ...manifest };
    const tarball = await packFiles({ 'package/package.json': JSON.stringify(about), 'package/index.js': `module.exports = '${version}';\n` });
    const path = `/npm/${name}/-/${name}-${version}.tgz`;
    answers.set(path, { type: 'application/octet-stream', body: tarball });
    listed[version] = {
      ...about,
      dist: { tarball: url + path, shasum: sum('sha1', tarball), integrity: `sha512-${sum('sha512', tarball, 'base64')}`, ...dist },
    };
  }
  const time = Object.fromEntries(versions.flatMap(({ version, published }) => (published ? [[version, published]] : [])));
  const tags = { latest };
  const short = Object.fromEntries(Object.entries(listed).map(([version, { license: _license, ...one }]) => [version, one]));
  answers.set(`/npm/${name}`, {
    type: 'application/json',
    body: JSON.stringify({ name, 'dist-tags': tags, versions: listed, time }),
    short: { type: shortListing, body: JSON.stringify({ name, 'dist-tags': tags, versions: short }) },
  });
  return answers;
}

async function listPypi(url: string, name: string, versions: readonly DatedVersion[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const files: unknown[] = [];
  for (const { version, published, file } of versions) {
    const wheel = await packWheel(name, version);
    const filename = `${name}-${version}-py3-none-any.whl`;
    const path = `/files/${filename}`;
    answers.set(path, { type: 'application/octet-stream', body: wheel });
    files.push({ filename, url: url + path, hashes: { sha256: sum('sha256', wheel) }, ...(published ? { 'upload-time': published } : {}), ...file });
  }
  const body = JSON.stringify({ meta: { 'api-version': '1.1' }, name, versions: versions.map(({ version }) => version), files });
  answers.set(`/pypi/simple/${name}/`, { type: 'application/vnd.pypi.simple.v1+json', body });
  return answers;
}

/** Clients know no other spelling. */
const inSeconds = (time: string) => time.replace(/\.\d+Z$/, 'Z');

async function listCargo(url: string, name: string, versions: readonly DatedVersion[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>([['/cargo/config.json', { type: 'application/json', body: JSON.stringify({ dl: `${url}/cargo/api/v1/crates` }) }]]);
  const lines: string[] = [];
  for (const { version, published } of versions) {
    const folder = `${name}-${version}`;
    const toml = `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\n`;
    const crate = await packFiles({ [`${folder}/Cargo.toml`]: toml, [`${folder}/src/lib.rs`]: 'pub fn one() {}\n' });
    answers.set(`/cargo/api/v1/crates/${name}/${version}/download`, { type: 'application/octet-stream', body: crate });
    const entry = {
      name,
      vers: version,
      deps: [],
      cksum: sum('sha256', crate),
      features: {},
      yanked: false,
      ...(published ? { pubtime: inSeconds(published) } : {}),
    };
    lines.push(`${JSON.stringify(entry)}\n`);
  }
  answers.set(`/cargo/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`, { type: 'text/plain', body: lines.join('') });
  return answers;
}

/** Starts a registry of several formats whose packages are as old as a test wants. */
export async function startDatedUpstream(): Promise<DatedUpstream> {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const charts = new Map<string, readonly DatedVersion[]>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const whole = answers.get(path);
    const answer = request.headers.accept?.includes(shortListing) ? (whole?.short ?? whole) : whole;
    if (!answer) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': answer.type,
      'content-length': Buffer.byteLength(answer.body),
      ...(answer.modified ? { 'last-modified': new Date(answer.modified).toUTCString() } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const add = (more: ReadonlyMap<string, Answer>) => {
    for (const [path, answer] of more) answers.set(path, answer);
  };
  return {
    url,
    asked,
    npm: async (name, versions, latest) => add(await listNpm(url, name, versions, latest)),
    pypi: async (name, versions) => add(await listPypi(url, name, versions)),
    cargo: async (name, versions) => add(await listCargo(url, name, versions)),
    go: async (module, versions) => add(await listGo(module, versions)),
    maven: async (name, versions) => add(await listMaven(name, versions)),
    gems: async (name, versions) => add(await listGems(name, versions)),
    nuget: async (name, versions) => add(listNuget(url, name, versions)),
    helm: async (name, versions) => add(await listHelm(charts.set(name, versions))),
    images: async (name, versions) => add(await listImages(name, versions)),
    put: (path, body) => void answers.set(path, { type: 'application/octet-stream', body }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
