import { createHash } from 'node:crypto';
import { getReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { type DistributionTestPlatform, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
beforeAll(async () => {
  const may = (...actions: ('read' | 'deploy')[]) =>
    ({ permission: 'p', resourceType: 'releaseBundle', names: ['mine'], include: [], exclude: [], actions, through: 'user' }) as const;
  [source, target] = await Promise.all([
    startDistributionPlatform({ actors: { reader: { grants: [may('read')] }, maker: { grants: [may('read', 'deploy')] }, nobody: {} } }),
    startDistributionPlatform(),
  ]);
  await source.create('libs');
  await source.put('libs/app/a.txt', 'a', ';stage=gold;stage=two');
  await source.put('libs/app/b.txt', 'b');
  await source.put('libs/other/c.txt', 'c', ';build.name=shop;build.number=7');
  await publishBuild('shop', '7', 'c');
});
afterAll(() => Promise.all([source?.stop(), target?.stop()]));

const sum = (text: string, algorithm = 'sha256') => createHash(algorithm).update(text).digest('hex');

async function publishBuild(name: string, number: string, text: string): Promise<void> {
  const artifact = { name: 'c.txt', sha1: sum(text, 'sha1'), md5: sum(text, 'md5'), sha256: sum(text) };
  const body = { name, number, started: '2026-01-02T03:04:05.678+0000', modules: [{ id: 'm', artifacts: [artifact] }] };
  const headers = { ...source.headersOf('admin'), 'content-type': 'application/json' };
  const answer = await fetch(`${source.baseUrl}/artifactory/api/build`, { method: 'PUT', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(204);
}

async function ask(method: string, path: string, body?: object, { as = 'admin', headers = {} }: { as?: string; headers?: Record<string, string> } = {}) {
  const answer = await fetch(`${source.baseUrl}/lifecycle/api/v2/${path}`, {
    method,
    // Clients say that even where they send nothing.
    headers: { ...source.headersOf(as), 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

const place = (name: string, version = '1') => ({ release_bundle_name: name, release_bundle_version: version });
const files = (...paths: string[]) => ({ source_type: 'artifacts', source: { artifacts: paths.map((path) => ({ path })) } });
const records = async (name: string, version = '1') => (await ask('GET', `release_bundle/records/${name}/${version}`)).body;
const paths = async (name: string) => (await records(name)).artifacts.map(({ path }: { path: string }) => path);

it('API-002 creates a signed version from a query, from files and from builds, and tells how far it is', async () => {
  const aql = 'items.find({"repo":"libs","path":"app"})';
  const created = await ask('POST', 'release_bundle?async=false', { ...place('queried'), source_type: 'aql', source: { aql } });
  expect(created).toMatchObject({ status: 201, body: { ...place('queried'), repository_key: 'release-bundles', created: expect.stringMatching(/Z$/) } });
  expect((await ask('GET', 'release_bundle/statuses/queried/1')).body).toEqual({ status: 'COMPLETED', messages: [] });
  expect(await records('queried')).toMatchObject({
    status: 'COMPLETED',
    created_by: 'admin',
    created_millis: expect.any(Number),
    artifacts: [
      {
        path: 'app/a.txt',
        checksum: sum('a'),
        source_repository_key: 'libs',
        package_type: 'generic',
        size: 1,
        properties: [{ key: 'stage', values: ['gold', 'two'] }],
      },
      { path: 'app/b.txt', properties: [] },
    ],
  });
  expect((await ask('POST', 'release_bundle?async=true', { ...place('named'), ...files('libs/app/a.txt') })).status).toBe(202);
  expect(await paths('named')).toEqual(['app/a.txt']);
  const builds = [{ build_name: 'shop', build_number: '7', build_repository: 'artifactory-build-info' }];
  expect((await ask('POST', 'release_bundle?async=false', { ...place('built'), source_type: 'builds', source: { builds } })).status).toBe(201);
  expect(await paths('built')).toEqual(['other/c.txt']);
  expect((await source.call(getReleaseBundle, { params: { name: 'built', version: '1' } })).state).toBe('SIGNED');
  expect((await ask('POST', 'release_bundle', { ...place('named'), ...files('libs/app/a.txt') })).status).toBe(409);
});

it('API-002 puts a version together from several sources, leaves it open as a draft, adds to it and closes it', async () => {
  const sources = [
    { source_type: 'aql', aql: 'items.find({"repo":"libs","name":"a.txt"})' },
    { source_type: 'builds', builds: [{ build_name: 'shop', build_number: '7' }] },
  ];
  expect((await ask('POST', 'release_bundle?async=false', { ...place('draft'), sources, draft: true })).status).toBe(201);
  expect((await ask('GET', 'release_bundle/statuses/draft/1')).body.status).toBe('DRAFT');
  expect(await paths('draft')).toEqual(['app/a.txt', 'other/c.txt']);
  const shown = await source.call(getReleaseBundle, { params: { name: 'draft', version: '1' } });
  expect([shown.may.change, shown.may.sign, shown.source]).toEqual([false, true, undefined]);
  const more = { ...place('draft'), add_sources: [{ source_type: 'artifacts', artifacts: [{ path: 'libs/app/b.txt', sha256: sum('b') }] }] };
  expect((await ask('PATCH', 'release_bundle?async=false', more)).status).toBe(200);
  expect(await paths('draft')).toEqual(['app/a.txt', 'app/b.txt', 'other/c.txt']);
  expect((await ask('POST', 'release_bundle/draft/1/finalize?async=false')).status).toBe(200);
  expect((await ask('GET', 'release_bundle/statuses/draft/1')).body.status).toBe('COMPLETED');
  expect((await ask('POST', 'release_bundle/draft/1/finalize?async=true')).status).toBe(409);
  expect((await ask('PATCH', 'release_bundle', more)).status).toBe(409);
});

it('API-002 refuses by name what there is not, and files whose checksum is another', async () => {
  const refusal = async (body: object, query = '', headers = {}) => {
    const answer = await ask('POST', `release_bundle${query}`, { ...place('refused'), ...files('libs/app/a.txt'), ...body }, { headers });
    return [answer.status, answer.body.errors[0].message];
  };
  const named = (word: string) => [400, expect.stringContaining(word)];
  const dependent = [{ build_name: 'shop', build_number: '7', include_dependencies: true }];
  expect(await refusal({ source_type: 'builds', source: { builds: dependent } })).toEqual(named('include_dependencies'));
  expect(await refusal({ source_type: 'aql' })).toEqual(named('artifacts'));
  expect(await refusal({ source: undefined })).toEqual(named('sources'));
  expect(await refusal({ skip_docker_manifest_resolution: true })).toEqual(named('skip_docker_manifest_resolution'));
  expect(await refusal({}, '?project=red')).toEqual(named('project'));
  expect(await refusal({}, '', { 'x-jfrog-signing-key-name': 'mine' })).toEqual(named('mine'));
  const wrong = { artifacts: [{ path: 'libs/app/a.txt', sha256: sum('b') }] };
  expect(await refusal({ source: wrong })).toEqual([409, expect.stringContaining(sum('a'))]);
  expect((await ask('POST', 'release_bundle', { ...place('refused'), ...files('libs/app/a.txt'), colour: 'red' })).status).toBe(400);
  expect((await ask('GET', 'release_bundle/existence/refused/1')).body).toEqual({ exists: false });
  const chosen = { headers: { 'x-jfrog-signing-key-name': 'release-bundles' } };
  expect((await ask('POST', 'release_bundle', { ...place('mine'), ...files('libs/app/a.txt') }, chosen)).status).toBe(201);
});

it('API-002 lists bundles by name and versions of one, a part at a time, as far as the caller may read them', async () => {
  await ask('POST', 'release_bundle', { ...place('mine', '2'), ...files('libs/app/b.txt'), draft: true });
  const groups = (await ask('GET', 'release_bundle/groups?order_by=release_bundle_name&order_asc=true&limit=2&offset=2')).body;
  expect(groups).toMatchObject({ total: 5, limit: 2, offset: 2, release_bundles: [{ release_bundle_name: 'mine' }, { release_bundle_name: 'named' }] });
  expect(groups.release_bundles[0]).toMatchObject({ release_bundle_version_latest: '2', release_bundle_versions_count: 2 });
  expect((await ask('GET', 'release_bundle/groups', undefined, { as: 'reader' })).body).toMatchObject({
    total: 1,
    release_bundles: [{ release_bundle_name: 'mine' }],
  });
  const versions = (await ask('GET', 'release_bundle/records/mine')).body;
  expect(versions).toMatchObject({
    total: 2,
    release_bundles: [
      { ...place('mine', '2'), status: 'DRAFT' },
      { ...place('mine', '1'), status: 'COMPLETED' },
    ],
  });
  const belonging = { project_key: 'default', project_name: 'default', service_id: expect.stringMatching(/^jfrt@/) };
  for (const { release_bundles: rows } of [groups, versions]) for (const row of rows) expect(row).toMatchObject(belonging);
  expect(versions.release_bundles[0]).toMatchObject({ release_status: 'PRE_RELEASE' });
  const names = (await ask('GET', 'release_bundle/names?order_by=release_bundle_name&order_asc=true&filter_by=mine&include=total')).body;
  expect(names).toMatchObject({ total: 1, release_bundles: [{ release_bundle_name: 'mine', repository_key: 'release-bundles', ...belonging }] });
  for (const path of ['groups', 'names', 'records/mine']) {
    const refused = await ask('GET', `release_bundle/${path}?project=red`);
    expect([path, refused.status, JSON.stringify(refused.body)]).toEqual([path, 400, expect.stringContaining('red')]);
  }
  expect((await ask('GET', 'release_bundle/records/mine?filter_by=2')).body.total).toBe(1);
  expect((await ask('GET', 'release_bundle/groups?order_by=colour')).status).toBe(400);
});

it('API-002 is for those who may', async () => {
  const calls = [
    ['POST', 'release_bundle', { ...place('mine', '3'), ...files('libs/app/a.txt') }],
    ['PATCH', 'release_bundle', { ...place('mine', '2'), add_sources: [{ source_type: 'aql', aql: 'items.find({"repo":"libs"})' }] }],
    ['POST', 'release_bundle/mine/2/finalize', undefined],
    ['DELETE', 'release_bundle/records/mine/2', undefined],
    ['POST', 'distribution/distribute/mine/1', { distribution_rules: [{ site_name: '*' }] }],
    ['POST', 'distribution/remote_delete/mine/1', { distribution_rules: [{ site_name: '*' }] }],
  ] as const;
  for (const [method, path, body] of calls) expect([path, (await ask(method, path, body, { as: 'reader' })).status]).toEqual([path, 403]);
  for (const path of ['statuses/mine/1', 'records/mine/1', 'existence/mine/1'])
    expect([path, (await ask('GET', `release_bundle/${path}`, undefined, { as: 'nobody' })).status]).toEqual([path, 403]);
  expect((await ask('GET', 'distribution/trackers/mine/1', undefined, { as: 'nobody' })).status).toBe(403);
});

it('API-002 distributes, tells how far that is, deletes from targets and then here', async () => {
  const rules = [{ site_name: '*', city_name: '*', country_codes: ['*'] }];
  const order = { dry_run: false, distribution_rules: rules, auto_create_missing_repositories: true, modifications: { mappings: null } };
  expect((await ask('POST', 'distribution/distribute/named/1', order)).status).toBe(400);
  await introduce(source, target, 'munich', await target.tokenFor('admin'));
  expect(await ask('POST', 'distribution/distribute/named/1', { ...order, dry_run: true })).toEqual({ status: 200, body: { id: 0 } });
  const mapped = { ...order, modifications: { mappings: [{ input: 'a', output: 'b' }] } };
  expect(await ask('POST', 'distribution/distribute/named/1', mapped)).toMatchObject({
    status: 400,
    body: { errors: [{ message: expect.stringContaining('mappings') }] },
  });
  expect((await ask('POST', 'distribution/distribute/named/1?repository_key=other', order)).status).toBe(400);
  const started = await ask('POST', 'distribution/distribute/named/1?repository_key=release-bundles', order);
  expect(started).toEqual({ status: 202, body: { id: expect.any(Number) } });
  const tracker = async (id: number) => (await ask('GET', `distribution/trackers/named/1/${id}`)).body;
  await expect.poll(async () => (await tracker(started.body.id)).status).toBe('Completed');
  expect(await tracker(started.body.id)).toMatchObject({ type: 'distribute', sites: [{ status: 'Completed', target_artifactory: { name: 'munich' } }] });
  expect((await target.read('libs/app/a.txt')).text).toBe('a');

  const removed = await ask('POST', 'distribution/remote_delete/named/1', { dry_run: false, distribution_rules: rules });
  expect(removed.status).toBe(202);
  const trackers = async () => (await ask('GET', 'distribution/trackers/named/1')).body;
  await expect.poll(async () => (await trackers()).at(-1).status).toBe('COMPLETED');
  expect(await trackers()).toMatchObject([
    { distribution_tracker_friendly_id: started.body.id, type: 'distribute', status: 'COMPLETED', distributed_by: 'admin', targets: ['munich'] },
    { distribution_tracker_friendly_id: removed.body.id, type: 'delete_release_bundle_version', storing_repository: 'release-bundles' },
  ]);
  expect((await target.read('libs/app/a.txt')).status).toBe(404);
  expect((await ask('DELETE', 'release_bundle/records/named/1', { dry_run: true, distribution_rules: rules })).status).toBe(200);
  expect((await ask('GET', 'release_bundle/existence/named/1')).body).toEqual({ exists: true });
  expect((await ask('DELETE', 'release_bundle/records/named/1?async=false')).status).toBe(204);
  expect((await ask('DELETE', 'release_bundle/records/built/1?async=true')).status).toBe(200);
  expect((await ask('GET', 'release_bundle/records/named/1')).status).toBe(404);
});

it('API-002 takes signed versions of other bundles as sources, whatever became of their files since', async () => {
  await source.put('libs/gone/d.txt', 'd');
  expect((await ask('POST', 'release_bundle', { ...place('inner'), ...files('libs/gone/d.txt') })).status).toBe(201);
  expect((await ask('POST', 'release_bundle', { ...place('open'), ...files('libs/gone/d.txt'), draft: true })).status).toBe(201);
  await fetch(`${source.baseUrl}/artifactory/libs/gone/d.txt`, { method: 'DELETE', headers: source.headersOf('admin') });
  const nested = (...names: string[]) => ({ source_type: 'release_bundles', source: { release_bundles: names.map((name) => place(name)) } });
  const created = await ask('POST', 'release_bundle', { ...place('outer'), ...nested('inner') });
  expect([created.status, await paths('outer')]).toEqual([201, ['gone/d.txt']]);
  expect(await records('outer')).toMatchObject({ status: 'COMPLETED', artifacts: [{ checksum: sum('d') }] });
  expect((await source.call(getReleaseBundle, { params: { name: 'outer', version: '1' } })).source).toBeUndefined();
  expect((await ask('POST', 'release_bundle', { ...place('of-open'), ...nested('open') })).status).toBe(409);
  expect((await ask('POST', 'release_bundle', { ...place('of-none'), ...nested('nobody-made') })).status).toBe(404);
  const mine = await ask('POST', 'release_bundle', { ...place('mine', '9'), ...nested('inner') }, { as: 'maker' });
  expect(mine.status).toBe(403);
});

it('API-002 takes versions of packages as sources, by repository and type', async () => {
  await source.create('maven-libs', 'maven');
  for (const ending of ['zip', 'txt']) await source.put(`maven-libs/org/acme/lib/1.0/lib-1.0.${ending}`, ending);
  await source.put('maven-libs/org/acme/lib/2.0/lib-2.0.txt', 'two');
  const wanted = { package_name: 'org.acme:lib', package_version: '1.0', package_type: 'maven', repository_key: 'maven-libs' };
  const packages = (more: object = {}) => ({ source_type: 'packages', source: { packages: [{ ...wanted, ...more }] } });
  const created = await ask('POST', 'release_bundle', { ...place('packaged'), ...packages() });
  expect([created.status, await paths('packaged')]).toEqual([201, ['org/acme/lib/1.0/lib-1.0.txt', 'org/acme/lib/1.0/lib-1.0.zip']]);
  for (const more of [{ package_version: '3.0' }, { package_type: 'npm' }, { repository_key: 'libs' }]) {
    const refused = await ask('POST', 'release_bundle', { ...place('unpackaged'), ...packages(more) });
    expect([refused.status, refused.body.errors[0].message]).toEqual([404, expect.stringContaining('org.acme:lib')]);
  }
  expect((await ask('POST', 'release_bundle', { ...place('unpackaged'), ...packages({ colour: 'red' }) })).status).toBe(400);
});
