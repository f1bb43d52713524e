import { type Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { deleteRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import {
  componentDetails,
  exportComponentDetails,
  getXrayVersion,
  listHeldComponents,
  listIssues,
  scanNow,
  searchComponents,
} from '@packhouse/contract/scanning/scanning-routes.ts';
import { lines, osv, packZip, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const reader = (...names: string[]) => ({
  grants: [{ permission: 'readers', resourceType: 'repository' as const, names, include: [], exclude: [], actions: ['read' as const], through: 'user' }],
});

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({ actors: { reader: reader('js'), stranger: reader('nothing') } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'secret', format: 'npm' });
  await test.create({ class: 'local', key: 'java', format: 'maven' });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
});
afterAll(() => test.stop());

const readIssues = async (packageId: string, version: string) => (await test.call(listIssues, { query: { packageId, version } })).data;
const readIds = async (packageId: string, version: string) => (await readIssues(packageId, version)).map(({ id }) => id);

describe('scans of packages', () => {
  it('PKG-047 says of a published version that it was scanned, and of what it consists', async () => {
    await test.publishNpm('js', 'app', '1.0.0', {
      'package/node_modules/inner/package.json': '{"name":"inner","version":"0.3.0"}',
      'package/npm-shrinkwrap.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { '': {}, 'node_modules/locked': { version: '4.0.1' }, 'node_modules/tool': { version: '1.0.0', dev: true } },
      }),
    });
    expect(await test.scanned('npm://app', '1.0.0')).toMatchObject({
      status: 'scanned',
      repository: 'js',
      components: 3,
      licenses: ['MIT'],
      vulnerabilities: { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 },
    });
    const { data } = await test.call(listHeldComponents, { query: { packageId: 'npm://app', version: '1.0.0' } });
    expect(data.map(({ purl, location }) => [purl, location])).toEqual([
      ['pkg:npm/app@1.0.0', ''],
      ['pkg:npm/inner@0.3.0', 'package/node_modules/inner/package.json'],
      ['pkg:npm/locked@4.0.1', 'package/npm-shrinkwrap.json'],
    ]);
  });

  it('PKG-007 finds what advisories say of a package and of what is in it, whichever came first', async () => {
    const source = await test.source('first', { covers: ['npm'] });
    await test.upload(
      source,
      lines(
        osv(
          'GHSA-app',
          { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }, { fixed: '1.0.1' }] },
          { aliases: ['CVE-2026-1'], database_specific: { severity: 'HIGH' } },
        ),
        osv('OTHER-app', { ecosystem: 'npm', name: 'app', versions: ['1.0.0'] }, { aliases: ['CVE-2026-1'] }),
        osv(
          'DEMO-inner',
          { ecosystem: 'npm', name: 'inner', events: [{ introduced: '0.2.0' }] },
          { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }] },
        ),
        osv('DEMO-commits', { ecosystem: 'npm', name: 'locked' }),
      ),
    );
    const { vulnerabilities } = await test.scanned('npm://app', '1.0.0');
    expect(vulnerabilities).toEqual({
      critical: 1,
      high: 1,
      medium: 0,
      low: 0,
      info: 0,
      unknown: 0,
      skipped: 1,
      partial: false,
      notJudged: false,
      judgedBy: [{ name: 'first', at: expect.any(String) }],
    });
    const issues = await readIssues('npm://app', '1.0.0');
    expect(issues.map(({ id, severity, skipped }) => [id, severity, skipped])).toEqual([
      ['DEMO-inner', 'Critical', false],
      ['CVE-2026-1', 'High', false],
      ['DEMO-commits', 'Unknown', true],
    ]);
    expect(issues[1]).toMatchObject({ advisories: ['GHSA-app', 'OTHER-app'], components: [{ name: 'app', fixed_versions: ['1.0.1'] }] });
    await test.publishNpm('js', 'app', '1.0.1');
    expect((await test.scanned('npm://app', '1.0.1')).vulnerabilities).toMatchObject({ critical: 0, high: 0 });
    await test.publishNpm('js', 'inner', '0.2.5');
    expect((await test.scanned('npm://inner', '0.2.5')).vulnerabilities).toMatchObject({ critical: 1 });
  });

  it('closes findings when an advisory is withdrawn or says something else', async () => {
    const source = await test.source('changing');
    await test.publishNpm('js', 'moody', '2.0.0');
    const about = { ecosystem: 'npm', name: 'moody', events: [{ introduced: '0' }] };
    await test.upload(source, lines(osv('DEMO-moody', about)));
    await test.scanned('npm://moody', '2.0.0');
    expect(await readIds('npm://moody', '2.0.0')).toEqual(['DEMO-moody']);
    const older = await test.upload(source, lines(osv('DEMO-moody', about, { modified: '2025-01-01T00:00:00Z', withdrawn: '2025-01-01T00:00:00Z' })));
    expect(older).toMatchObject({ records: 1, changed: 0 });
    expect(await readIds('npm://moody', '2.0.0')).toEqual(['DEMO-moody']);
    await test.upload(source, lines(osv('DEMO-moody', { ...about, events: [{ introduced: '0' }, { fixed: '2.0.0' }] }, { modified: '2026-02-01T00:00:00Z' })));
    expect(await readIds('npm://moody', '2.0.0')).toEqual([]);
    await test.upload(source, lines(osv('DEMO-moody', { ecosystem: 'npm', name: 'moody', versions: ['2.0.0'] }, { modified: '2026-03-01T00:00:00Z' })));
    expect(await readIds('npm://moody', '2.0.0')).toEqual(['DEMO-moody']);
    await test.upload(source, lines(osv('DEMO-moody', about, { modified: '2026-04-01T00:00:00Z', withdrawn: '2026-04-01T00:00:00Z' })));
    expect(await readIds('npm://moody', '2.0.0')).toEqual([]);
  });

  it('looks into Java archives and the archives in them', async () => {
    const pom = (artifact: string, version: string) => `#made\nversion=${version}\ngroupId=org.demo\nartifactId=${artifact}\n`;
    const inner = await packZip({ 'META-INF/maven/org.demo/deep/pom.properties': pom('deep', '1.1') });
    const war = await packZip({
      'WEB-INF/lib/deep-1.1.jar': inner,
      'META-INF/maven/org.demo/shop/pom.properties': pom('shop', '3.0'),
      'WEB-INF/lib/broken.jar': 'no archive',
    });
    await test.put(
      'java/org/demo/shop/3.0/shop-3.0.pom',
      '<project><modelVersion>4.0.0</modelVersion><groupId>org.demo</groupId><artifactId>shop</artifactId><version>3.0</version><packaging>war</packaging></project>',
    );
    await test.put('java/org/demo/shop/3.0/shop-3.0.war', war);
    const details = await test.scanned('maven://org.demo:shop', '3.0');
    expect(details).toMatchObject({ status: 'scanned', partial: 'Some archives inside this one cannot be read' });
    const { data } = await test.call(listHeldComponents, { query: { packageId: 'maven://org.demo:shop', version: '3.0' } });
    expect(data).toContainEqual(
      expect.objectContaining({ purl: 'pkg:maven/org.demo/deep@1.1', location: 'WEB-INF/lib/deep-1.1.jar!/META-INF/maven/org.demo/deep/pom.properties' }),
    );
    expect(data.map(({ name }) => name)).toContain('org.demo:shop');
  });

  it('looks into packages of PHP and what is packed with them, and matches both with advisories, whatever the case of their names', async () => {
    await test.create({ class: 'local', key: 'php', format: 'composer' });
    const source = await test.source('php', { covers: ['Packagist'] });
    await test.upload(
      source,
      lines(
        osv('DEMO-php-own', { ecosystem: 'Packagist', name: 'acme/hello', events: [{ introduced: '0' }, { fixed: '1.0.0' }] }),
        osv('DEMO-php-inner', { ecosystem: 'Packagist', name: 'acme/inner', events: [{ introduced: '2.0.0-beta1' }, { fixed: '2.0.1' }] }),
      ),
    );
    const archive = await packZip({
      'composer.json': JSON.stringify({ name: 'Acme/Hello', license: 'MIT' }),
      'vendor/composer/installed.json': JSON.stringify({ packages: [{ name: 'Acme/Inner', version: 'v2.0.0' }], 'dev-package-names': [] }),
    });
    await test.put('php/acme/hello/hello-1.0.0-RC1.zip', archive);
    expect(await test.scanned('composer://acme/hello', '1.0.0-RC1')).toMatchObject({ status: 'scanned', licenses: ['MIT'] });
    expect((await readIds('composer://acme/hello', '1.0.0-RC1')).toSorted()).toEqual(['DEMO-php-inner', 'DEMO-php-own']);
    const { data } = await test.call(listHeldComponents, { query: { packageId: 'composer://acme/hello', version: '1.0.0-RC1' } });
    expect(data.map(({ purl }) => purl)).toEqual(['pkg:composer/acme/hello@1.0.0-RC1', 'pkg:composer/acme/inner@v2.0.0']);
  });

  it('PKG-049 PKG-050 lists what was looked into, 20 rows a page, and only of what the caller may read', async () => {
    await test.publishNpm('secret', 'hidden', '1.0.0');
    await test.scanned('npm://hidden', '1.0.0');
    const mine = await test.call(searchComponents, { body: 'all_components' }, { as: 'reader' });
    expect(mine.data.map(({ name }) => name)).toContain('app');
    expect(mine.data.map(({ name }) => name)).not.toContain('hidden');
    expect((await test.call(searchComponents, { body: 'all_components' })).data.map(({ name }) => name)).toContain('hidden');
    expect(await test.call(searchComponents, { body: 'all_components' }, { as: 'stranger' })).toEqual({ data: [], total_count: 0, unused: [] });
    for (let count = 0; count < 21; count++) await test.publishNpm('js', `many-${count}`, '1.0.0');
    for (let count = 0; count < 21; count++) await test.scanned(`npm://many-${count}`, '1.0.0');
    const first = await test.call(searchComponents, { body: { all_components: '' }, query: { search: 'MANY-' } });
    expect([first.data.length, first.total_count]).toEqual([20, 21]);
    const second = await test.call(searchComponents, { body: 'all_components', query: { search: 'many-', page_num: 2, order_by: 'name', direction: 'asc' } });
    expect(second.data).toHaveLength(1);
    expect(first.data.map(({ name }) => name)).not.toContain(second.data[0]?.name);
  });

  it('tells nobody of versions in repositories that they may not read', async () => {
    const hidden = { packageId: 'npm://hidden', version: '1.0.0' };
    const unknown = { packageId: 'npm://no-such', version: '1.0.0' };
    for (const ref of [hidden, unknown]) {
      const refused = { code: 'not_found', message: 'No repository that you may read holds this version' };
      await expect(test.call(componentDetails, { body: ref }, { as: 'reader' })).rejects.toMatchObject(refused);
      await expect(test.call(listIssues, { query: ref }, { as: 'reader' })).rejects.toMatchObject(refused);
      await expect(test.call(listHeldComponents, { query: ref }, { as: 'reader' })).rejects.toMatchObject(refused);
      await expect(test.call(exportComponentDetails, { body: ref }, { as: 'reader' })).rejects.toMatchObject(refused);
    }
    await expect(test.call(scanNow, { body: hidden }, { as: 'reader' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('PKG-048 says its version', async () => {
    expect(await test.call(getXrayVersion, {})).toEqual({ xray_version: '0.0.0-test', xray_revision: '0.0.0-test' });
  });

  it('SEC-045 writes what a version consists of as CycloneDX, the same every time', async () => {
    const body = { packageId: 'npm://app', version: '1.0.0' };
    const document = await test.call(exportComponentDetails, { body });
    expect(document).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { purl: 'pkg:npm/app@1.0.0', licenses: [{ license: { name: 'MIT' } }] } },
      components: [{ purl: 'pkg:npm/inner@0.3.0' }, { purl: 'pkg:npm/locked@4.0.1' }],
    });
    expect(await test.call(exportComponentDetails, { body })).toEqual(document);
  });

  it.each([
    ['npm://app', '1.0.0'],
    ['maven://org.demo:shop', '3.0'],
  ])('SEC-045 writes documents of %s that the schema of CycloneDX takes', async (packageId, version) => {
    const { specVersion, ...document } = await test.call(exportComponentDetails, { body: { packageId, version } });
    const validator = new Validation.JsonStrictValidator(specVersion as Spec.Version);
    expect(await validator.validate(JSON.stringify({ ...document, specVersion }))).toBeNull();
    expect(await validator.validate(JSON.stringify({ ...document, specVersion, serialNumber: 'none' }))).not.toBeNull();
  });

  it('SEC-046 reads a version again when an administrator asks, and forgets what is deleted', async () => {
    const body = { packageId: 'npm://app', version: '1.0.0' };
    const refusal = vi.spyOn(test.platform.identity, 'audit').mockImplementation(async (_entry, transaction) => {
      if (transaction) throw new Error('the log is full');
    });
    await expect(test.call(scanNow, { body })).rejects.toMatchObject({ status: 500 });
    refusal.mockRestore();
    expect((await test.call(componentDetails, { body })).status).toBe('scanned');
    expect((await test.call(scanNow, { body })).status).toMatch(/in progress|scanned/);
    expect(await test.scanned('npm://app', '1.0.0')).toMatchObject({ status: 'scanned', components: 3 });
    expect(test.audited.map(({ action }) => action)).toContain('scan.requested');
    await test.call(deleteRepository, { params: { key: 'secret' } });
    await expect.poll(async () => (await test.call(searchComponents, { body: 'all_components', query: { search: 'hidden' } })).total_count, patience).toBe(0);
  });
});
