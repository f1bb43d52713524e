import * as routes from '@packhouse/contract/repositories/package-routes.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageTestPlatform, startPackagePlatform } from './package-test-platform.ts';

const read: Grant = { permission: 'p', resourceType: 'repository', names: ['files'], include: [], exclude: [], actions: ['read'], through: 'a test' };

let platform: PackageTestPlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ actors: { ann: { grants: [read] }, dan: { grants: [{ ...read, actions: ['read', 'deploy'] }] }, eve: {} } });
  await platform.repository('npm-local', 'npm');
  await platform.repository('npm-far', 'npm', 'remote');
  await platform.repository('files', 'generic');
  await platform.repository('all-files', 'generic', 'virtual', ['files']);
  await platform.file({
    repository: 'npm-local',
    path: 'charts/-/charts-1.0.0.tgz',
    package: 'charts',
    version: '1.0.0',
    facts: {
      readme: '# Charts',
      dependencies: [
        { name: 'base', requirement: '^1.0.0', scope: 'runtime' },
        { name: 'elsewhere', requirement: '*', scope: 'development' },
      ],
    },
    properties: { stage: ['test', 'dev'], 'npm.name': ['charts'] },
  });
  await platform.file({ repository: 'npm-far', path: 'base/-/base-1.0.0.tgz', package: 'base', version: '1.0.0' });
  await platform.file({ repository: 'files', path: 'a/b.txt', createdBy: 'ann', size: 40, downloads: 2 });
});
afterAll(() => platform.stop());

const path = 'npm-local/charts/-/charts-1.0.0.tgz';

describe('the package in a file', () => {
  it('PKG-038 answers its dependencies, and which of them are here', async () => {
    const { dependencies } = await platform.call(routes.getDependencies, { query: { path } });
    expect(dependencies).toEqual([
      { name: 'base', requirement: '^1.0.0', scope: 'runtime', packageId: 'npm://base' },
      { name: 'elsewhere', requirement: '*', scope: 'development', packageId: null },
    ]);
    expect(await platform.call(routes.getDependencies, { query: { path: 'npm-far-cache/base/-/base-1.0.0.tgz' } })).toEqual({ dependencies: [] });
  });

  it('PKG-040 answers its properties', async () => {
    expect(await platform.call(routes.getProperties, { query: { path } })).toEqual({
      properties: [
        { key: 'npm.name', values: ['charts'] },
        { key: 'stage', values: ['dev', 'test'] },
      ],
    });
    expect(await platform.call(routes.getProperties, { query: { path: 'charts/-/charts-1.0.0.tgz', repoKey: 'npm-local' } })).toMatchObject({
      properties: [{ key: 'npm.name' }, { key: 'stage' }],
    });
  });

  it('PKG-041 answers its readme', async () => {
    expect(await platform.call(routes.getReadme, { query: { path } })).toEqual({ readme: '# Charts' });
    expect(await platform.call(routes.getReadme, { query: { path: 'all-files/a/b.txt' } })).toEqual({ readme: null });
  });

  it('refuses whoever may not read the file', async () => {
    await expect(platform.call(routes.getReadme, { query: { path } }, { as: 'ann' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(platform.call(routes.getProperties, { query: { path: 'files/none' } }, { as: 'ann' })).rejects.toMatchObject({ code: 'artifact_not_found' });
    await expect(platform.call(routes.getDependencies, { query: { path: 'nowhere/x' } }, { as: 'ann' })).rejects.toMatchObject({
      code: 'repository_not_found',
    });
  });
});

it('PKG-042 counts the artifacts that the caller can read', async () => {
  const count = async (as: string) => (await platform.call(routes.getArtifactCount, {}, { as })).artifactCount;
  expect([await count('admin'), await count('ann'), await count('eve')]).toEqual([3, 1, 0]);
});

it('PKG-043 answers what the caller has deployed', async () => {
  expect(await platform.call(routes.getUserUsage, {}, { as: 'ann' })).toEqual({ artifactCount: 1, bytes: 40, downloads: 2 });
  expect(await platform.call(routes.getUserUsage, {}, { as: 'eve' })).toEqual({ artifactCount: 0, bytes: 0, downloads: 0 });
});

describe('Set Me Up', () => {
  it('AUTH-079 answers the base URL that the caller used', async () => {
    expect(await platform.call(routes.getSetMeUp, {}, { as: 'ann' })).toEqual({ baseUrl: platform.baseUrl });
  });

  it('answers snippets with the real address and user, publishing only for those who may', async () => {
    const { host } = new URL(platform.baseUrl);
    const setup = await platform.call(routes.getRepositorySetup, { params: { repoKey: 'files' } }, { as: 'dan' });
    expect(setup).toMatchObject({ baseUrl: platform.baseUrl, host, user: 'dan', canDeploy: true, url: `${platform.baseUrl}/artifactory/files` });
    expect(setup.snippets.map((snippet) => snippet.text).join('\n')).toContain(setup.url);
    expect(await platform.call(routes.getRepositorySetup, { params: { repoKey: 'files' } }, { as: 'ann' })).toMatchObject({ canDeploy: false });
    expect(await platform.call(routes.getRepositorySetup, { params: { repoKey: 'all-files' } })).toMatchObject({ canDeploy: false });
  });

  it('tells nobody of repositories that they may not read', async () => {
    for (const [as, code] of [
      ['eve', 'repository_not_found'],
      ['anonymous', 'unauthenticated'],
    ] as const)
      for (const repoKey of ['files', 'none'])
        await expect(platform.call(routes.getRepositorySetup, { params: { repoKey } }, { as })).rejects.toMatchObject({ code });
    await expect(platform.call(routes.getRepositorySetup, { params: { repoKey: 'none' } })).rejects.toMatchObject({ code: 'repository_not_found' });
  });
});

describe('GraphQL requests', () => {
  const ask = (query: string, variables?: Record<string, unknown>) => platform.call(routes.queryPackages, { body: { query, variables } });

  it('refuses what is no query, or none of this schema', async () => {
    await expect(ask('{ packages {')).rejects.toMatchObject({ code: 'bad_request' });
    await expect(ask('{ packages { nodes { secret } } }')).rejects.toMatchObject({ code: 'bad_request' });
    await expect(ask('mutation { packages { totalCount } }')).rejects.toMatchObject({ code: 'bad_request' });
    await expect(ask('{ __schema { types { name } } }')).rejects.toMatchObject({ code: 'bad_request' });
    await expect(ask('query ($first: Int) { packages(first: $first) { totalCount } }', { first: 'x' })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('refuses pages, cursors and dates that cannot be', async () => {
    await expect(ask('{ packages(first: 100000) { totalCount } }')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(ask('{ packages(after: "x") { totalCount } }')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(ask('{ packages(filter: { createdFrom: "yesterday" }) { totalCount } }')).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('refuses queries that cost too much', async () => {
    const many = Array.from({ length: 6 }, (_, index) => `p${index}: packages { totalCount }`).join(' ');
    await expect(ask(`{ ${many} }`)).rejects.toMatchObject({ code: 'bad_request' });
    const wide = Array.from({ length: 310 }, (_, index) => `n${index}: name`).join(' ');
    await expect(ask(`{ packages { nodes { ${wide} } } }`)).rejects.toMatchObject({ code: 'bad_request' });
    const spread = Array.from({ length: 100 }, () => '...f').join(' ');
    await expect(ask(`{ packages { nodes { ${spread} } } } fragment f on Package { id name packageType created }`)).rejects.toMatchObject({
      code: 'bad_request',
    });
    await expect(ask('{ packages { nodes { ...f } } } fragment f on Package { ...f }')).rejects.toMatchObject({ code: 'bad_request' });
  });
});
