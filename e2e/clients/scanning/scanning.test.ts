import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { consoleHeader } from '@packhouse/contract/prefixes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { componentDetails, exportComponentDetails, listHeldComponents, listIssues } from '@packhouse/contract/scanning/scanning-routes.ts';
import { createAdvisorySource, dumpPath, listImportRuns } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { osv, packZip } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientFolder } from '../../../tools/clients/locations.ts';
import { client } from '../../../tools/clients.ts';
import { adminPassword, type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';
import { lockFiles } from './lock-files.ts';

/*
 * What is found here and by osv-scanner, in its offline mode, in the same files by the same dumps. Where the two differ, docs/scanning.md says why.
 */

let server: ClientServer;
let work: Awaited<ReturnType<typeof workFolder>>;
beforeAll(async () => {
  [server, work] = await Promise.all([startClientServer(), workFolder()]);
  await server.call(createRepository, { body: { class: 'local', key: 'files', format: 'generic' } });
});
afterAll(async () => {
  await server?.remove();
  await work?.remove();
});

const until = (fixed: string) => [{ introduced: '0' }, { fixed }];
const withRange = (id: string, ecosystem: string, name: string, events: object[], type = 'ECOSYSTEM') =>
  osv(id, { ecosystem, name }, { affected: [{ package: { ecosystem, name }, ranges: [{ type, events }] }] });

const records = [
  withRange('T-NPM-1', 'npm', 'cart', until('1.5.0'), 'SEMVER'),
  withRange('T-NPM-2', 'npm', '@deep/inner', [{ introduced: '2.0.0-0' }, { last_affected: '2.0.0' }], 'SEMVER'),
  withRange('T-NPM-3', 'npm', 'fixed', until('3.0.0'), 'SEMVER'),
  withRange('T-NPM-4', 'npm', 'tester', until('2.0.0'), 'SEMVER'),
  osv('T-NPM-5', { ecosystem: 'npm', name: 'cart', versions: ['1.9.9'] }),
  osv('T-NPM-6', { ecosystem: 'npm', name: 'cart', events: [{ introduced: '0' }] }, { withdrawn: '2026-01-03T00:00:00Z' }),
  withRange('T-PY-1', 'PyPI', 'idna', until('3.7')),
  withRange('T-PY-2', 'PyPI', 'flask-login', [{ introduced: '0' }, { last_affected: '0.6.2' }]),
  withRange('T-PY-3', 'PyPI', 'ranged', until('2.0')),
  withRange('T-GO-1', 'Go', 'golang.org/x/net', until('0.7.0'), 'SEMVER'),
  withRange('T-GO-2', 'Go', 'stdlib', until('1.21.5'), 'SEMVER'),
  withRange('T-GO-3', 'Go', 'example.com/pseudo', until('0.0.0-20210101000000-000000000000'), 'SEMVER'),
  withRange('T-RUST-1', 'crates.io', 'serde', until('1.0.2'), 'SEMVER'),
  withRange('T-GEM-1', 'RubyGems', 'rack', until('2.0.1.2')),
  withRange('T-GEM-2', 'RubyGems', 'nokogiri', until('1.8.0')),
  withRange('T-NUGET-1', 'NuGet', 'Newtonsoft.Json', until('13.0.1')),
  withRange('T-PHP-1', 'Packagist', 'symfony/http-kernel', [{ introduced: '5.0.0' }, { fixed: '5.4.20' }]),
  withRange('T-PHP-2', 'Packagist', 'phpunit/phpunit', until('10.0.0')),
  withRange('T-HEX-1', 'Hex', 'plug', until('1.10.4')),
  withRange('T-PUB-1', 'Pub', 'http', until('0.13.3')),
  withRange('T-CONAN-1', 'ConanCenter', 'zlib', until('1.2.12')),
  withRange('T-CONAN-2', 'ConanCenter', 'cmake', until('3.21.0')),
  withRange('T-MVN-1', 'Maven', 'org.demo:deep', [{ introduced: '1.0-alpha' }, { fixed: '1.2' }]),
  withRange('T-MVN-2', 'Maven', 'org.demo:tester', until('2.0')),
  withRange('T-SWIFT-1', 'SwiftURL', 'github.com/apple/swift-nio', until('2.42.0'), 'SEMVER'),
  withRange('T-DEB-1', 'Debian:12', 'openssl', until('3.0.11-2')),
];

/** The dumps of all ecosystems, each in the form in which OSV publishes it. */
async function packDumps(): Promise<Map<string, Buffer>> {
  const dumps = new Map<string, Buffer>();
  const byEcosystem = Map.groupBy(records, (record) => (record.affected as [{ package: { ecosystem: string } }])[0].package.ecosystem.split(':')[0]!);
  for (const [ecosystem, those] of byEcosystem)
    dumps.set(ecosystem, await packZip(Object.fromEntries(those.map((record) => [`${record.id}.json`, JSON.stringify(record)]))));
  return dumps;
}

interface TheirReport {
  results: { source: { path: string }; packages: { package: { name: string; version: string }; vulnerabilities?: { id: string }[] }[] }[];
}

/** What osv-scanner finds, as `file vulnerability`. */
async function findTheirs(dumps: ReadonlyMap<string, Buffer>): Promise<string[]> {
  for (const [ecosystem, dump] of dumps) {
    await mkdir(join(work.path, 'known/osv-scalibr', ecosystem), { recursive: true });
    await writeFile(join(work.path, 'known/osv-scalibr', ecosystem, 'all.zip'), dump);
  }
  await work.write(Object.fromEntries(Object.entries(lockFiles).map(([name, text]) => [`shop/${name}`, text])));
  const parameters = ['scan', 'source', '--offline', '--no-resolve', '--no-ignore', '--all-vulns', '--format', 'json', '--recursive', 'shop'];
  const env = { HOME: work.path, OSV_SCALIBR_LOCAL_DB_CACHE_DIRECTORY: join(work.path, 'known') };
  const { stdout, output } = await runProgram(client('osv-scanner'), parameters, { cwd: work.path, env });
  expect(stdout.startsWith('{'), output).toBe(true);
  const found = (JSON.parse(stdout) as TheirReport).results.flatMap(({ source, packages }) =>
    packages.flatMap(({ vulnerabilities = [] }) => vulnerabilities.map(({ id }) => `${source.path.split('/').at(-1)} ${id}`)),
  );
  return [...new Set(found)].sort();
}

const patience = { timeout: 60_000, interval: 200 };

/** Uploads a plain file; gives what it is called as a version. */
async function upload(name: string, content: Buffer | string): Promise<{ packageId: string; version: string }> {
  const body = typeof content === 'string' ? content : new Uint8Array(content);
  expect((await server.ask(`files/${name}`, { method: 'PUT', body })).status).toBe(201);
  return { packageId: `generic://${name}`, version: createHash('sha256').update(content).digest('hex').slice(0, 12) };
}

async function waitFor(query: { packageId: string; version: string }, state: object): Promise<void> {
  const readState = () => server.call(componentDetails, { body: query }).catch(() => undefined);
  await expect.poll(readState, { ...patience, message: query.packageId }).toMatchObject(state);
}

/** Has a dump read as that of a source which stands for its ecosystem. */
async function importDump(ecosystem: string, dump: Buffer): Promise<void> {
  const { id } = await server.call(createAdvisorySource, { body: { name: ecosystem, covers: [ecosystem] } });
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/zip' };
  expect((await fetch(server.url + dumpPath(id), { method: 'PUT', headers, body: new Uint8Array(dump) })).status).toBe(202);
  const hasEnded = async () => (await server.call(listImportRuns, { params: { id } })).items[0];
  await expect.poll(hasEnded, patience).toMatchObject({ status: 'finished', rejected: 0 });
}

/** What is found here, as `file vulnerability`. */
async function findOurs(dumps: ReadonlyMap<string, Buffer>): Promise<string[]> {
  for (const [ecosystem, dump] of dumps) await importDump(ecosystem, dump);
  const queries = new Map<string, { packageId: string; version: string }>();
  for (const [name, text] of Object.entries(lockFiles)) queries.set(name, await upload(name, text));
  const found: string[] = [];
  for (const [name, query] of queries) {
    await waitFor(query, { status: 'scanned', partial: null });
    const { data } = await server.call(listIssues, { query: { ...query, num_of_rows: 500 } });
    found.push(...data.map(({ id }) => `${name} ${id}`));
  }
  return found.sort();
}

it('finds in lock files and bills of materials what osv-scanner finds, but for what is written down', async () => {
  const dumps = await packDumps();
  const [theirs, ours] = [await findTheirs(dumps), await findOurs(dumps)];
  expect(ours.filter((one) => theirs.includes(one)).length).toBeGreaterThan(20);
  expect({ onlyTheirs: theirs.filter((one) => !ours.includes(one)), onlyOurs: ours.filter((one) => !theirs.includes(one)) }).toEqual({
    onlyTheirs: [
      // What files mark as for development, or as needed by a build alone.
      'Pipfile.lock T-PY-2',
      'composer.lock T-PHP-2',
      'conan.lock T-CONAN-2',
      'package-lock.json T-NPM-4',
      'poetry.lock T-PY-2',
      'pom.xml T-MVN-2',
      // A range counts as its lowest version.
      'requirements.txt T-PY-3',
    ],
    onlyOurs: [
      // A bill says what a package of a distribution was built from, by which advisories call it.
      'shop.cdx.json T-DEB-1',
    ],
  });
});

it('writes documents of SPDX that its own validator takes', async () => {
  for (const name of ['shop.cdx.json', 'package-lock.json', 'composer.lock']) {
    const query = await upload(`spdx/${name}`, lockFiles[name]!);
    await waitFor(query, { status: 'scanned' });
    const document = await server.call(exportComponentDetails, { body: { ...query, format: 'spdx' } });
    await work.write({ 'bill.spdx.json': JSON.stringify(document) });
    await mustRun(client('pyspdxtools'), ['--infile', 'bill.spdx.json'], { cwd: work.path, env: { HOME: work.path } });
  }
  await work.write({ 'bill.spdx.json': JSON.stringify({ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT' }) });
  expect((await runProgram(client('pyspdxtools'), ['--infile', 'bill.spdx.json'], { cwd: work.path, env: { HOME: work.path } })).code).not.toBe(0);
});

it('takes a bill that the console sends for somebody who is signed in, but not from elsewhere', async () => {
  const headers = { 'content-type': 'application/json', origin: server.url, [consoleHeader]: '1' };
  const signedIn = await fetch(server.url + login.url, { method: 'POST', headers, body: JSON.stringify({ user: 'admin', password: adminPassword }) });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const text = lockFiles['shop.spdx.json']!;
  const send = (more: Record<string, string>) =>
    fetch(`${server.url}/artifactory/files/sent.spdx.json`, { method: 'PUT', body: text, headers: { cookie, ...more } });
  expect((await send({})).status).toBe(403);
  expect((await send({ [consoleHeader]: '1' })).status).toBe(201);
  await waitFor(
    { packageId: 'generic://sent.spdx.json', version: createHash('sha256').update(text).digest('hex').slice(0, 12) },
    { status: 'scanned', partial: null },
  );
});

const platforms = ['linux/386', 'windows/amd64', 'darwin/arm64'] as const;

/** A module in a folder that Go takes for a proxy. */
async function writeModule(name: string, version: string): Promise<void> {
  const mod = `module ${name}\n\ngo 1.20\n`;
  const zip = await packZip({ [`${name}@${version}/go.mod`]: mod, [`${name}@${version}/dep.go`]: 'package dep\n\nconst Text = "x"\n' });
  await work.write({ [`proxy/${name}/@v/${version}.mod`]: mod, [`proxy/${name}/@v/${version}.info`]: JSON.stringify({ Version: version }) });
  await writeFile(join(work.path, `proxy/${name}/@v/${version}.zip`), zip);
}

it('finds in programs for Linux, Windows and macOS the modules that Go itself finds in them', async () => {
  await writeModule('example.com/dep', 'v1.2.3');
  await work.write({
    'app/go.mod': 'module example.com/app\n\ngo 1.20\n\nrequire example.com/dep v1.2.3\n',
    'app/main.go': 'package main\n\nimport "example.com/dep"\n\nfunc main() { println(dep.Text) }\n',
  });
  const env = {
    HOME: work.path,
    // What the compiler makes of its own library for a platform is the same every time.
    GOCACHE: clientFolder('go-build', 'cache'),
    GOMODCACHE: join(work.path, 'modules'),
    GOPROXY: `file://${join(work.path, 'proxy')}`,
    GOSUMDB: 'off',
    GOFLAGS: '-mod=mod -modcacherw',
    GOTOOLCHAIN: 'local',
    CGO_ENABLED: '0',
  };
  const cwd = join(work.path, 'app');
  for (const platform of platforms) {
    const [GOOS = '', GOARCH = ''] = platform.split('/');
    const name = `app-${GOOS}.exe`;
    await mustRun('go', ['build', '-trimpath', '-ldflags', '-s -w', '-o', name, '.'], { cwd, env: { ...env, GOOS, GOARCH } });
    const { stdout } = await mustRun('go', ['version', '-m', name], { cwd, env });
    const expected = [...stdout.matchAll(/^\tdep\t(\S+)\t(\S+)/gm)].map(([, module, version]) => `pkg:golang/${module}@${version}`);
    const compiler = /: go(\S+)/.exec(stdout)?.[1];
    const program = await readFile(join(cwd, name));
    const query = await upload(name, program);
    await waitFor(query, { status: 'scanned', partial: null });
    const { data } = await server.call(listHeldComponents, { query: { ...query, num_of_rows: 500 } });
    const found = data.filter(({ location }) => location !== '').map(({ purl }) => purl);
    expect([platform, found.sort()]).toEqual([platform, ['pkg:golang/example.com/dep@v1.2.3', `pkg:golang/stdlib@${compiler}`]]);
    expect(expected).toEqual(['pkg:golang/example.com/dep@v1.2.3']);
    // What was cut off anywhere is a program of which less is known.
    await waitFor(await upload(`cut-${name}`, program.subarray(0, 70_000)), { status: 'scanned' });
  }
});
