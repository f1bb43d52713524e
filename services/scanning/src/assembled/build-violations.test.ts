import { createHash } from 'node:crypto';
import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { createXrayReport, listXrayReportRows, readReport } from '@packhouse/contract/scanning/report-routes.ts';
import { readIndexedBuilds, updateIndexedResources } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { listViolations, readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanningSchema } from '../schema.ts';

const grant = { permission: 'test', include: [], exclude: [], actions: ['read' as const], through: 'test' };
const reporting = [
  { ...grant, resourceType: 'build' as const, names: ['shop'] },
  { ...grant, resourceType: 'duty' as const, names: ['reports'], actions: ['read' as const, 'manage' as const] },
];
let test: ScanningTestPlatform;
let sha1 = '';

async function send(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${test.baseUrl}/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...test.headersOf('admin') },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function publishBuild(name: string, number: string, project?: string): Promise<void> {
  const modules = [{ id: 'app:1.0.0', type: 'npm', artifacts: [{ name: 'app-1.0.0.tgz', type: 'tgz', sha1 }] }];
  const document = { version: '1.0.1', name, number, started: '2026-01-02T03:04:05.678+0000', modules };
  expect((await send('PUT', `artifactory/api/build${project === undefined ? '' : `?project=${project}`}`, document)).status).toBe(204);
}

beforeAll(async () => {
  test = await startScanningPlatform({
    actors: {
      builder: { grants: reporting },
      reader: { grants: [{ ...grant, resourceType: 'repository', names: ['js'] }] },
    },
  });
  test.peers.projects = { find: async (key) => (key === 'team' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.publishNpm('js', 'app', '1.0.0');
  const { path } = await test.scanned('npm://app', '1.0.0');
  const file = await fetch(`${test.baseUrl}/artifactory/js/${path}`, { headers: test.headersOf('admin') });
  sha1 = createHash('sha1')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
  const record = osv(
    'GHSA-app',
    { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }, { fixed: '1.1.0' }] },
    { database_specific: { severity: 'HIGH' } },
  );
  await test.upload(await test.source('advisories'), lines(record));
  for (const [name, type, criteria] of [
    ['severe', 'security', { min_severity: 'High' }],
    ['strict', 'license', { allowed_licenses: ['Apache-2.0'] }],
  ] as const)
    await test.call(policies.createXrayPolicy, {
      body: { name, type, rules: [{ name: 'one', criteria, actions: { fail_build: true, block_download: { active: true } } }] } as never,
    });
  await publishBuild('shop', '7');
  await publishBuild('other', '1');
  await publishBuild('shop', '9', 'team');
});
afterAll(() => test.stop());

type Resources = Parameters<typeof save>[1];
async function save(
  name: string,
  resources: readonly (Partial<watches.WatchResource> & { type: watches.WatchResource['type'] })[],
  policy = 'severe',
  projectKey?: string,
) {
  const body = {
    general_data: { name },
    project_resources: { resources: resources as watches.WatchResource[] },
    assigned_policies: [{ name: policy }],
  };
  await test.call(watches.createXrayWatch, { body, ...(projectKey === undefined ? {} : { query: { projectKey } }) });
}
const remove = (name: string) => test.call(watches.deleteXrayWatch, { params: { name } });
const list = async (as = 'admin') =>
  (await test.call(listViolations, { body: {} }, { as })).data
    .map(({ repository, packageId, version, subject }) => `${repository} ${packageId} ${version} ${subject}`)
    .sort();
const shop = 'artifactory-build-info build://shop 7 GHSA-app';
const other = 'artifactory-build-info build://other 1 GHSA-app';
const ofTeam = 'team-build-info build://shop 9 GHSA-app';
const reach = async (resources: Resources, expected: readonly string[], policy?: string, projectKey?: string) => {
  await save('one', resources, policy, projectKey);
  await expect.poll(() => list(), patience).toEqual([...expected].sort());
  await remove('one');
  await expect.poll(() => list(), patience).toEqual([]);
};

describe('violations of builds', () => {
  it('stand in reports of violations, of those builds that the author may read', async () => {
    test.peers.actorNamed = async (name) => ({
      kind: 'user',
      name,
      administrator: name === 'admin',
      groups: [],
      grants: name === 'builder' ? reporting : [],
      realm: 'internal',
      via: 'password',
    });
    await save('one', [{ type: 'all-builds' }]);
    await expect.poll(() => list(), patience).toEqual([ofTeam, other, shop].sort());
    const make = async (type: string, as: string, query = {}, resources = {}) => {
      const { report_id: id } = await test.call(createXrayReport, { params: { report: type }, query, body: { name: 'all', resources } }, { as });
      await expect.poll(async () => (await test.call(readReport, { params: { id } }, { as })).status, patience).toBe('completed');
      return (await test.call(listXrayReportRows, { params: { type, id } }, { as })).rows;
    };
    const report = async (as: string, query = {}, resources = {}) =>
      (await make('violations', as, query, resources))
        .map(({ impacted_artifact, package_type, project }) => `${impacted_artifact} ${package_type} ${project}`)
        .sort();
    expect(await report('admin')).toEqual(['build://other:1 build null', 'build://shop:7 build null', 'build://shop:9 build team']);
    expect(await report('builder')).toEqual(['build://shop:7 build null', 'build://shop:9 build team']);
    expect(await report('admin', { projectKey: 'team' })).toEqual(['build://shop:9 build team']);
    // Limited to builds: by name, by pattern, those left out, of a project, and the last runs of each.
    expect(await report('admin', {}, { builds: { names: ['other'] } })).toEqual(['build://other:1 build null']);
    expect(await report('admin', {}, { builds: { include_patterns: ['sh*'] } })).toEqual(['build://shop:7 build null', 'build://shop:9 build team']);
    expect(await report('admin', {}, { builds: { exclude_patterns: ['shop'] } })).toEqual(['build://other:1 build null']);
    expect(await report('admin', { projectKey: 'team' }, { builds: { names: ['shop', 'other'] } })).toEqual(['build://shop:9 build team']);
    expect(await report('builder', {}, { builds: { names: ['shop', 'other'] } })).toEqual(['build://shop:7 build null', 'build://shop:9 build team']);
    expect(await report('admin', {}, { release_bundles: { names: ['shop'] } })).toEqual([]);
    await publishBuild('shop', '8');
    await expect.poll(() => list(), patience).toHaveLength(4);
    expect(await report('admin', {}, { builds: { names: ['shop'] } })).toEqual(['build://shop:8 build null', 'build://shop:9 build team']);
    expect(await report('admin', {}, { builds: { names: ['shop'], number_of_latest_versions: 2 } })).toEqual([
      'build://shop:7 build null',
      'build://shop:8 build null',
      'build://shop:9 build team',
    ]);
    expect((await send('DELETE', 'artifactory/api/build/shop?buildNumbers=8&deleteAll=0')).status).toBe(200);
    await expect.poll(() => list(), patience).toHaveLength(3);
    // Whoever may read the build is told of what is in its files, also where they may not read these.
    const path = 'js/app/-/app-1.0.0.tgz';
    expect(await make('vulnerabilities', 'builder', {}, { builds: { names: ['shop'] } })).toMatchObject([
      { issue_id: 'GHSA-app', vulnerable_component: 'npm://app:1.0.0', impacted_artifact: 'build://shop:7', path },
      { impacted_artifact: 'build://shop:9', path },
    ]);
    expect(await make('licenses', 'admin', {}, { builds: { names: ['other'] } })).toMatchObject([
      { license: 'MIT', component: 'npm://app:1.0.0', artifact: 'build://other:1', path },
    ]);
    const both = await make('vulnerabilities', 'admin', {}, { builds: { names: ['other'] }, repositories: [{ name: 'js' }] });
    expect(both.map(({ impacted_artifact }) => impacted_artifact).sort()).toEqual(['build://other:1', 'npm://app:1.0.0']);
    expect(await make('vulnerabilities', 'reader', {}, { builds: { names: ['shop'] } }).catch(({ code }: { code: string }) => code)).toBe('forbidden');
    await remove('one');
    await expect.poll(() => list(), patience).toEqual([]);
  });

  it('are opened by watches on all builds, on one of them by its name, by patterns of names, and on those of a project', async () => {
    await reach([{ type: 'all-builds' }], [shop, other, ofTeam]);
    await reach([{ type: 'build', name: 'shop', bin_mgr_id: 'default' }], [shop]);
    await reach([{ type: 'build', name: 'shop', build_repo: 'team-build-info' }], [ofTeam]);
    await reach([{ type: 'all-builds', filters: [{ type: 'ant-patterns', value: { IncludePatterns: ['sh*'], ExcludePatterns: [] } }] }], [shop, ofTeam]);
    await reach([{ type: 'all-builds', filters: [{ type: 'ant-patterns', value: { IncludePatterns: [], ExcludePatterns: ['shop'] } }] }], [other]);
    await reach([{ type: 'all-builds', filters: [{ type: 'regex', value: '^o.her$' }] }], [other]);
    await reach([{ type: 'project', name: 'team' }], [ofTeam]);
    await reach([{ type: 'build', name: 'shop' }], [ofTeam], 'severe', 'team');
    await reach([{ type: 'all-repos' }], ['js npm://app 1.0.0 GHSA-app']);
    await reach([{ type: 'build', name: 'shop' }], ['artifactory-build-info build://shop 7 MIT'], 'strict');
    expect(await list()).toEqual([]);
  });

  it('are seen by those who may read the build, fail it, and keep no file from being downloaded', async () => {
    await save('builds', [{ type: 'all-builds' }]);
    await expect.poll(() => list(), patience).toEqual([other, shop, ofTeam].sort());
    expect([await list('builder'), await list('reader')]).toEqual([[shop, ofTeam], []]);
    const { data } = await test.call(listViolations, { body: { repository: 'artifactory-build-info', search: 'shop' } });
    expect(data[0]).toMatchObject({
      path: 'shop/7-1767323045678.json',
      components: [{ name: 'app', version: '1.0.0' }],
      fixed_versions: ['1.1.0'],
      blocks_from: null,
    });
    expect(await test.call(readViolation, { params: { id: data[0]!.id } }, { as: 'builder' })).toMatchObject({ state: 'active' });
    const scan = await send('POST', 'xray/api/v2/ci/build/scanResult', { build_name: 'shop', build_number: '7' });
    expect(JSON.parse(scan.text)).toMatchObject({
      fail_build: true,
      violations: [
        {
          issue_id: 'GHSA-app',
          watch_name: 'builds',
          fail_build: true,
          components: { 'npm://app:1.0.0': { impact_paths: [[{ component_id: 'build://shop:7' }, { component_id: 'npm://app:1.0.0' }]] } },
        },
      ],
    });
    expect((await send('GET', 'artifactory/js/app/-/app-1.0.0.tgz')).status).toBe(200);
  });

  it('are told to be in progress as long as the build waits to be judged', async () => {
    const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
    const [{ id: violation, target_id: build } = {}] = await db
      .selectFrom('violation')
      .select(['id', 'target_id'])
      .where('package', '=', 'shop')
      .where('version', '=', '7')
      .where('state', '=', 'active')
      .execute();
    const scan = async () => {
      const { status, text } = await send('POST', 'xray/api/v2/ci/build/scanResult', { build_name: 'shop', build_number: '7' });
      return [status, JSON.parse(text).status];
    };
    await sql`insert into ignore_rule (uuid, filters, notes, author, violation_id, expires_at, expiry_audited)
      values (gen_random_uuid(), '{}', 'over', 'ada', ${violation}, now() - interval '1 day', true)`.execute(db);
    // Nobody judges what a rule is about that somebody changes at this moment.
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('ignore_rule').select('id').where('violation_id', '=', violation!).forUpdate().execute();
      await sql`select judge_again(array[${build}::bigint])`.execute(db);
      expect(await scan()).toEqual([202, 'in progress']);
    });
    expect(await scan()).toEqual([200, 'completed']);
    await sql`update ignore_rule set deleted_at = now()`.execute(db);
    await db.destroy();
  });

  it('are those of the builds that are chosen, which existing clients read and say', async () => {
    const builds = 'xray/api/v1/binMgr/default/builds';
    const read = async () => JSON.parse((await send('GET', builds)).text);
    expect(await read()).toEqual({ bin_mgr_id: 'default', indexed_builds: ['other', 'shop'], non_indexed_builds: [] });
    expect((await send('PUT', builds, { indexed_builds: ['other'] })).status).toBe(200);
    expect(await read()).toEqual({ bin_mgr_id: 'default', indexed_builds: ['other'], non_indexed_builds: ['shop'] });
    await expect.poll(() => list(), patience).toEqual([other, ofTeam].sort());
    const scan = await send('POST', 'xray/api/v2/ci/build', { build_name: 'shop', build_number: '7' });
    expect(JSON.parse(scan.text)).toEqual({ info: 'Build shop is not selected for indexing' });
    expect((await send('PUT', builds, { indexed_builds: ['shop'], non_indexed_builds: ['shop'] })).status).toBe(400);
    expect((await send('POST', 'xray/api/v1/binMgr/builds', { names: ['shop'] })).status).toBe(200);
    await expect.poll(() => list(), patience).toEqual([other, shop, ofTeam].sort());
    expect((await send('PUT', builds, { non_indexed_builds: ['other'] })).status).toBe(200);
    await expect.poll(() => list(), patience).toEqual([shop, ofTeam].sort());
    expect((await send('PUT', builds, { indexed_builds: ['other', 'shop', 'late'] })).status).toBe(200);
    await expect.poll(() => list(), patience).toEqual([other, shop, ofTeam].sort());
    expect(test.audited.map(({ action }) => action)).toContain('judged-builds.updated');
  });

  it('are those of the builds that the console chooses, and of all that come once none is left out', async () => {
    const change = async (body: object) => (await test.call(updateIndexedResources, { body })).builds.map(({ name, indexed }) => [name, indexed]);
    const [app, named] = [
      { repository: 'artifactory-build-info', name: 'shop' },
      { repository: 'artifactory-build-info', name: 'other' },
    ];
    expect(await change({ notIndexedBuilds: [app] })).toEqual([
      ['late', true],
      ['other', true],
      ['shop', false],
      ['shop', true],
    ]);
    await expect.poll(() => list(), patience).toEqual([other, ofTeam].sort());
    await expect(change({ indexedBuilds: [named], notIndexedBuilds: [named] })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(test.call(readIndexedBuilds, {}, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    await change({ indexedBuilds: [app] });
    await expect.poll(() => list(), patience).toEqual([other, shop, ofTeam].sort());
    expect((await test.call(readIndexedBuilds, {})).data).toEqual([
      { ...named, indexed: true },
      { ...app, indexed: true },
      { repository: 'team-build-info', name: 'shop', indexed: true },
    ]);
  });

  it('are closed when the run is gone, and opened for a run that comes', async () => {
    await publishBuild('late', '1');
    await expect.poll(() => list(), patience).toContain('artifactory-build-info build://late 1 GHSA-app');
    expect((await send('DELETE', 'artifactory/api/build/late?buildNumbers=1&deleteAll=0')).status).toBe(200);
    await expect.poll(() => list(), patience).not.toContain('artifactory-build-info build://late 1 GHSA-app');
  });

  it('come and go with what is found in the files', async () => {
    expect((await send('DELETE', 'artifactory/js/app/-/app-1.0.0.tgz')).status).toBeLessThan(300);
    await expect.poll(() => list(), patience).toEqual([]);
    await test.publishNpm('js', 'app', '1.0.0');
    await remove('builds');
  });
});
