import { unwatchArtifact, watchArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { packageDetailsQuery, packageListQuery, versionDetailsQuery, versionListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import * as routes from '@packhouse/contract/repositories/package-routes.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageTestPlatform, startPackagePlatform } from './package-test-platform.ts';

const grant = (parts: Partial<Grant>): Grant => ({
  permission: 'p',
  resourceType: 'repository',
  names: ['ANY'],
  include: [],
  exclude: [],
  actions: ['read'],
  through: 'a test',
  ...parts,
});

let platform: PackageTestPlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({
    actors: {
      ann: { grants: [grant({ names: ['npm-local'] })] },
      bob: { grants: [grant({ include: ['@acme/**'] })] },
      eve: {},
    },
  });
  await platform.repository('npm-local', 'npm');
  await platform.repository('npm-far', 'npm', 'remote');
  await platform.repository('npm', 'npm', 'virtual', ['npm-local', 'npm-far']);
  await platform.repository('images', 'docker');
  const facts = { description: 'Draws charts', licenses: ['MIT'], tags: ['chart', 'svg'], homepage: 'https://charts.example.test', readme: '# Charts' };
  const dependencies = [
    { name: '@acme/base', requirement: '^1.0.0', scope: 'runtime' as const },
    { name: 'elsewhere', requirement: '*', scope: 'development' as const },
  ];
  for (const [version, downloads] of [
    ['1.9.0', 5],
    ['1.10.0', 2],
    ['2.0.0-rc.1', 0],
    ['1.0.0', 7],
  ] as const)
    await platform.file({
      repository: 'npm-local',
      path: `charts/-/charts-${version}.tgz`,
      package: 'charts',
      version,
      downloads,
      facts: { ...facts, dependencies },
      size: 2000,
      createdAt: `2026-01-0${downloads + 1}T10:00:00Z`,
      pointers: { latest: '1.10.0', next: '2.0.0-rc.1' },
      properties: { 'npm.name': ['charts'], stage: ['dev', 'test'] },
    });
  await platform.file({ repository: 'npm-far', path: 'charts/-/charts-1.10.0.tgz', package: 'charts', version: '1.10.0', facts, downloads: 3 });
  await platform.file({
    repository: 'npm-far',
    path: '@acme/base/-/base-1.0.0.tgz',
    package: '@acme/base',
    version: '1.0.0',
    facts: { licenses: ['Apache-2.0'] },
    createdAt: '2026-03-01T00:00:00Z',
  });
  const image = { totalSize: 5000 };
  for (const tag of ['1.0.0', 'latest'])
    await platform.file({ repository: 'images', path: `web/${tag}/manifest.json`, package: 'web', version: tag, size: 500, facts: { native: image } });
  await platform.file({ repository: 'images', path: 'web/_layers/sha256__0', createdBy: 'ann', size: 9000, downloads: 4 });
});
afterAll(() => platform.stop());

async function packages(variables: Record<string, unknown> = {}, as = 'admin') {
  const { data } = await platform.call(routes.queryPackages, { body: { query: packageListQuery.text, variables } }, { as });
  return packageListQuery.data.parse(data).packages;
}
const names = async (filter: Record<string, unknown>, as?: string) => (await packages({ filter }, as)).nodes.map((node) => node.name);

async function versions(variables: Record<string, unknown> = {}, as = 'admin') {
  const body = { query: versionListQuery.text, variables: { packageId: 'npm://charts', ...variables } };
  return versionListQuery.data.parse((await platform.call(routes.queryVersions, { body }, { as })).data).versions;
}
const versionNames = async (variables: Record<string, unknown>) => (await versions(variables)).nodes.map((node) => node.name);

describe('packages', () => {
  it('PKG-031 answers packages over all repositories with page info', async () => {
    const { nodes, pageInfo, totalCount } = await packages();
    expect(totalCount).toBe(3);
    expect(pageInfo).toMatchObject({ hasNextPage: false });
    expect(nodes.map((node) => node.id)).toEqual(['npm://@acme/base', 'npm://charts', 'docker://web']);
    expect(nodes[1]).toEqual({
      id: 'npm://charts',
      name: 'charts',
      packageType: 'npm',
      created: '2026-01-06T10:00:00.000Z',
      modified: expect.any(String),
      versionsCount: 4,
      latestVersion: '1.10.0',
      description: 'Draws charts',
      licenses: ['MIT'],
      tags: ['chart', 'svg'],
      stats: { downloads: 17, followers: 0 },
      vulnerabilities: null,
      operationalRisk: null,
    });
  });

  it('counts as followers those who watch a file of it or what a file is in, each of them once', async () => {
    const followers = async () => (await packages()).nodes.map((node) => `${node.name} ${node.stats.followers}`);
    const places = [
      { repoKey: 'npm-local', path: 'charts/-/charts-1.9.0.tgz' },
      { repoKey: 'npm-far-cache', path: 'charts/-/charts-1.10.0.tgz' },
    ];
    for (const body of places) await platform.call(watchArtifact, { body });
    expect(await followers()).toEqual(['@acme/base 0', 'charts 1', 'web 0']);
    await platform.call(watchArtifact, { body: { repoKey: 'npm-far-cache', path: '' } });
    expect(await followers()).toEqual(['@acme/base 1', 'charts 1', 'web 0']);
    for (const body of [...places, { repoKey: 'npm-far-cache', path: '' }]) await platform.call(unwatchArtifact, { body });
    expect(await followers()).toEqual(['@acme/base 0', 'charts 0', 'web 0']);
  });

  it('PKG-034 narrows by each filter', async () => {
    expect(await names({ packageType: ['docker'] })).toEqual(['web']);
    expect(await names({ packageType: ['*'] })).toHaveLength(3);
    expect(await names({ name: 'ch*' })).toEqual(['charts']);
    expect(await names({ name: 'ch' })).toEqual([]);
    expect(await names({ name: 'WE?' })).toEqual(['web']);
    expect(await names({ name: 'base' })).toEqual(['@acme/base']);
    expect(await names({ name: 'acme*' })).toEqual(['@acme/base']);
    expect(await names({ tags: ['svg', 'png'] })).toEqual(['charts']);
    expect(await names({ description: '*CHART*' })).toEqual(['charts']);
    expect(await names({ scope: 'acme' })).toEqual(['@acme/base']);
    expect(await names({ createdFrom: '2026-02-01', createdTo: '2026-04-01' })).toEqual(['@acme/base']);
    expect(await names({ repos: ['npm-far'] })).toEqual(['@acme/base', 'charts']);
    expect(await names({ repos: ['npm-far-cache'] })).toEqual(['@acme/base', 'charts']);
    expect(await names({ repos: ['npm'] })).toEqual(['@acme/base', 'charts']);
    expect(await names({ licenses: ['Apache-2.0'] })).toEqual(['@acme/base']);
    expect(await names({ severities: ['high'] })).toEqual([]);
    expect((await packages({ filter: { severities: ['high'], cve: 'CVE-1' } })).unusedFilters).toEqual(['cve', 'severities']);
    expect((await packages({ filter: { version: '2.*' } })).unusedFilters).toEqual([]);
    expect(await names({ modifiedBefore: '2026-04-01T00:00:00Z' })).toEqual(['@acme/base']);
    expect(await names({ modifiedFrom: '2026-04-01T00:00:00Z', packageType: ['npm'] })).toEqual(['charts']);
    expect(await names({ version: '2.*' })).toEqual(['charts']);
    expect(await names({ version: '2.*', ignorePreRelease: true })).toEqual([]);
  });

  it('PKG-036 orders by field and direction', async () => {
    const order = async (field: string, direction: string) => (await packages({ orderBy: { field, direction } })).nodes.map((node) => node.name);
    expect(await order('name', 'desc')).toEqual(['web', 'charts', '@acme/base']);
    expect(await order('downloads', '$desc')).toEqual(['charts', 'web', '@acme/base']);
    expect((await order('created', 'asc'))[0]).toBe('charts');
    expect((await order('created', 'descend'))[2]).toBe('charts');
  });

  it.each(['name', 'created', 'modified', 'downloads'])('PKG-035 visits every package once, by %s, though packages are added on the way', async (field) => {
    const repository = `paging-${field}`;
    await platform.repository(repository, 'npm');
    const add = (name: string, downloads: number) =>
      platform.file({ repository, path: `${name}/-/${name}-1.0.0.tgz`, package: name, version: '1.0.0', downloads: downloads % 3 });
    for (let index = 0; index < 10; index++) await add(`n${index}-${field}`, index);
    const seen: string[] = [];
    let after: string | null = null;
    for (let step = 0; step < 10; step++) {
      const page = await packages({ filter: { repos: [repository] }, first: 3, after, orderBy: { field, direction: 'asc' } });
      seen.push(...page.nodes.map((node) => node.name));
      await add(`a${step}-${field}`, 0);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((name) => name.startsWith('n')).sort()).toEqual(Array.from({ length: 10 }, (_, index) => `n${index}-${field}`));
  });

  it('PKG-037 takes the filters as query parameters too', async () => {
    const { packages: found, pageInfo } = await platform.call(routes.listPackages, {
      query: { package_type: 'npm', repos: 'npm', sort_by: 'name', sort_type: '$desc', limit: 1 },
    });
    expect(found).toMatchObject([{ id: 'npm://charts', latestVersion: '1.10.0', versionsCount: 4 }]);
    expect(pageInfo.hasNextPage).toBe(true);
    const one = async (query: NonNullable<Parameters<typeof platform.call<typeof routes.listPackages>>[1]['query']>) =>
      (await platform.call(routes.listPackages, { query })).packages.map((item) => item.name);
    const file = await platform.db.selectFrom('artifact').select('sha256').where('path', '=', 'web/latest/manifest.json').executeTakeFirstOrThrow();
    expect(await one({ checksum: file.sha256 })).toEqual(['web']);
    expect(await one({ name: 'charts', version: '1.9.0' })).toEqual(['charts']);
    expect(await one({ description: '*charts*', tags: 'svg' })).toEqual(['charts']);
    expect(await one({ scope: '@acme' })).toEqual(['@acme/base']);
  });

  it('shows each caller what single requests would give', async () => {
    expect(await names({ repos: ['npm', 'images'] }, 'ann')).toEqual(['charts']);
    expect(await names({}, 'bob')).toEqual(['@acme/base']);
    expect(await names({}, 'eve')).toEqual([]);
    const charts = (await packages({ filter: { name: 'charts' } }, 'ann')).nodes[0];
    expect(charts?.stats.downloads).toBe(14);
    await expect(packages({}, 'anonymous')).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('one package', () => {
  const details = async (id: string, as = 'admin') =>
    packageDetailsQuery.data.parse((await platform.call(routes.queryPackage, { body: { query: packageDetailsQuery.text, variables: { id } } }, { as })).data)
      .package;

  it('PKG-032 PKG-002 answers the package that an id names, its type in any spelling', async () => {
    expect(await details('npm://charts')).toMatchObject({
      homepage: 'https://charts.example.test',
      pointers: [
        { name: 'next', version: '2.0.0-rc.1' },
        { name: 'latest', version: '1.10.0' },
      ],
      repos: [
        { key: 'npm-local', name: 'npm-local', type: 'local', versionsCount: 4 },
        { key: 'npm-far', name: 'npm-far-cache', type: 'remote', versionsCount: 1 },
      ],
    });
    expect(await details('oci://web')).toMatchObject({ id: 'docker://web', latestVersion: 'latest' });
    expect(await details('npm://missing')).toBeNull();
    expect(await details('nonsense')).toBeNull();
    expect(await details('npm://charts', 'eve')).toBeNull();
  });
});

describe('versions', () => {
  it('PKG-033 PKG-009 PKG-010 answers versions with the repositories that hold them', async () => {
    const { nodes, totalCount } = await versions();
    expect(totalCount).toBe(4);
    expect(nodes.find((node) => node.name === '1.10.0')).toMatchObject({
      id: 'npm://charts:1.10.0',
      packageId: 'npm://charts',
      licenses: ['MIT'],
      size: 2000,
      stats: { downloadCount: 5 },
      vulnerabilities: null,
      repos: [
        { key: 'npm-local', name: 'npm-local', type: 'local', leadFilePath: 'charts/-/charts-1.10.0.tgz' },
        { key: 'npm-far', name: 'npm-far-cache', type: 'remote', leadFilePath: 'charts/-/charts-1.10.0.tgz' },
      ],
    });
    expect((await versions({ filter: { repos: ['npm-far'] } })).nodes.map((node) => node.name)).toEqual(['1.10.0']);
  });

  it('PKG-019 orders by the rules of the format, newest first unless asked', async () => {
    expect(await versionNames({})).toEqual(['2.0.0-rc.1', '1.10.0', '1.9.0', '1.0.0']);
    expect(await versionNames({ orderBy: { field: 'name', direction: 'asc' } })).toEqual(['1.0.0', '1.9.0', '1.10.0', '2.0.0-rc.1']);
    expect(await versionNames({ orderBy: { field: 'downloads', direction: 'desc' } })).toEqual(['1.0.0', '1.10.0', '1.9.0', '2.0.0-rc.1']);
  });

  it('PKG-020 leaves pre-releases out when asked', async () => {
    expect(await versionNames({ filter: { ignorePreRelease: true } })).toEqual(['1.10.0', '1.9.0', '1.0.0']);
  });

  it('finds versions by a name with wildcards, however many there are', async () => {
    const found = async (name: string) => (await versionNames({ filter: { name } })).toSorted();
    expect(await found('1.?.0')).toEqual(['1.0.0', '1.9.0']);
    expect(await found('*RC*')).toEqual(['2.0.0-rc.1']);
    expect(await found('1.1')).toEqual([]);
    const version = `v0.0.0-20200101000000-${'a'.repeat(180)}`;
    await platform.file({ repository: 'npm-far', path: `long/-/long-${version}.tgz`, package: 'long', version });
    const matching = async (name: string) => (await versions({ packageId: 'npm://long', filter: { name } })).totalCount;
    expect(await matching(`${'*?'.repeat(40)}*!`)).toBe(0);
    expect(await matching(`${'*?'.repeat(40)}*a`)).toBe(1);
    await expect(matching('*?'.repeat(101))).rejects.toThrow();
  });

  it('visits every version once in pages', async () => {
    const first = await versions({ first: 3 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await versions({ first: 3, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map((node) => node.name)).toEqual(['2.0.0-rc.1', '1.10.0', '1.9.0', '1.0.0']);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  const details = async (packageId: string, name: string, repo?: string) => {
    const { data } = await platform.call(routes.queryVersions, { body: { query: versionDetailsQuery.text, variables: { packageId, name, repo } } });
    return versionDetailsQuery.data.parse(data).versions.nodes[0];
  };

  it('PKG-011 PKG-012 answers files with checksums and the digest of the lead file', async () => {
    const version = await details('npm://charts', '1.10.0');
    const [file] = version?.files ?? [];
    expect(file).toMatchObject({ name: 'charts-1.10.0.tgz', repo: 'npm-local', size: 2000, mimeType: 'application/x-gzip', lead: true });
    expect([file?.md5.length, file?.sha1.length, file?.sha256.length]).toEqual([32, 40, 64]);
    expect(version?.digest).toBe(`sha256:${file?.sha256}`);
    expect((await details('npm://charts', '1.10.0', 'npm-far-cache'))?.files[0]?.repo).toBe('npm-far-cache');
  });

  it('counts the layers of an image into its size', async () => expect((await details('docker://web', '1.0.0'))?.size).toBe(5500));
});
