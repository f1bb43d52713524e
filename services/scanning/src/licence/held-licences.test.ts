import { createPolicy, type PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { createXrayReport, listXrayReportRows, readReport } from '@packhouse/contract/scanning/report-routes.ts';
import { deleteCustomLicence, setCustomLicence } from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import { createOwnLicence } from '@packhouse/contract/scanning/scanning-own-licence-routes.ts';
import { exportComponentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { packTar, packZip, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const library = (name: string, license: string) => ({ [`app/node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', license }) });
const apk = ['P:busybox\nV:1.36.1-r0\nL:GPL-2.0-only\no:busybox', 'P:musl\nV:1.2.4-r0\nL:MIT\no:musl', 'P:mystery\nV:1-r0\no:mystery'].join('\n\n');
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  components: [
    { type: 'library', name: 'by-id', version: '1', licenses: [{ license: { id: 'AGPL-3.0-only' } }] },
    { type: 'library', name: 'by-expression', version: '1', licenses: [{ expression: 'MIT OR Apache-2.0' }] },
  ],
};
const packages = [
  { SPDXID: 'a', name: 'declared', versionInfo: '1', licenseConcluded: 'NOASSERTION', licenseDeclared: 'AGPL-3.0-only' },
  { SPDXID: 'b', name: 'unsaid', versionInfo: '1', licenseConcluded: 'NOASSERTION', licenseDeclared: 'NONE' },
];
const composer = {
  packages: [
    { name: 'acme/copyleft', version: '1.0.0', license: ['OSL-3.0'] },
    { name: 'acme/choice', version: '2.0.0', license: ['OSL-3.0', 'MIT'] },
  ],
  'dev-package-names': [],
};
const metadata =
  'Metadata-Version: 2.1\nName: wheel-part\nVersion: 1.0\nClassifier: License :: OSI Approved :: AGPL-3.0-only\n\nMany words.\nLicense: none of this\n';

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform();
  // Whoever asks for a report is asked for again when it is made.
  test.peers.actorNamed = async (name) => ({ kind: 'user', name, administrator: true, groups: [], grants: [], realm: 'internal', via: 'password' });
  await test.create({ class: 'local', key: 'images', format: 'docker' });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  const base = await packTar({ 'etc/os-release': 'ID=alpine\nVERSION_ID=3.19.1\n', 'lib/apk/db/installed': apk });
  await test.pushImage('images', 'shop', '1.0', [base, await packTar({ ...library('left', 'GPL-3.0-only'), ...library('right', 'Shop Terms') })]);
  await test.put('files/app.cdx.json', JSON.stringify(bill));
  await test.put('files/app.spdx.json', JSON.stringify({ spdxVersion: 'SPDX-2.3', packages }));
  await test.put('files/app.tgz', await packTar({ 'lib/wheel_part-1.0.dist-info/METADATA': metadata }));
  await test.put('files/site.tgz', await packTar({ 'site/vendor/composer/installed.json': JSON.stringify(composer) }));
  await test.put('js/own/-/own-1.0.0.tgz', await packTar({ 'package/package.json': JSON.stringify({ name: 'own', version: '1.0.0', license: 'ISC' }) }));
});
afterAll(() => test?.stop());

const makePolicy = (name: string, criteria: PolicyInput['rules'][number]['criteria']): PolicyInput => ({
  name,
  type: 'license',
  description: '',
  rules: [{ name: 'one', criteria, actions: {} }],
});

async function watch(policy: PolicyInput, resource: { type: 'all-repos' } | { type: 'repository'; name: string }): Promise<void> {
  await test.call(createPolicy, { body: policy });
  const general_data = { name: policy.name };
  await test.call(createWatch, { body: { general_data, project_resources: { resources: [resource] }, assigned_policies: [{ name: policy.name }] } });
}

async function broken(policy: string): Promise<string[]> {
  const { data } = await test.call(listViolations, { body: { policy } });
  return data.map(({ packageId, subject }) => `${packageId.replace(/^\w+:\/\//, '')} ${subject}`).sort();
}

it('a banned licence is found inside images, archives and bills of materials, and says of what', async () => {
  const licences = ['GPL-2.0-only', 'GPL-3.0-only', 'AGPL-3.0-only'];
  await watch(makePolicy('banned', { banned_licenses: licences }), { type: 'all-repos' });
  await expect
    .poll(() => broken('banned'), patience)
    .toEqual(['app.cdx.json AGPL-3.0-only', 'app.spdx.json AGPL-3.0-only', 'app.tgz AGPL-3.0-only', 'shop GPL-2.0-only', 'shop GPL-3.0-only']);
  const { data } = await test.call(listViolations, { body: {} });
  const found = data.find(({ subject }) => subject === 'GPL-2.0-only');
  expect(found?.components.map(({ name }) => name)).toEqual(['busybox']);
});

it('what Composer has installed inside an archive is judged, too, a choice of licences as a choice', async () => {
  await watch(makePolicy('open', { banned_licenses: ['OSL-3.0'], multi_license_permissive: true }), { type: 'repository', name: 'files' });
  await expect.poll(() => broken('open'), patience).toEqual(['site.tgz OSL-3.0']);
  const { data } = await test.call(listViolations, { body: { policy: 'open' } });
  expect(data[0]?.components.map(({ name }) => name)).toEqual(['acme/copyleft']);
});

it('a report of licences lists those of what is inside, too', async () => {
  const { report_id: id } = await test.call(createXrayReport, {
    params: { report: 'licenses' },
    body: { name: 'inside', resources: { repositories: [{ name: 'images' }] } } as never,
  });
  await expect.poll(async () => (await test.call(readReport, { params: { id } })).status, patience).toBe('completed');
  const { rows } = await test.call(listXrayReportRows, { params: { type: 'licenses', id } });
  const told = rows.map(({ license, component, artifact, unknown }) => `${license} ${component} ${artifact} ${unknown}`);
  expect(told).toContain('GPL-2.0-only alpine://busybox:1.36.1-r0 docker://shop:1.0 false');
  expect(told).toContain('GPL-3.0-only npm://left:1.0.0 docker://shop:1.0 false');
  expect(told.filter((one) => one.includes('mystery'))).toEqual([]);
});

it('a bill of materials says the licences of what is inside', async () => {
  const version = { packageId: 'docker://shop', version: '1.0' };
  const cyclone = (await test.call(exportComponentDetails, { body: version })) as unknown as { components: { name: string; licenses?: unknown }[] };
  expect(cyclone.components.find(({ name }) => name === 'busybox')?.licenses).toEqual([{ license: { name: 'GPL-2.0-only' } }]);
  expect(cyclone.components.find(({ name }) => name === 'mystery')).not.toHaveProperty('licenses');
});

it('what is inside and names no licence breaks no list, and a licence that was set or described here counts there, too', async () => {
  await watch(makePolicy('allowed', { allowed_licenses: ['MIT', 'GPL-2.0-only', 'GPL-3.0-only'], allow_unknown: false }), {
    type: 'repository',
    name: 'images',
  });
  await expect.poll(() => broken('allowed'), patience).toContain('shop Shop Terms');
  expect((await broken('allowed')).filter((one) => one !== 'shop Unknown')).toEqual(['shop Shop Terms']);
  // Whoever keeps the library, too, may say what its licence is.
  await test.put('js/left/-/left-1.0.0.tgz', await packTar({ 'package/package.json': JSON.stringify({ name: 'left', version: '1.0.0' }) }));
  await test.scanned('npm://left', '1.0.0');
  const left = { packageId: 'npm://left', version: '1.0.0' };
  await test.call(setCustomLicence, { body: { ...left, license: 'AGPL-3.0-only' } });
  await expect.poll(() => broken('allowed'), patience).toContain('shop AGPL-3.0-only');
  await test.call(deleteCustomLicence, { query: left });
  await expect.poll(() => broken('allowed'), patience).not.toContain('shop AGPL-3.0-only');
  await test.call(createOwnLicence, { body: { name: 'Shop-Terms', full_name: 'Terms of the shop', spellings: ['shop terms'], url: '' } });
  await expect.poll(() => broken('allowed'), patience).toContain('shop Shop-Terms');
});

it('jars say it by the pom in them or by their headers, packages of Debian by copyright files that programs can read', async () => {
  await watch(makePolicy('more', { banned_licenses: ['EPL-1.0', 'EPL-2.0', 'LGPL-2.1-or-later', 'GPL-3.0-or-later', 'AFL-3.0'] }), { type: 'all-repos' });
  const own = (name: string) => `META-INF/maven/org.demo/${name}`;
  const properties = (name: string) => ({ [`${own(name)}/pom.properties`]: `groupId=org.demo\nartifactId=${name}\nversion=1.0\n` });
  const pom = `<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.demo</groupId><artifactId>parent</artifactId><version>1.0</version></parent><artifactId>own</artifactId><licenses><license><name>EPL-2.0</name></license></licenses></project>`;
  const header = { 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\r\nBundle-License: "EPL-1.0";link="https://exam\r\n ple.org/epl"\r\n' };
  const jars = {
    'lib/own.jar': await packZip({ ...properties('own'), [`${own('own')}/pom.xml`]: pom }),
    'lib/bundled.jar': await packZip({ ...header, ...properties('bundled') }),
    // Of which of the two it speaks nobody knows.
    'lib/shaded.jar': await packZip({ 'META-INF/MANIFEST.MF': 'Bundle-License: AFL-3.0\n', ...properties('one'), ...properties('other') }),
  };
  await test.put('files/lib.zip', await packZip(jars));
  const copyright = (licence: string) =>
    `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nLicense: ${licence}\n\nFiles: debian/*\nLicense: GPL-3+\n`;
  const layer = {
    'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
    'var/lib/dpkg/status': ['curl', 'gone'].map((name) => `Package: ${name}\nStatus: install ok installed\nVersion: 1\n`).join('\n'),
    'usr/share/doc/curl/copyright': copyright('LGPL-2.1+'),
    'usr/share/doc/gone/copyright': copyright('EPL-1.0'),
  };
  await test.pushImage('images', 'debian', '1', [await packTar(layer), await packTar({ 'usr/share/doc/gone/.wh.copyright': '' })]);
  await expect.poll(() => broken('more'), patience).toEqual(['debian LGPL-2.1-or-later', 'lib.zip EPL-1.0', 'lib.zip EPL-2.0']);
  const { data } = await test.call(listViolations, { body: { policy: 'more' } });
  expect(data.flatMap(({ components }) => components.map(({ name }) => name)).sort()).toEqual(['curl', 'org.demo:bundled', 'org.demo:own']);
});
