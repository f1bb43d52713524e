import { createHash } from 'node:crypto';
import { type ImpactPath, readImpactPath, readUnifiedImpactPath } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';

const grant = { permission: 'test', include: [], exclude: [], actions: ['read' as const], through: 'test' };
let test: ScanningTestPlatform;
let db: Db;

beforeAll(async () => {
  test = await startScanningPlatform({
    actors: {
      builder: { grants: [{ ...grant, resourceType: 'build', names: ['shop'] }] },
      reader: { grants: [{ ...grant, resourceType: 'repository', names: ['js'] }] },
    },
  });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.publishNpm('js', 'app', '1.0.0', { 'package/node_modules/inner/package.json': JSON.stringify({ name: 'inner', version: '0.3.0' }) });
  const { path } = await test.scanned('npm://app', '1.0.0');
  await test.upload(await test.source('advisories'), lines(osv('GHSA-inner', { ecosystem: 'npm', name: 'inner', events: [{ introduced: '0' }] })));
  const file = await fetch(`${test.baseUrl}/artifactory/js/${path}`, { headers: test.headersOf('admin') });
  const sha1 = createHash('sha1')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
  const modules = [{ id: 'app:1.0.0', type: 'npm', artifacts: [{ name: 'app-1.0.0.tgz', type: 'tgz', sha1 }] }];
  const answer = await fetch(`${test.baseUrl}/artifactory/api/build`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...test.headersOf('admin') },
    body: JSON.stringify({ version: '1.0.1', name: 'shop', number: '7', started: '2026-01-02T03:04:05.678+0000', modules }),
  });
  if (!answer.ok) throw new Error(`The build was not taken: ${answer.status}`);
  await vi.waitFor(async () => {
    if (!(await db.selectFrom('assembly').select('id').executeTakeFirst())) throw new Error('The build is not known');
  }, patience);
  // A lock file of source code that names the same library, as a scan of a branch leaves it.
  await sql`insert into integration (key, name, vendor, type, url, user_name, sealed, sealed_hook, created_by) values ('git', 'git', 1, 1, 'https://git.example.org', 'ada', '', '', 'ada')`.execute(
    db,
  );
  await sql`insert into git_repository (integration, vendor_id, full_name, clone_url, default_branch, private) values ('git', '1', 'acme/shop', 'https://git.example.org/x.git', 'main', true)`.execute(
    db,
  );
  await sql`insert into git_scan (repository, ref, kind, commit, state, current) select id, 'refs/heads/main', 'branch', 'abc', 'scanned', true from git_repository`.execute(
    db,
  );
  await sql`insert into subject (digest, extractor) values ('git:lock', 1)`.execute(db);
  await sql`insert into inventory (subject_id, component_id, location) select subject.id, component.id, '12' from subject, component where digest = 'git:lock' and name = 'inner'`.execute(
    db,
  );
  await sql`insert into git_scan_file (scan, path, oid, subject_id) select git_scan.id, 'package-lock.json', 'lock', subject.id from git_scan, subject where digest = 'git:lock'`.execute(
    db,
  );
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const tell = (ways: readonly ImpactPath[]) =>
  ways.map((way) => `${way.package_type}: ${way.steps.map(({ name, version }) => `${name} ${version}`).join(' > ')}`);

it('SEC-034 tells builds and source code that something reaches, each to whoever may read it', async () => {
  const ask = async (as: string) => tell((await test.call(readUnifiedImpactPath, { query: { id: 'GHSA-inner' } }, { as })).data);
  const inFile = 'npm: app 1.0.0 > inner 0.3.0';
  const inBuild = 'build: shop 7 > app 1.0.0 > inner 0.3.0';
  expect(await ask('admin')).toEqual([inFile, inBuild, 'git: acme/shop main > inner 0.3.0']);
  expect(await ask('builder')).toEqual([inBuild]);
  expect(await ask('reader')).toEqual([inFile]);
  expect(tell((await test.call(readImpactPath, { query: { id: 'GHSA-inner' } })).data)).toEqual([inFile]);
});
