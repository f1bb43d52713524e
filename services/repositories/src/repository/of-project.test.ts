import { listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { packageListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { listPackages, queryPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { createProjectRepository, listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { emptySearch, readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { searchArtifacts, searchSuggestions } from '@packhouse/contract/repositories/search-routes.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

const keepsRed: Grant = {
  permission: 'red',
  resourceType: 'project',
  names: ['red'],
  include: ['resources'],
  exclude: [],
  actions: ['manage'],
  through: 'test',
};

describe('lists of one project', () => {
  let test: RepositoryTestPlatform;
  const ofRed = { projectKey: 'red' };

  beforeAll(async () => {
    test = await startRepositoryPlatform({ actors: { keeper: { grants: [keepsRed] }, outsider: { grants: [] } } });
    test.peers.projects = { find: async (key) => (key === 'red' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
    await test.create({ class: 'local', key: 'red-libs', format: 'generic', projectKey: 'red' });
    await test.create({ class: 'local', key: 'red-more', format: 'generic', projectKey: 'red' });
    await test.create({ class: 'local', key: 'libs', format: 'generic' });
    await test.create({ class: 'virtual', key: 'all', format: 'generic', members: ['red-libs', 'libs'] });
    for (const key of ['red-libs', 'red-more', 'libs']) await test.put(`${key}/tool-${key}.txt`, `a tool of ${key}`);
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await sql`insert into package (repository_id, name) select id, 'tool-' || key from repository where class = 'local' and key like '%libs'`.execute(db);
    await db.destroy();
    for (const [name, query] of [
      ['tool', ''],
      ['tool-red', '?project=red'],
    ]) {
      const body = JSON.stringify({ name, number: '1', started: '2026-01-02T03:04:05.678+0000', modules: [] });
      const headers = { 'content-type': 'application/json' };
      await test.ask(`api/build${query}`, { method: 'PUT', headers, body });
    }
  });
  afterAll(() => test.stop());

  it('SHELL-085 narrows packages to the project, as a list and as a GraphQL query', async () => {
    const names = async (query: { projectKey?: string }) => (await test.call(listPackages, { query })).packages.map(({ name }) => name);
    expect(await names({})).toEqual(['tool-libs', 'tool-red-libs']);
    expect(await names(ofRed)).toEqual(['tool-red-libs']);
    expect(await names({ projectKey: 'blue' })).toEqual([]);
    const body = { query: packageListQuery.text, variables: {} };
    const { data } = await test.call(queryPackages, { query: ofRed, body });
    expect(data).toMatchObject({ packages: { nodes: [{ name: 'tool-red-libs' }], totalCount: 1 } });
    expect((await test.call(queryPackages, { query: {}, body })).data).toMatchObject({ packages: { totalCount: 2 } });
  });

  it('SHELL-085 narrows repositories and builds to the project', async () => {
    const keys = async (query: { projectKey?: string }) => (await test.call(listRepositories, { query })).items.map(({ key }) => key);
    expect(await keys({})).toEqual(['all', 'libs', 'red-libs', 'red-more']);
    expect(await keys(ofRed)).toEqual(['red-libs', 'red-more']);
    const builds = async (query: { projectKey?: string }) => (await test.call(listBuilds, { query })).items.map(({ name }) => name).sort();
    expect(await builds({})).toEqual(['tool', 'tool-red']);
    expect(await builds(ofRed)).toEqual(['tool-red']);
  });

  it('SHELL-085 narrows searches for artifacts to the project, page by page and within chosen repositories', async () => {
    const params = { searchType: 'quick' as const };
    const places = async (line: string, query = ofRed) => {
      const body = line === '' ? emptySearch : readSearch(line);
      return (await test.call(searchArtifacts, { params, query, body })).items.map(({ repoKey }) => repoKey).sort();
    };
    expect(await places('tool')).toEqual(['red-libs', 'red-more']);
    expect(await places('tool repo:all')).toEqual(['red-libs']);
    expect(await places('tool repo:libs')).toEqual([]);
    expect(await places('tool', { projectKey: 'blue' })).toEqual([]);
    const first = await test.call(searchArtifacts, { params, query: { ...ofRed, limit: 1 }, body: readSearch('tool') });
    const second = await test.call(searchArtifacts, { params, query: { ...ofRed, limit: 1, after: first.next ?? '' }, body: readSearch('tool') });
    expect([first.items[0]?.repoKey, second.items[0]?.repoKey, second.next]).toEqual(['red-more', 'red-libs', null]);
  });

  it('SHELL-085 suggests only what the project has, and shows nobody more than they may read', async () => {
    const suggested = await test.call(searchSuggestions, { query: { ...ofRed, text: 'tool' } });
    expect(suggested.packages.map(({ name }) => name)).toEqual(['tool-red-libs']);
    expect(suggested.builds).toEqual([{ name: 'tool-red', repository: 'red-build-info' }]);
    expect(suggested.artifacts.map(({ repoKey }) => repoKey).sort()).toEqual(['red-libs', 'red-more']);
    const libs = await test.call(searchSuggestions, { query: { ...ofRed, text: 'libs' } });
    expect(libs.repositories.map(({ key }) => key)).toEqual(['red-libs']);
    const nothing = await test.call(searchSuggestions, { query: { ...ofRed, text: 'tool' } }, { as: 'outsider' });
    expect(nothing).toEqual({ packages: [], artifacts: [], builds: [], repositories: [] });
  });

  it('lets those who keep the project’s resources create its repositories, with its key in front', async () => {
    const create = (key: string, as: string, project = 'red') =>
      test.call(createProjectRepository, { params: { key: project }, body: { class: 'local', key, format: 'generic', environments: ['DEV'] } }, { as });
    expect(await create('red-new', 'keeper')).toMatchObject({ key: 'red-new', projectKey: 'red', environments: ['DEV'] });
    await expect(create('new', 'keeper')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(create('red-other', 'outsider')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(create('blue-new', 'keeper', 'blue')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(create('blue-new', 'admin', 'blue')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
