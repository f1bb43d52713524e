import { gzipSync } from 'node:zlib';
import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { readLicenceText } from '@packhouse/formats/test-fixtures.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { packTar, packZip, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueEvaluation } from '../evaluation-queue.ts';
import type { Db, ScanningSchema } from '../schema.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform();
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
  for (const format of ['gems', 'cargo', 'go', 'nuget'] as const) await test.create({ class: 'local', key: `my-${format}`, format });
  const rules = [{ name: 'one', criteria: { banned_licenses: ['AGPL-3.0-only', 'MPL-2.0'], multi_license_permissive: true }, actions: {} }];
  await test.call(createPolicy, { body: { name: 'banned', type: 'license', rules } });
  const resources = [{ type: 'all-repos' as const }];
  await test.call(createWatch, { body: { general_data: { name: 'w' }, project_resources: { resources }, assigned_policies: [{ name: 'banned' }] } });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const listBroken = async () =>
  (await test.call(listViolations, { body: { policy: 'banned' } })).data.map(({ packageId, subject }) => `${packageId} ${subject}`).sort();

const putGem = async (name: string, licence: string) => {
  const spec = `--- !ruby/object:Gem::Specification\nname: ${name}\nversion: !ruby/object:Gem::Version\n  version: 1.0.0\nlicenses:\n- ${licence}\n`;
  await test.put(`my-gems/gems/${name}-1.0.0.gem`, await packTar({ 'metadata.gz': gzipSync(spec), 'data.tar.gz': await packTar({ 'lib/x.rb': '' }) }, false));
};
const putCrate = async (name: string, manifest: string, more: Record<string, string> = {}) =>
  test.put(`my-cargo/crates/${name}/${name}-1.0.0.crate`, await packTar({ [`${name}-1.0.0/Cargo.toml`]: `[package]\nname = "${name}"\n${manifest}`, ...more }));
const putModule = async (name: string, text: string) => {
  const inside = `example.com/${name}@v1.0.0`;
  await test.put(
    `my-go/example.com/${name}/@v/v1.0.0.zip`,
    await packZip({ [`${inside}/go.mod`]: `module example.com/${name}\n`, [`${inside}/LICENSE`]: text }),
  );
};
const putNuget = async (name: string, said: string) => {
  const nuspec = `<package><metadata><id>${name}</id><version>1.0.0</version>${said}</metadata></package>`;
  await test.put(`my-nuget/${name}/1.0.0/${name}.1.0.0.nupkg`, await packZip({ [`${name}.nuspec`]: nuspec }));
};

it('a rule about licences is broken by gems, crates, Go modules and packages of NuGet, and not by those that leave a choice', async () => {
  await putGem('bad', 'AGPL-3.0-only');
  await putGem('good', 'MIT');
  await putCrate('bad', 'license = "AGPL-3.0-only"\n');
  await putCrate('choice', 'license = "MIT/AGPL-3.0-only"\n');
  await putCrate('file', 'license-file = "LICENSE"\n', { 'file-1.0.0/LICENSE': readLicenceText('MPL-2.0') });
  await putModule('bad', readLicenceText('MPL-2.0'));
  await putModule('good', readLicenceText('BSD-3-Clause'));
  await putNuget('bad', '<license type="expression">AGPL-3.0-only</license>');
  await putNuget('address', '<licenseUrl>https://opensource.org/licenses/AGPL-3.0-only</licenseUrl>');
  const broken = [
    'cargo://bad AGPL-3.0-only',
    'cargo://file MPL-2.0',
    'gems://bad AGPL-3.0-only',
    'go://example.com/bad MPL-2.0',
    'nuget://address AGPL-3.0-only',
  ];
  await expect.poll(listBroken, patience).toEqual([...broken, 'nuget://bad AGPL-3.0-only']);
  for (const [packageId, version] of [
    ['gems://good', '1.0.0'],
    ['go://example.com/good', 'v1.0.0'],
    ['cargo://choice', '1.0.0'],
  ] as const)
    await test.scanned(packageId, version);
  expect(await listBroken()).toHaveLength(6);
});

it('gems that are installed somewhere say their licences, too', async () => {
  await test.create({ class: 'local', key: 'files', format: 'generic' });
  const spec = 'Gem::Specification.new do |s|\n  s.name = "deep".freeze\n  s.licenses = ["AGPL-3.0-only".freeze]\nend\n';
  await test.put('files/app.tgz', await packTar({ 'app/specifications/deep-2.0.0.gemspec': spec }));
  await expect.poll(listBroken, patience).toContain('generic://app.tgz AGPL-3.0-only');
});

it('what a repository says after it was read again counts from then on', async () => {
  await db.updateTable('target').set({ licences: [] }).where('repository', '=', 'my-go').execute();
  await queueEvaluation(test);
  await expect.poll(listBroken, patience).not.toContain('go://example.com/bad MPL-2.0');
  const event = { type: 'package.migrated', subject: 'my-go', data: { repository: 'my-go' } };
  await db.transaction().execute((tx) => test.platform.outbox.publish(tx, event));
  await expect.poll(listBroken, patience).toContain('go://example.com/bad MPL-2.0');
});
