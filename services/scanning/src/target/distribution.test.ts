import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import { componentDetails, type ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { packDeb } from '@packhouse/formats/debian/test-deb.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, packTar, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';

let test: ScanningTestPlatform;
let db: Db;
let upstream: Server;
let url: string;
const files = new Map<string, Buffer>();

/** A package that is built from another source package than its name says. */
async function makeDeb(name: string, version: string, source = 'openssl'): Promise<Buffer> {
  const control = `Package: ${name}\nVersion: ${version}\nArchitecture: amd64\nSource: ${source}\nMaintainer: Nobody <nobody@example.org>\nDescription: A library\n`;
  return packDeb(await packTar({ './control': control }), { data: await packTar({ './usr/lib/lib.so': 'x' }) });
}

const getFile = (name: string, version: string) => `pool/main/${name}_${version}_amd64.deb`;

/** An upstream of one suite, with these packages. */
async function addUpstream(folder: string, head: string, suite: string, packages: readonly string[], unlisted: readonly string[] = []): Promise<void> {
  for (const name of [...packages, ...unlisted]) files.set(`/${folder}/${getFile(name, '3.0.11-1')}`, await makeDeb(name, '3.0.11-1'));
  const list = gzipSync(
    packages.map((name) => `Package: ${name}\nVersion: 3.0.11-1\nArchitecture: amd64\nFilename: ./${getFile(name, '3.0.11-1')}\nSize: 1\n\n`).join(''),
  );
  const sum = createHash('sha256').update(list).digest('hex');
  files.set(`/${folder}/dists/${suite}/main/binary-amd64/Packages.gz`, list);
  files.set(`/${folder}/dists/${suite}/Release`, Buffer.from(`${head}SHA256:\n ${sum} ${list.length} main/binary-amd64/Packages.gz\n`));
  await test.create({ class: 'remote', key: folder, format: 'debian', settings: { url: `${url}/${folder}`, allowPrivate: true } });
}

const fetchFrom = async (path: string) => {
  const answer = await fetch(`${test.baseUrl}/artifactory/${path}`, { headers: test.headersOf('admin') });
  await answer.arrayBuffer();
  expect([path, answer.status]).toEqual([path, 200]);
};

/** As apt does: the head, what it names, and then the package. */
async function install(repository: string, suite: string, name: string): Promise<ScanDetails> {
  await fetchFrom(`${repository}/dists/${suite}/Release`);
  await fetchFrom(`${repository}/dists/${suite}/main/binary-amd64/Packages.gz`);
  await fetchFrom(`${repository}/${getFile(name, '3.0.11-1')}`);
  return test.scanned(getPackageId('debian', name), '3.0.11-1', repository);
}

/** What is said of it: by which ecosystem it is judged, what is found, and why it is not judged whole. */
const verdict = ({ judged, active, vulnerabilities, partial }: ScanDetails) => ({
  judged: judged.map(({ ecosystem, sources }) => [ecosystem, ...sources.map(({ name }) => name)]),
  active,
  notJudged: vulnerabilities?.notJudged,
  isPartial: partial?.includes('which distribution it belongs to') ?? false,
});
const judgedAs = (active: number) => ({ judged: [['Debian', 'advisories']], active, notJudged: false, isPartial: false });
const unjudged = { judged: [], active: 0, notJudged: true, isPartial: true };

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const content = files.get(request.url ?? '');
    response.writeHead(content ? 200 : 404).end(content);
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  test = await startScanningPlatform();
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
  const about = (release: string, fixed: string) => ({ ecosystem: `Debian:${release}`, name: 'openssl', events: [{ introduced: '0' }, { fixed }] });
  const records = [osv('DEBIAN-CVE-2026-1', about('12', '3.0.14-1')), osv('DEBIAN-CVE-2026-2', about('13', '3.0.9-1'))];
  await test.upload(await test.source('advisories', { covers: ['Debian'] }), lines(...records));
});
afterAll(async () => {
  upstream?.close();
  await db?.destroy();
  await test?.stop();
});

describe('a package fetched through a remote repository', () => {
  it('is of the distribution whose listing names it, and matched under the name of its source', async () => {
    await addUpstream('bookworm-apt', 'Origin: Debian\nSuite: oldstable\nCodename: bookworm\n', 'bookworm', ['libssl3']);
    expect(verdict(await install('bookworm-apt', 'bookworm', 'libssl3'))).toEqual(judgedAs(1));
  });

  it('is of the release that the head of a suite names, whatever the suite is called', async () => {
    await addUpstream('stable-apt', 'Origin: Debian\nSuite: stable\nCodename: trixie-security\n', 'stable', ['libssl-new']);
    expect(verdict(await install('stable-apt', 'stable', 'libssl-new'))).toEqual(judgedAs(0));
  });

  it.each([
    ['is of another maker', 'foreign-apt', 'Origin: Somebody\nSuite: bookworm\nCodename: bookworm\n'],
    ['is one of backports', 'ported-apt', 'Origin: Debian\nSuite: oldstable-backports\nCodename: bookworm-backports\n'],
    ['is one that nobody knows', 'unknown-apt', 'Origin: Debian\nSuite: stable\nCodename: nevermore\n'],
  ])('is not judged, and does not count as clean, where the suite %s', async (_, key, head) => {
    await addUpstream(key, head, 'bookworm', [`lib-${key}`]);
    expect(verdict(await install(key, 'bookworm', `lib-${key}`))).toEqual(unjudged);
  });

  it('is not judged where no listing names it', async () => {
    await addUpstream('old-apt', 'Origin: Debian\nSuite: oldstable\nCodename: bookworm\n', 'bookworm', ['libssl-listed'], ['libssl-old']);
    expect(verdict(await install('old-apt', 'bookworm', 'libssl-old'))).toEqual(unjudged);
  });
});

describe('a package that somebody put into a repository', () => {
  const put = async (key: string, name: string, properties: string) => {
    await test.create({ class: 'local', key, format: 'debian' });
    await test.put(`${key}/${getFile(name, '3.0.11-1')}${properties}`, await makeDeb(name, '3.0.11-1'));
    return test.scanned(getPackageId('debian', name), '3.0.11-1', key);
  };

  it('is of the distribution of its suite', async () => {
    const properties = ';deb.distribution=bookworm;deb.component=main;deb.architecture=amd64';
    expect(verdict(await put('debs', 'libssl-own', properties))).toEqual(judgedAs(1));
    const component = db.selectFrom('component').select(['distro', 'source_name', 'purl']).where('name', '=', 'libssl-own').where('distro', '<>', '');
    expect(await component.execute()).toEqual([{ distro: '12', source_name: 'openssl', purl: 'pkg:deb/debian/libssl-own@3.0.11-1?distro=debian-12' }]);
  });

  it('is judged by the oldest of several releases, since that is corrected last', async () => {
    const properties = ';deb.distribution=trixie;deb.distribution=bookworm;deb.component=main;deb.architecture=amd64';
    expect(verdict(await put('two-debs', 'libssl-both', properties))).toEqual(judgedAs(1));
  });

  it('is not judged in a suite of no release, and is once its suite is said', async () => {
    expect(verdict(await put('suites', 'libssl-late', ';deb.distribution=stable;deb.component=main;deb.architecture=amd64'))).toEqual(unjudged);
    const path = `/artifactory/api/storage/suites/${getFile('libssl-late', '3.0.11-1')}`;
    const answer = await fetch(`${test.baseUrl}${path}?properties=deb.distribution=bookworm`, { method: 'PUT', headers: test.headersOf('admin') });
    expect(answer.status).toBe(204);
    const details = () => test.call(componentDetails, { body: { packageId: getPackageId('debian', 'libssl-late'), version: '3.0.11-1', repoKey: 'suites' } });
    await expect.poll(async () => verdict(await details()), patience).toEqual(judgedAs(1));
  });
});
