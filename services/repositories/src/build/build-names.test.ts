import { filterBuilds, findBuildNames } from '@packhouse/contract/repositories/build-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const grant = (resourceType: Grant['resourceType'], names: string[], include: string[] = []): Grant => ({
  permission: 'p',
  resourceType,
  names,
  include,
  exclude: [],
  actions: ['read'],
  through: 'test',
});

let test: RepositoryTestPlatform;
beforeAll(async () => {
  const reader = { grants: [grant('build', ['ANY'], ['app/**']), grant('repository', ['libs'])] };
  test = await startRepositoryPlatform({ actors: { reader } });
  for (const key of ['libs', 'other']) await test.create({ class: 'local', key, format: 'generic' });
  await test.create({ class: 'remote', key: 'mirror', format: 'npm', settings: { url: 'https://npm.example.com/' } });
  for (const [name, number] of [
    ['app', '1'],
    ['app', '2'],
    ['app-nightly', '1'],
    ['team/tool', '1'],
  ]) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ name, number, started: '2026-01-02T00:00:00.000+0000' });
    const answer = await test.ask('api/build', { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
});
afterAll(() => test?.stop());

it('HOOK-030 answers the names of builds, each once, that the caller may read', async () => {
  expect(await test.call(findBuildNames, {})).toEqual({ names: ['app', 'app-nightly', 'team/tool'], isMore: false });
  expect((await test.call(findBuildNames, { query: { name: 'NIGHT' } })).names).toEqual(['app-nightly']);
  expect((await test.call(findBuildNames, { query: { name: '%' } })).names).toEqual([]);
  expect((await test.call(findBuildNames, {}, { as: 'reader' })).names).toEqual(['app']);
});

it('HOOK-031 answers the builds that patterns choose', async () => {
  const filter = async (includePatterns: string[], excludePatterns: string[] = [], as = 'admin') =>
    (await test.call(filterBuilds, { body: { includePatterns, excludePatterns } }, { as })).builds;
  expect(await filter(['app*'])).toEqual(['app', 'app-nightly']);
  expect(await filter(['app*', 'team/**'], ['*-nightly'])).toEqual(['app', 'team/tool']);
  expect(await filter([], ['app'])).toEqual(['app-nightly', 'team/tool']);
  expect(await filter(['*'])).toEqual(['app', 'app-nightly']);
  expect(await filter(['**'], [], 'reader')).toEqual(['app']);
});

it('HOOK-033 answers local and remote repositories for files, as far as the caller may see them', async () => {
  const list = (type: 'local' | 'remote', as = 'admin') => test.call(listRepositoryInfo, { query: { type } }, { as });
  expect(listRepositoryInfo.url).toBe('/ui/api/v1/ui/repositories/info');
  expect(await list('local')).toEqual(['libs', 'other'].map((repoKey) => ({ repoKey, repoType: 'local', format: 'generic', isDefault: false })));
  expect(await list('remote')).toEqual([{ repoKey: 'mirror', repoType: 'remote', format: 'npm', isDefault: false }]);
  expect((await list('local', 'reader')).map(({ repoKey }) => repoKey)).toEqual(['libs']);
  expect(await list('remote', 'reader')).toEqual([]);
});
