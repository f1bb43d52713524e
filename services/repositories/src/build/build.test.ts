import { createHash } from 'node:crypto';
import { encodeBuildPart } from '@packhouse/contract/repositories/build-document.ts';
import { buildsOfArtifact, listBuildRuns, listBuilds, readBuild } from '@packhouse/contract/repositories/build-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { runsToDiscard } from './build-retention.ts';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const grant = (resourceType: 'repository' | 'build', names: string[], actions: ('read' | 'deploy' | 'delete')[], include: string[] = []) => ({
  permission: 'p',
  resourceType,
  names,
  include,
  exclude: [],
  actions,
  through: 'test',
});

const getDocument = (name: string, number: string, started = '2026-01-02T03:04:05.678+0000') => ({
  name,
  number,
  started,
  version: '1.0.1',
  agent: { name: 'hand', version: '1' },
  buildAgent: { name: 'GENERIC', version: '2' },
  url: 'https://ci.example.test/1',
  properties: { 'buildInfo.env.HOME': 'ci', flavour: 'mild' },
  vcs: [{ url: 'https://git.example.test/app.git', revision: 'abc', branch: 'main' }],
  modules: [
    {
      id: 'app:1',
      type: 'generic',
      artifacts: [{ name: 'app.bin', type: 'bin', path: 'app/app.bin', originalDeploymentRepo: 'stage-local', sha1: sha1('made by the build') }],
      dependencies: [
        { id: 'lib.bin', type: 'bin', scopes: ['compile'], sha1: sha1('used by the build') },
        { id: 'unknown', scopes: null },
      ],
    },
  ],
});

describe('builds', () => {
  let test: RepositoryTestPlatform;
  const put = (document: unknown, as = 'admin', query = '') =>
    test.ask(`api/build${query}`, {
      method: 'PUT',
      as,
      headers: { 'content-type': 'application/vnd.org.jfrog.artifactory+json' },
      body: JSON.stringify(document),
    });
  const post = (path: string, body: unknown, as = 'admin') => test.ask(path, { method: 'POST', as, body: JSON.stringify(body) });
  const aql = async (query: string, as = 'admin') =>
    ((await (await test.ask('api/search/aql', { method: 'POST', body: query, as })).json()) as { results: Record<string, unknown>[] }).results;

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: {
        everywhere: { grants: [grant('repository', ['ANY'], ['read', 'deploy', 'delete'])] },
        viewer: { grants: [grant('build', ['ANY'], ['read'], ['app/**'])] },
        named: { grants: [grant('build', ['app'], ['read', 'deploy'])] },
      },
    });
    for (const key of ['stage-local', 'release-local']) await test.create({ class: 'local', key, format: 'generic' });
    await test.put('stage-local/app/app.bin;build.name=app;build.number=1', 'made by the build');
    await test.put('stage-local/copy/app.bin', 'made by the build');
    await test.put('stage-local/lib.bin', 'used by the build');
    await put(getDocument('app', '1'));
  });
  afterAll(() => test?.stop());

  it('API-001 publishes a build and gives it back as it came', async () => {
    const answer = await put(getDocument('app', '1'));
    expect([answer.status, answer.headers.get('x-checksum-sha256')]).toEqual([204, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    const read = await (await test.ask('api/build/app/1')).json();
    expect(read).toEqual({ uri: `${test.baseUrl}/artifactory/api/build/app/1`, buildInfo: getDocument('app', '1') });
    expect(await (await test.ask('api/build')).json()).toMatchObject({ builds: [{ uri: '/app', lastStarted: '2026-01-02T03:04:05.678+0000' }] });
    expect(await (await test.ask('api/build/app')).json()).toMatchObject({ buildsNumbers: [{ uri: '/1', started: '2026-01-02T03:04:05.678+0000' }] });
    expect((await test.ask('api/build/none')).status).toBe(404);
    expect((await test.ask('api/build/app/99')).status).toBe(404);
    expect((await put({ name: 'app' })).status).toBe(400);
    expect((await put({ ...getDocument('app', '1'), started: 'today' })).status).toBe(400);
  });

  it('API-001 keeps the document where clients search for it', async () => {
    await put(getDocument("a/b *?'|;%", 'x/1'), 'admin', '?project=web');
    const [file] = await aql('items.find({"repo":"web-build-info","type":"file"})');
    expect(file).toMatchObject({ path: 'a%2Fb %2A%3F%22%7C%3B%25', name: `x%2F1-${Date.parse('2026-01-02T03:04:05.678Z')}.json` });
    const [own] = await aql(
      'items.find({ "repo": "artifactory-build-info", "path": {"$match":"app"}, "name": {"$match":"1-*.json"} }).include("name","repo","path","actual_sha1")',
    );
    expect(own).toMatchObject({ repo: 'artifactory-build-info', path: 'app', name: `1-${Date.parse('2026-01-02T03:04:05.678Z')}.json` });
    expect(await aql('items.find({"type": "folder","repo": "artifactory-build-info","name": "app"}).sort({"$desc":["created"]}).limit(1)')).toHaveLength(1);
    expect((await test.ask(`api/build/${encodeURIComponent("a/b *?'|;%")}/${encodeURIComponent('x/1')}?project=web`)).status).toBe(200);
    expect(encodeBuildPart('a / b')).toBe('a%20%2F%20b');
    const blanks = ' '.repeat(400_000);
    expect(encodeBuildPart(`a${blanks}b/c`)).toBe(`a${blanks}b%2Fc`);
  });

  it('API-001 finds what a build made and used', async () => {
    const made = await aql(
      'items.find({"$or":[{"$and":[{"artifact.module.build.name":"app","artifact.module.build.number":"1"}]}]}).include("name","repo","path")',
    );
    expect(made.map(({ path }) => path).sort()).toEqual(['app', 'copy']);
    const used = await aql('items.find({"dependency.module.build.name":"app","dependency.module.build.number":"1"}).include("name","path","repo")');
    expect(used).toMatchObject([{ name: 'lib.bin' }]);
    expect(await aql('items.find({"artifact.module.build.name":"app","artifact.module.build.number":"2"})')).toEqual([]);
    expect(await (await test.ask('api/builds/buildArtifacts/app/1/artifactory-build-info')).json()).toEqual([
      { repo: 'stage-local', path: 'app', name: 'app.bin' },
    ]);
    const [build] = await aql('builds.find({"name":"app","@flavour":"mild","module.artifact.name":"app.bin"}).include("name","number","promotion")');
    expect(build).toEqual({ 'build.name': 'app', 'build.number': '1', 'build.promotions': [] });
  });

  it('PKG-039 answers the runs that produced a file, as far as the caller may read them', async () => {
    const readBuilds = async (path: string, as = 'admin') => (await test.call(buildsOfArtifact, { query: { repoKey: 'stage-local', path } }, { as })).builds;
    const run = { name: 'app', number: '1', module: 'app:1', agent: 'GENERIC/2', url: 'https://ci.example.test/1' };
    expect(buildsOfArtifact.url).toBe('/ui/api/v1/builds');
    expect(await readBuilds('app/app.bin')).toContainEqual(expect.objectContaining(run));
    expect(await readBuilds('lib.bin')).toEqual([]);
    expect(await readBuilds('app/app.bin', 'everywhere')).toEqual([]);
    await expect(readBuilds('app/app.bin', 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(readBuilds('app/none.bin')).rejects.toMatchObject({ code: 'artifact_not_found' });
  });

  it('SRCH-042 lists builds and shows a run', async () => {
    for (const number of ['7', '8']) await put(getDocument('paged', number, `2026-02-0${number}T00:00:00.000Z`));
    const first = await test.call(listBuilds, { query: { limit: 1 } });
    expect(first.items).toMatchObject([{ name: 'paged', lastNumber: '8', runs: 2 }]);
    const rest = await test.call(listBuilds, { query: { after: first.next!, limit: 50 } });
    expect(rest.items.map(({ name }) => name).sort()).toEqual(["a/b *?'|;%", 'app']);
    expect((await test.call(listBuilds, { query: { name: 'PAG' } })).items).toHaveLength(1);
    expect((await test.call(listBuildRuns, { query: { name: 'paged' } })).items.map(({ number }) => number)).toEqual(['8', '7']);
    const build = await test.call(readBuild, {
      query: { name: 'app', number: '1', started: Date.parse('2026-01-02T03:04:05.678Z'), repository: 'artifactory-build-info' },
    });
    expect(build).toMatchObject({
      modules: [
        { name: 'app:1', artifacts: [{ name: 'app.bin', path: 'app/app.bin' }], dependencies: [{ name: 'lib.bin', scopes: ['compile'] }, { name: 'unknown' }] },
      ],
      changes: [{ revision: 'abc', branch: 'main' }],
      properties: [{ key: 'buildInfo.env.HOME', value: 'ci' }, { key: 'flavour' }],
    });
    await expect(test.call(readBuild, { query: { name: 'app', number: '99' } })).rejects.toMatchObject({ code: 'build_not_found' });
  });

  it('ACC-006 lets permissions on builds decide, not those on repositories', async () => {
    const path = `artifactory-build-info/app/1-${Date.parse('2026-01-02T03:04:05.678Z')}.json`;
    const statuses = async (as: string) => Promise.all(['api/build/app/1', path, 'api/build/paged/7'].map(async (url) => (await test.ask(url, { as })).status));
    expect(await statuses('everywhere')).toEqual([404, 403, 404]);
    expect(await statuses('viewer')).toEqual([200, 200, 404]);
    expect(await statuses('named')).toEqual([200, 200, 404]);
    expect(await statuses('anonymous')).toEqual([401, 401, 401]);
    expect(await aql('items.find({"repo":{"$match":"*-build-info"}})', 'everywhere')).toEqual([]);
    expect(await aql('items.find({"repo":{"$match":"*-build-info"}}).include("name","path","repo")', 'viewer')).toHaveLength(1);
    expect((await test.call(listBuilds, { query: {} }, { as: 'named' })).items.map(({ name }) => name)).toEqual(['app']);
    expect((await put(getDocument('mine', '1'), 'everywhere')).status).toBe(403);
    expect((await put(getDocument('app', '5'), 'named')).status).toBe(204);
    expect((await test.ask('api/build/app?buildNumbers=5', { method: 'DELETE', as: 'named' })).status).toBe(403);
    expect((await test.ask('api/build/app?buildNumbers=5', { method: 'DELETE' })).status).toBe(200);
    expect((await test.ask('api/build/app/5')).status).toBe(404);
  });

  it('API-001 promotes a build: copies what it made, sets properties and remembers the status', async () => {
    const promotion = { status: 'Released', comment: 'good', targetRepo: 'release-local', copy: true, properties: { qa: ['ok'] }, failFast: true };
    const dry = await post('api/build/promote/app/1', { ...promotion, dryRun: true });
    expect([dry.status, (await dry.json()).messages.length]).toEqual([200, 1]);
    expect((await test.ask('release-local/app/app.bin')).status).toBe(404);
    expect((await post('api/build/promote/app/1', promotion, 'viewer')).status).toBe(403);
    expect((await post('api/build/promote/app/1', promotion)).status).toBe(200);
    expect(await (await test.ask('release-local/app/app.bin')).text()).toBe('made by the build');
    expect((await (await test.ask('api/storage/release-local/app/app.bin?properties')).json()).properties).toMatchObject({ qa: ['ok'], 'build.name': ['app'] });
    const { buildInfo } = await (await test.ask('api/build/app/1')).json();
    expect(buildInfo.statuses).toMatchObject([{ status: 'Released', comment: 'good', repository: 'release-local', user: 'admin' }]);
    expect((await test.call(listBuildRuns, { query: { name: 'app' } })).items[0]?.status).toBe('Released');
    const [promoted] = await aql('builds.find({"name":"app"}).include("promotion")');
    expect(promoted).toMatchObject({ 'build.promotions': [{ 'build.promotion.status': 'Released' }] });
  });

  it('API-001 appends modules, discards old runs and deletes', async () => {
    expect((await post('api/build/append/paged/7', [{ id: 'second', artifacts: [] }])).status).toBe(204);
    const appended = await test.call(readBuild, { query: { name: 'paged', number: '7' } });
    expect(appended.modules.map(({ name }) => name)).toEqual(['app:1', 'second']);
    expect((await post('api/build/retention/paged?async=false', { count: '1' })).status).toBe(204);
    expect((await test.call(listBuildRuns, { query: { name: 'paged' } })).items.map(({ number }) => number)).toEqual(['8']);
    expect((await post('api/build/delete', { buildName: 'paged', deleteAll: true })).status).toBe(200);
    expect((await test.ask('api/build/paged')).status).toBe(404);
    expect(await aql('items.find({"type":"any","repo":"artifactory-build-info","$or":[{"path":"paged"},{"name":"paged"}]})')).toEqual([]);
    const deleted = await test.ask('api/build/app?buildNumbers=1&artifacts=1', { method: 'DELETE' });
    expect(deleted.status).toBe(200);
    expect((await test.ask('stage-local/app/app.bin')).status).toBe(404);
    expect((await test.ask('stage-local/copy/app.bin')).status).toBe(200);
  });
});

describe('runsToDiscard', () => {
  const runs = [5, 4, 3, 2, 1].map((day) => ({ number: String(day), startedAt: new Date(`2026-01-0${day}T00:00:00Z`) }));
  const numbers = (retention: Parameters<typeof runsToDiscard>[1]) => runsToDiscard(runs, retention).map(({ number }) => number);

  it('keeps the newest, the young and the excepted', () => {
    expect(numbers({ count: '2' })).toEqual(['3', '2', '1']);
    expect(numbers({ count: '2', buildNumbersNotToBeDiscarded: ['1'] })).toEqual(['3', '2']);
    expect(numbers({ minimumBuildDate: '2026-01-03T00:00:00.000+0000' })).toEqual(['2', '1']);
    expect(numbers({})).toEqual([]);
    expect(numbers({ count: '0' })).toHaveLength(5);
  });
});
