import { summariseArtifacts } from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { listHeldComponents, listIssues } from '@packhouse/contract/scanning/scanning-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, packTar, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanningSchema } from './schema.ts';

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({ actors: { stranger: {} } });
  await test.create({ class: 'local', key: 'images', format: 'docker' });
});
afterAll(() => test.stop());

const heldBy = async (packageId: string, version: string) => (await test.call(listHeldComponents, { query: { packageId, version, num_of_rows: 500 } })).data;
const stanza = (name: string, version: string, more = '') => `Package: ${name}\nStatus: install ok installed\n${more}Version: ${version}\n`;

const debian = { 'etc/os-release': 'PRETTY_NAME="Debian 12"\nID=debian\nVERSION_ID="12"\n' };
const status = `${stanza('libssl3', '3.0.11-1~deb12u2+b1', 'Source: openssl (3.0.11-1~deb12u2)\n')}\n${stanza('bash', '5.2.15-2')}\nPackage: gone\nStatus: deinstall ok config-files\nVersion: 1\n`;

describe('scans of images', () => {
  it('finds packages of a distribution by their source, and libraries that nobody packaged', async () => {
    const base = await packTar({
      ...debian,
      'var/lib/dpkg/status': status,
      'var/lib/dpkg/info/python3-six.list': '/usr/lib/python3/dist-packages/six-1.16.0.dist-info/METADATA\n',
      'usr/lib/python3/dist-packages/six-1.16.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: six\nVersion: 1.16.0\n\nText\n',
    });
    const own = await packTar({
      'var/lib/dpkg/status': `${status}\n${stanza('curl', '7.88.1-10')}`,
      'opt/app/node_modules/@shop/cart/package.json': '{"name":"@shop/cart","version":"2.0.0"}',
      'opt/venv/lib/python3.11/site-packages/Flask_Login-0.6.dist-info/METADATA': 'Name: Flask_Login\nVersion: 0.6\n',
    });
    await test.pushImage('images', 'shop', '1.0', [base, own]);
    await test.upload(
      await test.source('distribution'),
      lines(
        osv(
          'DSA-1',
          { ecosystem: 'Debian:12', name: 'openssl', events: [{ introduced: '0' }, { fixed: '3.0.11-1~deb12u3' }] },
          { upstream: ['CVE-2026-2'], severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:H' }] },
        ),
        osv('DSA-2', { ecosystem: 'Debian:11', name: 'bash', events: [{ introduced: '0' }] }),
        osv('GHSA-six', { ecosystem: 'PyPI', name: 'six', events: [{ introduced: '0' }] }),
        osv('GHSA-login', { ecosystem: 'PyPI', name: 'flask-login', events: [{ introduced: '0' }, { last_affected: '0.6' }] }),
      ),
    );
    expect(await test.scanned('docker://shop', '1.0')).toMatchObject({
      status: 'scanned',
      components: 6,
      vulnerabilities: { medium: 1, unknown: 1, critical: 0 },
    });
    const { data } = await test.call(listIssues, { query: { packageId: 'docker://shop', version: '1.0' } });
    expect(data.map(({ id, components }) => [id, components.map(({ purl, fixed_versions }) => [purl, fixed_versions])])).toEqual([
      ['DSA-1', [['pkg:deb/debian/libssl3@3.0.11-1~deb12u2%2Bb1?distro=debian-12', ['3.0.11-1~deb12u3']]]],
      ['GHSA-login', [['pkg:pypi/flask-login@0.6', []]]],
    ]);
    const held = await heldBy('docker://shop', '1.0');
    const layers = new Map(held.map(({ name, layer }) => [name, layer]));
    expect(layers.get('bash')).not.toBe(layers.get('curl'));
    expect(layers.get('curl')).toBe(layers.get('@shop/cart'));
    const { artifacts, errors } = await test.call(summariseArtifacts, {
      body: { paths: ['default/images/shop/1.0/manifest.json', 'images/shop/1.0/manifest.json', 'images/no/such'], checksums: [] },
    });
    // The same file is told of once, however often it is asked for.
    expect(artifacts).toMatchObject([
      { general: { component_id: 'docker://shop:1.0', pkg_type: 'docker' }, issues: [{ issue_id: 'DSA-1', severity: 'Medium' }, { issue_id: 'GHSA-login' }] },
    ]);
    expect(errors.map(({ identifier }) => identifier)).toEqual(['images/no/such']);
    const seen = await test.call(summariseArtifacts, { body: { paths: ['default/images/shop/1.0/manifest.json'] } }, { as: 'stranger' });
    expect(seen).toMatchObject({ artifacts: [], errors: [{ identifier: 'default/images/shop/1.0/manifest.json' }] });
  });

  it('leaves out what upper layers take away, and reads a layer once for all images', async () => {
    const base = await packTar({
      'lib/apk/db/installed': 'P:musl\nV:1.2.4-r1\no:musl\n\nP:libcrypto3\nV:3.1.2-r0\no:openssl\n',
      'etc/os-release': 'ID=alpine\nVERSION_ID=3.18.3\n',
      'app/node_modules/old/package.json': '{"name":"old","version":"1.0.0"}',
      'srv/node_modules/one/package.json': '{"name":"one","version":"1.0.0"}',
      'srv/node_modules/two/package.json': '{"name":"two","version":"1.0.0"}',
    });
    await test.pushImage('images', 'alpine-app', 'first', [
      base,
      await packTar({
        'app/node_modules/.wh.old': '',
        'srv/node_modules/.wh..wh..opq': '',
        'srv/node_modules/three/package.json': '{"name":"three","version":"1.0.0"}',
      }),
    ]);
    await test.pushImage('images', 'alpine-app', 'second', [base]);
    await test.scanned('docker://alpine-app', 'first');
    await test.scanned('docker://alpine-app', 'second');
    const names = async (tag: string) => (await heldBy('docker://alpine-app', tag)).map(({ name }) => name).sort();
    expect(await names('first')).toEqual(['alpine-app', 'libcrypto3', 'musl', 'three']);
    expect(await names('second')).toEqual(['alpine-app', 'libcrypto3', 'musl', 'old', 'one', 'two']);
    expect((await heldBy('docker://alpine-app', 'first')).find(({ name }) => name === 'musl')).toMatchObject({
      ecosystem: 'Alpine:v3.18',
      purl: 'pkg:apk/alpine/musl@1.2.4-r1?distro=alpine-3.18',
    });
    const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
    try {
      expect((await db.selectFrom('layer').select('digest').execute()).length).toBe(4);
    } finally {
      await db.destroy();
    }
  });

  it('passes over nothing when it is not known which release of a distribution an image has', async () => {
    const files = { 'etc/os-release': 'ID=debian\n', 'var/lib/dpkg/status': stanza('zlib1g', '1:1.2.13', 'Source: zlib\n') };
    await test.pushImage('images', 'sid', '1', [await packTar(files)]);
    await test.upload(await test.source('zlib'), lines(osv('DSA-9', { ecosystem: 'Debian:12', name: 'zlib', events: [{ introduced: '0' }] })));
    expect(await test.scanned('docker://sid', '1')).toMatchObject({
      partial: 'The release of its distribution is not known',
      vulnerabilities: { unknown: 0, skipped: 1, partial: true },
    });
  });

  it('calls what no advisory could be found about incomplete', async () => {
    const gems = { 'usr/lib/ruby/specifications/rack-3.0.0.gemspec': 'x' };
    await test.pushImage('images', 'gems', '1', [await packTar(gems)]);
    expect(await test.scanned('docker://gems', '1')).toMatchObject({ partial: null, vulnerabilities: { unknown: 0, skipped: 0, partial: true } });
    await test.upload(
      await test.source('gems', { covers: ['RubyGems'] }),
      lines(osv('GEM-1', { ecosystem: 'RubyGems', name: 'other', events: [{ introduced: '0' }] })),
    );
    expect(await test.scanned('docker://gems', '1')).toMatchObject({ vulnerabilities: { unknown: 0, skipped: 0, partial: false } });
  });

  it('says what it could not read, and why', async () => {
    await test.pushImage('images', 'rpm-based', '1', [await packTar({ 'var/lib/rpm/rpmdb.sqlite': 'x', 'etc/os-release': 'ID=fedora\nVERSION_ID=41\n' })]);
    expect(await test.scanned('docker://rpm-based', '1')).toMatchObject({
      status: 'scanned',
      partial: 'The database of its packages cannot be read',
      vulnerabilities: { partial: true },
    });
    await test.pushImage('images', 'broken', '1', [(await packTar({ 'a.txt': 'x'.repeat(5000) })).subarray(0, 30)]);
    expect(await test.scanned('docker://broken', '1')).toMatchObject({
      status: 'scan failed',
      vulnerabilities: null,
      reason: expect.stringMatching(/cannot be read/),
    });
  });
});
