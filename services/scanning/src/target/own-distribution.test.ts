import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { packRpm } from '@packhouse/formats/rpm/test-rpm.ts';
import { lines, osv, packTar, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: ScanningTestPlatform;
let upstream: Server;
const files = new Map<string, Buffer>();

/** By which ecosystem it is judged, what is found, and whether it counts as judged. */
const verdict = ({ judged, active, vulnerabilities }: ScanDetails) => [judged.map(({ ecosystem }) => ecosystem), active, !vulnerabilities?.notJudged];
const unjudged = [[], 0, false];

/** A cpio archive in which nothing is. */
const noFiles = `070701${'0'.repeat(88)}0000000b${'0'.repeat(8)}TRAILER!!!\0\0\0\0`;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const content = files.get(request.url ?? '');
    response.writeHead(content ? 200 : 404).end(content);
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  test = await startScanningPlatform();
  const about = (ecosystem: string, name: string, fixed: string) => ({ ecosystem, name, events: [{ introduced: '0' }, { fixed }] });
  const records = [
    osv('ALSA-1', about('AlmaLinux:9', 'openssl-libs', '1:3.0.7-28.el9')),
    osv('RLSA-1', about('Rocky Linux:8', 'openssl', '1:3.0.7-28.el8')),
    osv('MGASA-1', about('Mageia:9', 'openssl', '1:3.0.7-28.mga9')),
    osv('ALPINE-1', about('Alpine:v3.20', 'openssl', '3.3.2-r0')),
  ];
  await test.upload(await test.source('advisories', { covers: ['AlmaLinux', 'Rocky Linux', 'Mageia', 'Alpine'] }), lines(...records));
});
afterAll(async () => {
  upstream?.close();
  await test?.stop();
});

describe('a package of RPM', () => {
  async function scan(name: string, release: string, vendor: string): Promise<ScanDetails> {
    const tags = {
      1000: name,
      1001: '3.0.7',
      1002: release,
      1003: [1],
      1011: vendor,
      1022: 'x86_64',
      1044: `openssl-3.0.7-${release}.src.rpm`,
      1124: 'cpio',
      1125: 'gzip',
    };
    await test.put(`rpms/${name}-3.0.7-${release}.x86_64.rpm`, packRpm(tags, gzipSync(noFiles)));
    return test.scanned(getPackageId('rpm', name), `1:3.0.7-${release}`, 'rpms');
  }
  beforeAll(() => test.create({ class: 'local', key: 'rpms', format: 'rpm' }));

  it.each([
    ['AlmaLinux', 'openssl-libs', '27.el9_4', 'AlmaLinux', 1],
    ['AlmaLinux', 'openssl-libs', '28.el9', 'AlmaLinux', 0],
    ['Rocky Linux', 'openssl-rocky', '27.module+el8.9.0+1445+07728297', 'Rocky Enterprise Software Foundation', 1],
    ['Mageia', 'openssl-mageia', '27.mga9', 'Mageia.Org', 1],
  ])('is one of %s by its vendor and the mark of its release, and matched under its source: %s %s', async (ecosystem, name, release, vendor, active) => {
    expect(verdict(await scan(name, release, vendor))).toEqual([[ecosystem], active, true]);
  });

  it.each([
    ['somebody else built it for a distribution', '27.el9', 'Shop'],
    ['its vendor marks no release', '27', 'AlmaLinux'],
    ['nobody publishes advisories of its distribution', '27.fc40', 'Fedora Project'],
  ])('is not judged where %s', async (_, release, vendor) => {
    expect(verdict(await scan('openssl-other', release, vendor))).toEqual(unjudged);
  });
});

describe('a package of Alpine', () => {
  const alpineKey = 'alpine-devel@lists.alpinelinux.org-6165ee59.rsa.pub';

  /** Signature, control and data are archives behind each other; those that go on have no end. */
  async function makeApk(name: string, key: string): Promise<Buffer> {
    const open = async (entries: Record<string, string>) => gzipSync((await packTar(entries, false)).subarray(0, -1024));
    const info = `pkgname = ${name}\npkgver = 3.3.1-r0\narch = x86_64\norigin = openssl\n`;
    return Buffer.concat([await open({ [`.SIGN.RSA.${key}`]: 'x' }), await open({ '.PKGINFO': info }), await packTar({ 'usr/lib/lib.so': 'x' })]);
  }
  const scanned = (name: string, repository: string) => test.scanned(getPackageId('alpine', name), '3.3.1-r0', repository);

  it.each([
    ['is one of the branch whose folder it lies in', 'v3.20/main/x86_64', [['Alpine'], 1, true]],
    ['is one of another branch that has other advisories', 'v3.21/community/x86_64', [['Alpine'], 0, true]],
    ['is not judged in a folder of no release', 'edge/main/x86_64', unjudged],
    ['is not judged in a folder that is no branch', 'main/x86_64', unjudged],
  ])('%s', async (_, folder, expected) => {
    const key = `apks-${folder.replace(/\W/g, '-')}`;
    await test.create({ class: 'local', key, format: 'alpine' });
    await test.put(`${key}/${folder}/libssl3-3.3.1-r0.apk`, await makeApk('libssl3', 'shop.rsa.pub'));
    expect(verdict(await scanned('libssl3', key))).toEqual(expected);
  });

  it.each([
    ['is one of Alpine where a key of Alpine signs it', 'alpine', alpineKey, [['Alpine'], 1, true]],
    ['is not judged where somebody else signs it', 'others', 'somebody@example.org-6165ee59.rsa.pub', unjudged],
  ])('of an upstream %s', async (_, repository, key, expected) => {
    const path = 'v3.20/main/x86_64/libcrypto3-3.3.1-r0.apk';
    files.set(`/${repository}/${path}`, await makeApk('libcrypto3', key));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/${repository}`;
    await test.create({ class: 'remote', key: repository, format: 'alpine', settings: { url, allowPrivate: true } });
    const answer = await fetch(`${test.baseUrl}/artifactory/${repository}/${path}`, { headers: test.headersOf('admin') });
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    expect(verdict(await scanned('libcrypto3', repository))).toEqual(expected);
  });
});
