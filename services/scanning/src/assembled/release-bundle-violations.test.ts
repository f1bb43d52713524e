import { createHash } from 'node:crypto';
import { distributeReleaseBundle } from '@packhouse/contract/distribution/distribution-routes.ts';
import { createDistributionTarget } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { promoteReleaseBundle } from '@packhouse/contract/distribution/promotion-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { createXrayReport, listXrayReportRows, readReport } from '@packhouse/contract/scanning/report-routes.ts';
import { readIndexedBuilds } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { changeReleaseBundleIndexing, readReleaseBundleIndexing } from '@packhouse/contract/scanning/scanning-indexing-routes.ts';
import { componentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { createAdvisorySource, dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { lines, osv, packTar, patience } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ScanningSchema } from '../schema.ts';
import { scanningService } from '../service.ts';

let test: DistributionTestPlatform;

async function send(method: string, path: string, body: string): Promise<void> {
  const answer = await fetch(`${test.baseUrl}${path}`, { method, headers: { ...test.headersOf('admin'), 'content-type': 'application/json' }, body });
  expect([answer.ok, answer.ok ? '' : await answer.text()]).toEqual([true, '']);
}

async function publish(name: string): Promise<void> {
  const about = { name, version: '1.0.0', license: 'MIT' };
  const tarball = await packTar({ 'package/package.json': JSON.stringify(about) });
  const shasum = createHash('sha1').update(tarball).digest('hex');
  const data = { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length };
  const versions = { '1.0.0': { ...about, dist: { shasum } } };
  await send('PUT', `/artifactory/api/npm/js/${name}`, JSON.stringify({ _id: name, name, versions, _attachments: { [`${name}-1.0.0.tgz`]: data } }));
}

beforeAll(async () => {
  test = await startDistributionPlatform({ beside: [scanningService] });
  test.peers.projects = { find: async () => undefined, globalEnvironments: async () => ['PROD'] };
  await test.create('js', 'npm');
  await test.call(createRepository, { body: { class: 'local', key: 'prod', format: 'npm', environments: ['PROD'] } });
  for (const name of ['app', 'good']) {
    await publish(name);
    await vi.waitFor(async () => {
      const { status } = await test.call(componentDetails, { body: { packageId: `npm://${name}`, version: '1.0.0' } });
      if (status !== 'scanned') throw new Error(`${name} is not scanned`);
    }, patience);
  }
  const { id } = await test.call(createAdvisorySource, { body: { name: 'advisories' } });
  const record = osv(
    'GHSA-app',
    { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }, { fixed: '1.1.0' }] },
    { database_specific: { severity: 'HIGH' } },
  );
  await send('PUT', dumpPath(id), lines(record));
  await test.call(createDistributionTarget, { body: { name: 'edge', url: 'http://127.0.0.1:9', token: 'none', allowPrivate: true } });
  for (const name of ['app', 'good']) await test.bundle(name, '1', [`js/${name}`]);
  const actions = { block_release_bundle_distribution: true, block_release_bundle_promotion: true };
  await test.call(policies.createXrayPolicy, {
    body: { name: 'severe', type: 'security', rules: [{ name: 'high', criteria: { min_severity: 'High' }, actions }] },
  });
  await test.call(watches.createXrayWatch, {
    body: {
      general_data: { name: 'bundles' },
      project_resources: { resources: [{ type: 'all-releaseBundles' }] },
      assigned_policies: [{ name: 'severe' }],
    },
  });
});
afterAll(() => test?.stop());

const list = async () =>
  (await test.call(listViolations, { body: {} })).data.map(({ repository, path, packageId, version, subject }) => [
    repository,
    path,
    packageId,
    version,
    subject,
  ]);
const distribute = (name: string) => test.call(distributeReleaseBundle, { params: { name, version: '1' }, body: { targets: ['edge'], dryRun: true } });
const promote = (name: string) =>
  test.call(promoteReleaseBundle, { params: { name, version: '1' }, body: { environment: 'PROD', operation: 'copy' } }).then(
    () => 'promoted',
    (error: { message: string }) => error.message,
  );

it('a release bundle violates rules by what is in it, and is then neither distributed nor promoted where the rule says so', async () => {
  await expect.poll(list, patience).toEqual([['release-bundles', 'app/1', 'releaseBundle://app', '1', 'GHSA-app']]);
  const why = 'GHSA-app in app 1.0.0 breaks the rule high of the policy severe, watch bundles. Fixed in 1.1.0.';
  await expect(distribute('app')).rejects.toMatchObject({ code: 'forbidden', message: `The release bundle app 1 is not to be distributed: ${why}` });
  expect(await promote('app')).toBe(`The release bundle app 1 is not to be promoted: ${why}`);
  expect(await distribute('good')).toMatchObject({ name: 'good' });
  expect(await promote('good')).toBe('promoted');
});

it('a report of violations lists those of release bundles with what is in them, unless it is limited to repositories', async () => {
  // Whoever asks for a report is asked for again when it is made.
  test.peers.actorNamed = async (name) => ({ kind: 'user', name, administrator: true, groups: [], grants: [], realm: 'internal', via: 'password' });
  const make = async (name: string, resources: object) => {
    const { report_id: id } = await test.call(createXrayReport, { params: { report: 'violations' }, body: { name, resources } as never });
    await expect.poll(async () => (await test.call(readReport, { params: { id } })).status, patience).toBe('completed');
    return (await test.call(listXrayReportRows, { params: { type: 'violations', id } })).rows;
  };
  const [row, ...others] = await make('all', {});
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    impacted_artifact: 'releaseBundle://app:1',
    path: 'release-bundles/app/1',
    component: ['npm://app:1.0.0'],
    issue_id: 'GHSA-app',
    watch_name: 'bundles',
    severity: 'High',
  });
  expect(await make('some', { repositories: [{ name: 'js' }] })).toEqual([]);
  for (const kind of ['release_bundles', 'release_bundles_v2']) {
    expect(await make('named', { [kind]: { include_patterns: ['ap*'] } })).toMatchObject([{ impacted_artifact: 'releaseBundle://app:1' }]);
    expect(await make('others', { [kind]: { names: ['good'] } })).toEqual([]);
  }
});

it('a release bundle does not leave before it is judged as things are now', async () => {
  const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  const { id: bundle } = await db.selectFrom('assembly').select('id').where('name', '=', 'good').executeTakeFirstOrThrow();
  await sql`
    with over as (insert into violation (watch_id, policy_id, rule, kind, target_id, subject, severity, repository, path, format, package, version, state)
      select watch.id, policy.id, 'high', 'security', ${bundle}, 'GHSA-over', 1, 'release-bundles', 'good/1', 'releaseBundle', 'good', '1', 'closed' from watch, policy returning id)
    insert into ignore_rule (uuid, filters, notes, author, violation_id, expires_at, expiry_audited)
      select gen_random_uuid(), '{}', 'over', 'ada', id, now() - interval '1 day', true from over`.execute(db);
  // Nobody judges what a rule is about that somebody changes at this moment.
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('ignore_rule').select('id').forUpdate().execute();
    await sql`select judge_again(array[${bundle}::bigint])`.execute(db);
    await expect(distribute('good')).rejects.toMatchObject({ code: 'conflict' });
  });
  expect(await distribute('good')).toMatchObject({ name: 'good' });
  await sql`update ignore_rule set deleted_at = now()`.execute(db);
  await db.destroy();
});

it('release bundles that nobody chose are not judged, and are judged again when they are', async () => {
  const whole = { bin_mgr_id: 'default', indexed_release_bundle_v2: ['app', 'good'], non_indexed_release_bundle_v2: [] };
  const params = { id: 'default' };
  expect(await test.call(readReleaseBundleIndexing, { params })).toEqual(whole);
  const some = { ...whole, indexed_release_bundle_v2: ['good'], non_indexed_release_bundle_v2: ['app'] };
  const body = { indexed_release_bundle_v2: ['[release-bundles-v2]/good'] };
  expect(await test.call(changeReleaseBundleIndexing, { params, body })).toEqual(some);
  await expect.poll(list, patience).toEqual([]);
  expect(await distribute('app')).toMatchObject({ name: 'app' });
  expect((await test.call(readIndexedBuilds, {})).data).toEqual([]);
  await expect(test.call(changeReleaseBundleIndexing, { params: { id: 'other' }, body })).rejects.toMatchObject({ status: 404 });
  const both = { indexed_release_bundle_v2: ['app'], non_indexed_release_bundle_v2: ['app'] };
  await expect(test.call(changeReleaseBundleIndexing, { params, body: both })).rejects.toMatchObject({ code: 'bad_request' });
  expect(await test.call(changeReleaseBundleIndexing, { params, body: { indexed_release_bundle_v2: ['app', 'good'] } })).toEqual(whole);
  await expect.poll(list, patience).toEqual([['release-bundles', 'app/1', 'releaseBundle://app', '1', 'GHSA-app']]);
});

it('a release bundle may leave once no rule stands against it', async () => {
  const plain = { name: 'severe', type: 'security' as const, rules: [{ name: 'high', criteria: { min_severity: 'High' as const }, actions: {} }] };
  await test.call(policies.updateXrayPolicy, { params: { name: 'severe' }, body: plain });
  expect(await distribute('app')).toMatchObject({ name: 'app' });
  expect(await promote('app')).toBe('promoted');
});
