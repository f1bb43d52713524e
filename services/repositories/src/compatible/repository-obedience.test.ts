import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { RemoteSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { packZip } from '@packhouse/formats/test-fixtures.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushImage, startTestRegistry, type TestRegistry } from '../protocols/container/test-registry.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';

const json = { 'content-type': 'application/json' };

describe('settings that existing clients write', () => {
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;
  let other: TestUpstream;
  let number = 0;
  let key: string;

  beforeAll(async () => {
    upstream = await startTestUpstream();
    other = await startTestUpstream();
    test = await startRepositoryPlatform({
      anonymous: [{ permission: 'all', resourceType: 'repository', names: ['visited'], include: [], exclude: [], actions: ['read'], through: 'anonymous' }],
    });
  });
  afterAll(async () => {
    await test?.stop();
    await upstream?.stop();
    await other?.stop();
  });
  beforeEach(() => {
    key = `obeys-${++number}`;
  });

  async function put(config: object, method: 'PUT' | 'POST' = 'PUT'): Promise<void> {
    const answer = await test.ask(`api/repositories/${key}`, { method, headers: json, body: JSON.stringify(config) });
    expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, '']);
  }
  const remote = (more: object = {}) => ({
    rclass: 'remote',
    packageType: 'generic',
    url: `${upstream.url}/${key}`,
    allowPrivateAddresses: true,
    retrievalCachePeriodSecs: 0,
    missedRetrievalCachePeriodSecs: 0,
    assumedOfflinePeriodSecs: 0,
    ...more,
  });
  const read = async () => (await (await test.ask(`api/repositories/${key}`)).json()) as Record<string, unknown>;
  const status = async (path: string, as = 'admin') => (await test.ask(`${key}/${path}`, { as })).status;

  it('API-001 blackedOut: nothing is served and nothing is taken until it is lifted', async () => {
    await put({ rclass: 'local', packageType: 'generic' });
    expect((await test.put(`${key}/a.txt`, 'a')).status).toBe(201);
    await put({ blackedOut: true }, 'POST');
    expect([await status('a.txt'), (await test.put(`${key}/b.txt`, 'b')).status]).toEqual([404, 409]);
    const shown = await fetch(`${test.baseUrl}/ui/api/v1/ui/artifacts/download?repoKey=${key}&path=a.txt`, { headers: test.headersOf('admin') });
    expect(shown.status).not.toBe(200);
    await put({ blackedOut: false }, 'POST');
    expect(await status('a.txt')).toBe(200);
  });

  it('API-001 customHttpHeaders and queryParams: they go to the upstream alone, and sensitive values come back nowhere', async () => {
    const headers = [
      { name: 'X-Plain', value: 'seen', sensitive: false },
      { name: 'X-Secret', value: 'never-told', sensitive: true },
    ];
    await put(remote({ customHttpHeaders: headers, queryParams: 'team=blue' }));
    let elsewhere: Record<string, unknown> = {};
    other.on('/there', (request, response) => {
      elsewhere = request.headers;
      response.end('there');
    });
    upstream.on(`/${key}/a.bin?team=blue`, (_request, response) => void response.writeHead(302, { location: `${other.url}/there` }).end());
    upstream.on(`/${key}/b.bin?team=blue`, (_request, response) => void response.end('b'));
    expect(await status('b.bin')).toBe(200);
    expect(upstream.lastHeaders).toMatchObject({ 'x-plain': 'seen', 'x-secret': 'never-told' });
    await status('a.bin');
    expect(elsewhere['x-secret']).toBeUndefined();
    const config = await read();
    expect(config.customHttpHeaders).toEqual([headers[0], { name: 'X-Secret', value: '********', sensitive: true }]);
    await put({ customHttpHeaders: config.customHttpHeaders, description: 'again' }, 'POST');
    upstream.on(`/${key}/c.bin?team=blue`, (_request, response) => void response.end('c'));
    expect(await status('c.bin')).toBe(200);
    expect(upstream.lastHeaders['x-secret']).toBe('never-told');
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    const rows = await db.selectFrom('repository').select('settings').execute();
    await db.destroy();
    expect(JSON.stringify(rows)).not.toContain('never-told');
    const elsewhereUrl = { url: `${other.url}/${key}`, customHttpHeaders: config.customHttpHeaders };
    const moved = await test.ask(`api/repositories/${key}`, { method: 'POST', headers: json, body: JSON.stringify(elsewhereUrl) });
    expect([moved.status, await moved.text()]).toEqual([400, expect.stringContaining('customHttpHeaders')]);
  });

  it('API-001 blockMismatchingMimeTypes: a page that comes in the place of a file is not taken', async () => {
    await put(remote({ blockMismatchingMimeTypes: true }));
    for (const name of ['lib.zip', 'page.html'])
      upstream.on(`/${key}/${name}`, (_request, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Sign in'));
    expect([await status('lib.zip'), await status('page.html')]).toEqual([502, 200]);
    await put({ mismatchingMimeTypesOverrideList: 'application/json' }, 'POST');
    expect(await status('lib.zip')).toBe(200);
  });

  it('API-001 hardFail: no other member stands in for an upstream that fails', async () => {
    await put(remote());
    const second = key;
    key = `${key}-first`;
    await put(remote({ hardFail: true }));
    upstream.on(`/${key}/a.bin`, (_request, response) => void response.writeHead(500).end());
    upstream.on(`/${second}/a.bin`, (_request, response) => void response.end('a'));
    const all = { rclass: 'virtual', packageType: 'generic', repositories: [key, second] };
    await test.ask(`api/repositories/${second}-all`, { method: 'PUT', headers: json, body: JSON.stringify(all) });
    expect((await test.ask(`${second}-all/a.bin`)).status).toBeGreaterThanOrEqual(500);
    await put({ hardFail: false }, 'POST');
    expect((await test.ask(`${second}-all/a.bin`)).status).toBe(200);
  });

  it('API-001 bypassHeadRequests: the upstream is never asked for a head', async () => {
    await put(remote({ bypassHeadRequests: true }));
    upstream.on(`/${key}/a.bin`, (_request, response) => void response.end('a'));
    expect((await test.ask(`${key}/a.bin`, { method: 'HEAD' })).status).toBe(200);
    expect(upstream.asked.filter((one) => one === `HEAD /${key}/a.bin`)).toEqual([]);
  });

  it('API-001 forceMavenAuthentication: visitors get nothing', async () => {
    key = 'visited';
    await put({ rclass: 'local', packageType: 'maven' });
    await test.put(`${key}/org/lib/1/lib-1.txt`, 'text');
    expect(await status('org/lib/1/lib-1.txt', 'anonymous')).toBe(200);
    await put({ forceMavenAuthentication: true }, 'POST');
    expect([await status('org/lib/1/lib-1.txt', 'anonymous'), await status('org/lib/1/lib-1.txt')]).toEqual([401, 200]);
  });

  it('API-001 snapshotVersionBehavior: unique gives builds their time and number, non-unique takes them away', async () => {
    const folder = 'org/acme/lib/1.0-SNAPSHOT';
    await put({ rclass: 'local', packageType: 'maven', snapshotVersionBehavior: 'unique' });
    const stored = async (name: string) => {
      const answer = await test.put(`${key}/${folder}/${name}`, `bytes of ${name}`);
      return ((await answer.json()) as { path: string }).path.slice(folder.length + 2);
    };
    const first = await stored('lib-1.0-SNAPSHOT.zip');
    expect(first).toMatch(/^lib-1\.0-\d{8}\.\d{6}-1\.zip$/);
    expect(await stored('lib-1.0-SNAPSHOT.pom.txt')).toBe(first.replace('.zip', '.pom.txt'));
    expect(await stored('lib-1.0-SNAPSHOT.zip')).toMatch(/-2\.zip$/);
    await put({ snapshotVersionBehavior: 'non-unique' }, 'POST');
    expect(await stored('lib-1.0-20260102.030405-7.zip')).toBe('lib-1.0-SNAPSHOT.zip');
  });

  const pom = (artifact: string) => `<project><groupId>org.acme</groupId><artifactId>${artifact}</artifactId><version>1.0</version></project>`;

  it('API-001 suppressPomConsistencyChecks: a pom that belongs to another path is refused with 409 until it is on', async () => {
    await put({ rclass: 'local', packageType: 'maven', suppressPomConsistencyChecks: false });
    const place = `${key}/org/acme/lib/1.0/lib-1.0.pom`;
    const refused = await test.put(place, pom('other'));
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('other')]);
    expect((await test.put(place, pom('lib'))).status).toBe(201);
    await put({ suppressPomConsistencyChecks: true }, 'POST');
    expect((await read()).suppressPomConsistencyChecks).toBe(true);
    expect((await test.put(`${key}/org/acme/lib/2.0/lib-2.0.pom`, pom('other'))).status).toBe(201);
  });

  it('API-001 suppressPomConsistencyChecks: off, a remote repository keeps no pom that its upstream has in the wrong place', async () => {
    await put(remote({ packageType: 'maven', suppressPomConsistencyChecks: false }));
    const path = 'org/acme/lib/1.0/lib-1.0.pom';
    upstream.on(`/${key}/${path}`, (_request, response) => void response.end(pom('other')));
    const fetched = await test.ask(`${key}/${path}`).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      () => 'broken off',
    );
    expect(fetched).not.toContain('200 ');
    expect((await test.ask(`${key}-cache/${path}`)).status).toBe(404);
    await put({ suppressPomConsistencyChecks: true }, 'POST');
    expect(await status(path)).toBe(200);
  });

  it('API-001 terraformType: a repository for modules knows no providers, and one for providers no modules', async () => {
    const types = ['module', 'provider'] as const;
    const kept = { module: 'v1/modules/acme/network/aws/versions', provider: 'v1/providers/acme/hello/versions' };
    const files = { module: await packZip({ 'main.tf': '' }), provider: await packZip({ 'terraform-provider-hello_v1.0.0': 'program' }) };
    const places = { module: 'acme/network/aws/1.0.0.zip', provider: 'acme/hello/1.0.0/terraform-provider-hello_1.0.0_linux_amd64.zip' };
    for (const own of types) {
      key = `tf-${own}`;
      await put({ rclass: 'local', packageType: 'terraform', terraformType: own });
      const other = own === 'module' ? 'provider' : 'module';
      const answers = await Promise.all(
        [own, other].map((kind) => test.put(`api/terraform/${key}/${places[kind as typeof own]}`, new Uint8Array(files[kind as typeof own]))),
      );
      expect(answers.map((one) => one.status)).toEqual([201, 409]);
      expect(await answers[1]?.text()).toContain(own);
      expect([await status(places[own]), (await test.ask(`api/terraform/${key}/${kept[own]}`)).status]).toEqual([200, 200]);
      await test.ask(`api/repositories/${key}-all`, {
        method: 'PUT',
        headers: json,
        body: JSON.stringify({ rclass: 'virtual', packageType: 'terraform', terraformType: other, repositories: [key] }),
      });
      expect((await test.ask(`api/terraform/${key}-all/${kept[own]}`)).status).toBe(404);
      await test.ask(`api/repositories/${key}-all`, { method: 'POST', headers: json, body: JSON.stringify({ terraformType: own }) });
      expect((await test.ask(`api/terraform/${key}-all/${kept[own]}`)).status).toBe(200);
    }
    key = 'tf-upstream';
    await put(remote({ packageType: 'terraform', terraformType: 'module' }));
    await test.ask(`api/terraform/${key}/${kept.provider}`);
    expect(upstream.count(`/${key}/${kept.provider}`)).toBe(0);
    await test.ask(`api/terraform/${key}/${kept.module}`);
    expect(upstream.count(`/${key}/${kept.module}`)).toBe(1);
  });

  it('API-001 handleSnapshots: a remote repository asks nobody for what it does not handle', async () => {
    await put(remote({ packageType: 'maven', handleSnapshots: false }));
    const path = (version: string) => `org/lib/${version}/lib-${version}.jar`;
    for (const version of ['1', '2-SNAPSHOT']) upstream.on(`/${key}/${path(version)}`, (_request, response) => void response.end('text'));
    expect([await status(path('1')), await status(path('2-SNAPSHOT'))]).toEqual([200, 404]);
    expect(upstream.count(`/${key}/${path('2-SNAPSHOT')}`)).toBe(0);
  });

  it('API-001 packageType oci stays oci, and lists call it so', async () => {
    await put({ rclass: 'local', packageType: 'oci' });
    expect((await read()).packageType).toBe('oci');
    const listed = await (await test.ask('api/repositories?packageType=oci&type=LOCAL')).json();
    expect(listed).toContainEqual(expect.objectContaining({ key, packageType: 'oci' }));
    await test.call(updateRepository, { params: { key }, body: { description: 'by the console' } });
    expect((await read()).packageType).toBe('oci');
  });

  it('API-001 composerRegistryUrl: the listing is asked for there, and the address of the files is told as it was written', async () => {
    await put(remote({ packageType: 'composer', url: other.url, composerRegistryUrl: `${upstream.url}/${key}`, vcsGitProvider: 'GITHUB' }));
    expect(await read()).toMatchObject({ url: other.url, composerRegistryUrl: `${upstream.url}/${key}` });
    const before = other.asked.length;
    await test.ask(`api/composer/${key}/p2/some/library.json`);
    expect([upstream.asked.some((one) => one.includes(`/${key}/`)), other.asked.length]).toEqual([true, before]);
  });

  it('API-001 pyPIRegistryUrl: the listing is asked for there, and the address of the files is told as it was written', async () => {
    await put(remote({ packageType: 'pypi', url: other.url, pyPIRegistryUrl: `${upstream.url}/${key}`, pyPIRepositorySuffix: 'simple' }));
    expect(await read()).toMatchObject({ url: other.url, pyPIRegistryUrl: `${upstream.url}/${key}` });
    const before = other.asked.length;
    await test.ask(`api/pypi/${key}/simple/some/`);
    expect([upstream.asked.some((one) => one.includes(`/${key}/`)), other.asked.length]).toEqual([true, before]);
  });

  it('API-001 unusedArtifactsCleanupPeriodHours: copies that nobody fetched for so long are deleted', async () => {
    await put(remote({ unusedArtifactsCleanupPeriodHours: 24 }));
    for (const name of ['used', 'unused', 'new']) {
      upstream.on(`/${key}/${name}`, (_request, response) => void response.end(name));
      expect(await status(name)).toBe(200);
    }
    const cached = (name: string) => test.ask(`${key}-cache/${name}`).then(({ status: is }) => is);
    await expect.poll(() => Promise.all(['used', 'unused', 'new'].map(cached))).toEqual([200, 200, 200]);
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    const long = new Date(Date.now() - 25 * 3_600_000);
    const { id } = await db.selectFrom('repository').select('id').where('key', '=', key).executeTakeFirstOrThrow();
    const age = (name: string, last: Date) =>
      db.updateTable('artifact').set({ modified_at: long, last_downloaded_at: last }).where('repository_id', '=', id).where('path', '=', name).execute();
    await age('used', new Date());
    await age('unused', long);
    await db.destroy();
    await test.platform.jobs.add('remove-unused-copies', {});
    await expect.poll(() => Promise.all(['used', 'unused', 'new'].map(cached)), { timeout: 15_000 }).toEqual([200, 404, 200]);
  });

  it('usual settings change nothing', () => {
    const { hardFail, refuseOtherTypes, unusedHours, listingTimeoutSeconds } = RemoteSettings.parse({ url: 'https://files.example.org' });
    expect({ hardFail, refuseOtherTypes, unusedHours, listingTimeoutSeconds }).toEqual({
      hardFail: false,
      refuseOtherTypes: false,
      unusedHours: 0,
      listingTimeoutSeconds: 0,
    });
  });
});

describe('maxUniqueTags', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry();
  });
  afterAll(() => registry?.stop());

  it('API-001 leaves the newest tags of an image', async () => {
    const config = { rclass: 'local', packageType: 'docker', maxUniqueTags: 2 };
    await registry.send('PUT', '/artifactory/api/repositories/few', { headers: json, body: JSON.stringify(config) });
    for (const tag of ['one', 'two', 'three']) await pushImage(registry, 'few/app', tag, tag);
    expect(await (await registry.send('GET', '/v2/few/app/tags/list')).json()).toMatchObject({ tags: ['three', 'two'] });
  });
});
