import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

interface Found {
  results: Record<string, unknown>[];
  range: { start_pos: number; end_pos: number; total: number; limit?: number };
}

const grant = (names: string[], include: string[] = []) => ({
  permission: 'p',
  resourceType: 'repository' as const,
  names,
  include,
  exclude: [],
  actions: ['read' as const],
  through: 'test',
});

describe('the query language', () => {
  let test: RepositoryTestPlatform;
  const ask = (query: string, as = 'admin') => test.ask('api/search/aql', { method: 'POST', body: query, as, headers: { 'content-type': 'text/plain' } });
  const find = async (query: string, as?: string): Promise<Found> => {
    const answer = await ask(query, as);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text) as Found;
  };
  const places = async (query: string, as?: string) =>
    (await find(query, as)).results.map(({ repo, path, name }) => [repo, path, name].filter((part) => part !== '.').join('/')).sort();

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: { reader: { grants: [grant(['libs'], ['a/**'])] }, nobody: { grants: [] }, everywhere: { grants: [grant(['ANY'])] } },
    });
    for (const key of ['libs', 'libs2']) await test.create({ class: 'local', key, format: 'generic' });
    await test.create({ class: 'virtual', key: 'all-libs', format: 'generic', members: ['libs', 'libs2'] });
    await test.put('libs/a/one.zip;k=v1,v2;stage=dev', 'one');
    await test.put('libs/a/b/two.zip;k=v2', 'two two');
    await test.put('libs/a/b/note_1.txt', 'three');
    await test.put('libs/root.zip;stage=prod', 'at the root');
    await test.put('libs/z%25/odd%5Bname%5D.zip', 'odd');
    await test.put('libs2/a/one.zip', 'one');
    await test.put('libs2/empty/', '');
    await test.ask('api/storage/libs/a/b?properties=owner=team&recursive=0', { method: 'PUT' });
  });
  afterAll(() => test?.stop());

  it('API-001 answers items in the shape that clients read', async () => {
    const { results, range } = await find('items.find({"repo":"libs","name":"one.zip"}).include("*","property","stat")');
    expect(range).toEqual({ start_pos: 0, end_pos: 1, total: 1 });
    expect(results[0]).toMatchObject({
      repo: 'libs',
      path: 'a',
      name: 'one.zip',
      type: 'file',
      size: 3,
      depth: 2,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      created_by: 'admin',
      actual_sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
      original_md5: expect.stringMatching(/^[0-9a-f]{32}$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      virtual_repos: ['all-libs'],
      properties: [
        { key: 'k', value: 'v1' },
        { key: 'k', value: 'v2' },
        { key: 'stage', value: 'dev' },
      ],
      stats: [{ downloads: 0, remote_downloads: 0 }],
    });
    const [usual] = (await find('items.find({"name":"root.zip"})')).results;
    expect(Object.keys(usual!).sort()).toEqual(['created', 'created_by', 'modified', 'modified_by', 'name', 'path', 'repo', 'size', 'type', 'updated']);
    expect(usual).toMatchObject({ path: '.' });
  });

  it('API-001 finds by pattern, recursively or not, with exclusions and properties', async () => {
    const triple = (path: string, name: string) => `{"$and":[{"repo":"libs","path":${path},"name":${name}}]}`;
    const zips = '{"$match":"*.zip"}';
    const recursive = `"$or":[${triple('"a"', zips)},${triple('{"$match":"a/*"}', zips)}]`;
    expect(await places(`items.find({${recursive}}).include("name","repo","path")`)).toEqual(['libs/a/b/two.zip', 'libs/a/one.zip']);
    expect(await places(`items.find({"$or":[${triple('"a"', zips)}]})`)).toEqual(['libs/a/one.zip']);
    expect(await places(`items.find({"$or":[${triple('"."', '{"$match":"*"}')}]})`)).toEqual(['libs/root.zip']);
    expect(await places(`items.find({"path":{"$ne":"."},"$or":[${triple('{"$match":"*"}', zips)}]})`)).toEqual([
      'libs/a/b/two.zip',
      'libs/a/one.zip',
      'libs/z%/odd[name].zip',
    ]);
    const excluded = '"$or":[{"repo":{"$nmatch":"*"},"path":{"$nmatch":"a/*"},"name":{"$nmatch":"*"}}],';
    expect(await places(`items.find({${excluded}${recursive}})`)).toEqual(['libs/a/one.zip']);
    expect(await places(`items.find({"$and":[{"@k":"v2"},{"@stage":{"$match":"d*"}}],${recursive}})`)).toEqual(['libs/a/one.zip']);
    expect(await places(`items.find({"$or":[{"@stage":{"$ne":"dev"}}],${recursive}})`)).toEqual(['libs/a/b/two.zip']);
    expect(await places(`items.find({"repo":"libs","$or":[{"@*":{"$match":"*"}}]})`)).toEqual(['libs/a/b/two.zip', 'libs/a/one.zip', 'libs/root.zip']);
  });

  it('API-001 tells properties of one value from values of one property', async () => {
    expect(await places('items.find({"@k":"v1","@k":"v2"})')).toEqual(['libs/a/one.zip']);
    expect(await places('items.find({"$msp":[{"@k":{"$match":"v*"}},{"@k":{"$ne":"v2"}}]})')).toEqual(['libs/a/one.zip']);
    expect(await places('items.find({"property.key":"stage","property.value":"prod"})')).toEqual(['libs/root.zip']);
    expect(await places('items.find({"repo":"libs2","@k":null})')).toEqual(['libs2/a/one.zip']);
    expect(await places('items.find({"@k":{"$nmatch":"v*"},"repo":"libs","name":{"$match":"*.zip"}})')).toEqual(['libs/root.zip', 'libs/z%/odd[name].zip']);
    const { results } = await find('items.find({"name":"one.zip","repo":"libs"}).include("name","@stage")');
    expect(results).toEqual([{ name: 'one.zip', properties: [{ key: 'stage', value: 'dev' }] }]);
  });

  it('API-001 knows folders, and what is exactly named', async () => {
    expect(await places('items.find({"type":"folder","repo":{"$match":"libs*"}})')).toEqual(['libs/a', 'libs/a/b', 'libs/z%', 'libs2/a', 'libs2/empty']);
    expect(await places('items.find({"type":"any","repo":"libs","path":"a"})')).toEqual(['libs/a/b', 'libs/a/one.zip']);
    expect(await places('items.find({"type":"any","@owner":"team"})')).toEqual(['libs/a/b']);
    const exact = ['{"$and":[{"repo":"libs","path":"a","name":"one.zip"}]}', '{"$and":[{"repo":"libs","path":".","name":"root.zip"}]}'];
    const many = Array.from({ length: 3000 }, (_, at) => `{"$and":[{"repo":"libs","path":"none","name":"${at}"}]}`);
    expect(await places(`items.find({"$or":[${[...exact, ...many].join(',')}]})`)).toEqual(['libs/a/one.zip', 'libs/root.zip']);
    expect(await places('items.find({"repo":"libs","$or":[{"$and":[{"path":"a/b","name":"two.zip"}]}]})')).toEqual(['libs/a/b/two.zip']);
    expect(await places('items.find({"repo":"all-libs","name":"one.zip"})')).toEqual(['libs/a/one.zip', 'libs2/a/one.zip']);
    expect(await places('items.find({"repo":{"$ne":"libs"},"name":"one.zip"})')).toEqual(['libs2/a/one.zip']);
    expect(await places('items.find({"name":{"$match":"note?1.txt"}})')).toEqual(['libs/a/b/note_1.txt']);
    expect(await places('items.find({"name":{"$match":"note_1*"}})')).toEqual(['libs/a/b/note_1.txt']);
    expect(await places('items.find({"path":{"$match":"z%"}})')).toEqual(['libs/z%/odd[name].zip']);
  });

  it('API-001 sorts, skips, limits and shows each set of values once', async () => {
    const { results, range } = await find('items.find({"repo":"libs"})\n.sort({"$desc":["size"]})\n.include("name","size")\n.offset(1)\n.limit(2)');
    expect(results.map(({ name }) => name)).toEqual(['two.zip', 'note_1.txt']);
    expect(range).toEqual({ start_pos: 1, end_pos: 3, total: 2, limit: 2 });
    expect((await find('items.find({"name":"one.zip"}).include("name")')).results).toEqual([{ name: 'one.zip' }]);
    expect((await find('items.find({"name":"one.zip"}).include("name").distinct(false)')).results).toHaveLength(2);
    expect((await find('items.find({"repo":"libs"}).limit(0)')).results).toEqual([]);
  });

  it('API-001 compares times and numbers', async () => {
    expect(await places('items.find({"repo":"libs2","modified":{"$last":"5minutes"}})')).toEqual(['libs2/a/one.zip']);
    expect(await places('items.find({"repo":"libs2","created":{"$before":"1d"}})')).toEqual([]);
    const now = new Date(Date.now() + 60_000).toISOString();
    expect(
      await places(`items.find({"$and":[{"modified":{"$gte":"2020-01-01T00:00:00.000+0000"}},{"modified":{"$lt":"${now}"}},{"repo":"libs2"}]})`),
    ).toHaveLength(1);
    expect(await places('items.find({"repo":"libs","size":{"$gt":4,"$lt":"10"}})')).toEqual(['libs/a/b/note_1.txt', 'libs/a/b/two.zip']);
    expect(await places('items.find({"stat.downloaded":{"$last":"5minutes"}})')).toEqual([]);
  });

  it('API-001 lists properties', async () => {
    const { results } = await find('properties.find({"item.repo":"libs"}).include("key","value").sort({"$asc":["key","value"]}).limit(2)');
    expect(results).toEqual([
      { key: 'k', value: 'v1' },
      { key: 'k', value: 'v2' },
    ]);
  });

  it('ACC-006 shows nobody more than single requests would', async () => {
    expect(await places('items.find({})', 'reader')).toEqual(['libs/a/b/note_1.txt', 'libs/a/b/two.zip', 'libs/a/one.zip']);
    expect((await find('properties.find({"key":"stage"})', 'reader')).results).toEqual([{ key: 'stage', value: 'dev' }]);
    expect(await places('items.find({"type":"any"})', 'nobody')).toEqual([]);
    expect((await ask('items.find({})', 'anonymous')).status).toBe(401);
    expect(await places('items.find({"name":"one.zip"})', 'everywhere')).toHaveLength(2);
  });

  it.each([
    ['an injection in a value', 'items.find({"name":"x\' or 1=1 --"})', 200],
    ['an injection in a field', 'items.find({"name\\" or true --":"x"})', 400],
    ['an injection in a sort', 'items.find({}).sort({"$asc":["name; drop table artifact"]})', 400],
    ['an injection in what is shown', 'items.find({}).include("name\\", (select 1)")', 400],
    ['a number that is none', 'items.find({"size":{"$gt":"many"}})', 400],
    ['a time that is none', 'items.find({"created":{"$gt":"yesterday"}})', 400],
    ['a time beyond the calendar', 'items.find({"created":{"$gt":"+275760-09-13T00:00:00.000Z"}})', 400],
    ['too few letters of what is inside archives', 'items.find({"archive.entry.name":{"$match":"*x*"}})', 400],
    ['all but something inside archives', 'items.find({"archive.entry.name":{"$ne":"Logger.class"}})', 400],
    ['something else of an archive', 'items.find({"archive.entry.size":"Logger.class"})', 400],
    ['a release that is not there', 'items.find({"release_artifact.release.name":"x"})', 200],
    ['something else of a release', 'items.find({"release_artifact.release.mood":"x"})', 400],
    ['a heavy pattern', `items.find({"path":{"$match":"${'*a'.repeat(200)}"}})`, 200],
    ['half a character', 'items.find({"name":"\\ud800"})', 200],
  ])('takes %s calmly', async (_, query, status) => {
    const answer = await ask(query);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(status === 200 ? /"results" : \[ {2}\]/ : /"errors"/)]);
    expect(await places('items.find({"name":"root.zip"})')).toEqual(['libs/root.zip']);
  });

  it('refuses a query of more than four megabytes', async () => {
    expect((await ask(`items.find({"name":"${'x'.repeat(4_300_000)}"})`)).status).toBe(413);
  });

  it('API-001 finds the layers of an image in the folder of its tag, but only to look at', async () => {
    await test.create({ class: 'local', key: 'images', format: 'docker' });
    const blob = async (bytes: string) => {
      const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
      const headers = { ...test.headersOf('admin'), 'content-type': 'application/octet-stream' };
      const started = await fetch(`${test.baseUrl}/v2/images/team/app/blobs/uploads/`, { method: 'POST', headers });
      const location = new URL(started.headers.get('location')!, test.baseUrl);
      location.searchParams.set('digest', digest);
      expect((await fetch(location, { method: 'PUT', headers, body: bytes })).status).toBe(201);
      return { digest, size: bytes.length };
    };
    const type = 'application/vnd.docker.distribution.manifest.v2+json';
    const config = { mediaType: 'application/vnd.docker.container.image.v1+json', ...(await blob('{}')) };
    const layer = { mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip', ...(await blob('layer')) };
    const manifest = JSON.stringify({ schemaVersion: 2, mediaType: type, config, layers: [layer] });
    const headers = { ...test.headersOf('admin'), 'content-type': type };
    expect((await fetch(`${test.baseUrl}/v2/images/team/app/manifests/1`, { method: 'PUT', headers, body: manifest })).status).toBe(201);
    const names = [config, layer].map(({ digest }) => digest.replace(':', '__'));
    const inTag = (more: string) => `items.find({${more}"path":{"$ne":"."},"$or":[{"$and":[{"repo":"images","path":"team/app/1","name":{"$match":"*"}}]}]})`;
    const found = (await find(`${inTag('')}.include("name","repo","path")`)).results.map(({ name }) => name);
    expect(found.sort()).toEqual(['manifest.json', ...names].sort());
    expect(await places(inTag('"type":"any",'))).toEqual(['images/team/app/1/manifest.json']);
    const digest = createHash('sha256').update(manifest).digest('hex');
    const byDigest = `items.find({"$and":[{"repo":"images"},{"$or":[{"path":{"$eq":"team/app/sha256:${digest}"}}]}]})\n.include("name")`;
    expect((await find(byDigest)).results).toHaveLength(3);
    expect(await places(`items.find({"repo":"images","name":"manifest.json","@docker.manifest.digest":"sha256:${digest}","path":"team/app/1"})`)).toHaveLength(
      1,
    );
  });

  it('API-001 tells npm clients their own credentials, and nobody else', async () => {
    const { authorization } = test.headersOf('reader');
    const answer = await test.ask('api/npm/auth', { as: 'reader' });
    expect(await answer.text()).toContain(`_auth = ${authorization!.slice('Basic '.length)}\nalways-auth = true`);
    expect((await test.ask('api/npm/auth', { as: 'anonymous' })).status).toBe(401);
    expect((await test.ask('api/system/usage', { method: 'POST', body: '{"productId":"x","features":[]}' })).status).toBe(200);
  });

  it('API-001 answers the single searches', async () => {
    const uris = async (search: string) => {
      const answer = await test.ask(`api/search/${search}`);
      const body = (await answer.json()) as { results: { uri: string }[] };
      return body.results.map(({ uri }) => uri.split('/api/storage/')[1]).sort();
    };
    expect(await uris('prop?stage=dev')).toEqual(['libs/a/one.zip']);
    expect(await uris('prop?k=v2&repos=libs,libs2')).toEqual(['libs/a/b/two.zip', 'libs/a/one.zip']);
    expect(await uris('prop?k=')).toHaveLength(2);
    expect(await uris('artifact?name=one&repos=libs2')).toEqual(['libs2/a/one.zip']);
    const pattern = await (await test.ask('api/search/pattern?pattern=libs:a/*.zip')).json();
    expect(pattern).toMatchObject({ sourcePattern: 'libs:a/*.zip', files: expect.arrayContaining(['a/one.zip']) });
    const [{ sha256 }] = (await find('items.find({"name":"two.zip"}).include("sha256")')).results as [{ sha256: string }];
    const detailed = await test.ask(`api/search/checksum?sha256=${sha256}`, { headers: { 'x-result-detail': 'info, properties' } });
    expect((await detailed.json()).results).toMatchObject([{ repo: 'libs', path: '/a/b/two.zip', size: '7', properties: { k: ['v2'] } }]);
    await test.put('libs2/org/acme/tool/1.0/tool-1.0-sources.jar', 'sources');
    expect(await uris('gavc?g=org.acme&a=tool&v=1.0&c=sources')).toEqual(['libs2/org/acme/tool/1.0/tool-1.0-sources.jar']);
    expect(await uris('gavc?a=tool')).toHaveLength(1);
    expect((await test.ask('api/search/prop')).status).toBe(400);
    expect((await test.ask('api/search/prop?k=v', { as: 'anonymous' })).status).toBe(401);
  });
});
