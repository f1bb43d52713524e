import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ArtifactSearchType, emptySearch, readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { searchArtifacts, searchSuggestions } from '@packhouse/contract/repositories/search-routes.ts';
import { anonymousActor, type Grant } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { selectArtifacts } from './artifact-search-queries.ts';
import { artifactCondition } from './search-condition-queries.ts';

const grant = (names: string[], include: string[] = []): Grant => ({
  permission: 'p',
  resourceType: 'repository',
  names,
  include,
  exclude: [],
  actions: ['read'],
  through: 'test',
});

async function getArchive(...paths: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const path of paths) zip.addBuffer(Buffer.from(path), path);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as Readable));
}

describe('searching', () => {
  let test: RepositoryTestPlatform;
  const page = (searchType: ArtifactSearchType, line: string, options: { as?: string; after?: string; limit?: number } = {}) => {
    const { as = 'admin', ...query } = options;
    return test.call(searchArtifacts, { params: { searchType }, query, body: line === '' ? emptySearch : readSearch(line) }, { as });
  };
  const places = async (searchType: ArtifactSearchType, line: string, as = 'admin') =>
    (await page(searchType, line, { as })).items.map(({ repoKey, path, entry }) => `${repoKey}/${path}${entry === undefined ? '' : `!${entry}`}`).sort();

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: { libs: { grants: [grant(['libs'])] }, acme: { grants: [grant(['ANY'], ['org/acme/**'])] }, nobody: { grants: [] } },
    });
    for (const key of ['libs', 'other']) await test.create({ class: 'local', key, format: 'generic' });
    await test.create({ class: 'virtual', key: 'all', format: 'generic', members: ['libs'] });
    await test.put(
      'libs/org/acme/Tool-1.0.zip;stage=dev;team=red',
      await getArchive('org/acme/Tool.class', 'org/acme/Tool$Inner.class', 'META-INF/notice.txt'),
    );
    await test.put('libs/org/acme/notes.txt;stage=test', 'notes');
    await test.put('other/org/acme/tool-2.0.txt;stage=dev', 'tool two');
    await test.put('other/secret/tool-3.0.txt', 'tool three');
  });
  afterAll(() => test.stop());

  it('SRCH-041 SRCH-039 finds artifacts by part of their name, the last changed first', async () => {
    expect(await places('quick', 'TOOL')).toEqual(['libs/org/acme/Tool-1.0.zip', 'other/org/acme/tool-2.0.txt', 'other/secret/tool-3.0.txt']);
    expect((await page('quick', 'tool')).items[0]).toMatchObject({
      repoKey: 'other',
      path: 'secret/tool-3.0.txt',
      name: 'tool-3.0.txt',
      modifiedAt: expect.any(String),
      size: 10,
      format: 'generic',
    });
    expect(await places('quick', 'tool*.txt')).toHaveLength(2);
    expect(await places('quick', 'to')).toHaveLength(3);
    expect(await places('quick', 'ol')).toEqual([]);
    expect(await places('quick', '1_0')).toEqual([]);
    expect(await places('quick', 'secret/tool')).toEqual(['other/secret/tool-3.0.txt']);
    expect(await places('quick', '')).toHaveLength(4);
  });

  it('narrows by repository, folder, type and date', async () => {
    expect(await places('quick', 'tool repo:libs')).toEqual(['libs/org/acme/Tool-1.0.zip']);
    expect(await places('quick', 'tool repo:all')).toEqual(['libs/org/acme/Tool-1.0.zip']);
    expect(await places('quick', 'tool repo:unheard-of')).toEqual([]);
    expect(await places('quick', 'tool path:secret')).toEqual(['other/secret/tool-3.0.txt']);
    expect(await places('quick', 'path:org')).toHaveLength(3);
    expect(await places('quick', 'path:*cme pkg:generic')).toHaveLength(3);
    expect(await places('quick', 'tool pkg:npm')).toEqual([]);
    expect(await places('quick', 'tool after:2020-01-01')).toHaveLength(3);
    expect(await places('quick', 'tool before:2020-01-01')).toEqual([]);
  });

  it('finds artifacts by property and by checksum', async () => {
    expect(await places('property', 'stage=dev')).toHaveLength(2);
    expect(await places('property', 'stage')).toHaveLength(3);
    expect(await places('quick', 'properties:stage=dev;test,team=red')).toEqual(['libs/org/acme/Tool-1.0.zip']);
    for (const algorithm of ['sha256', 'sha1', 'md5']) {
      const digest = createHash(algorithm).update('notes').digest('hex');
      expect(await places('checksum', digest)).toEqual(['libs/org/acme/notes.txt']);
      expect(await places('quick', digest)).toEqual(['libs/org/acme/notes.txt']);
      expect(await places('quick', `checksum:${digest}`)).toEqual(['libs/org/acme/notes.txt']);
    }
    expect(await places('checksum', 'notes')).toEqual([]);
  });

  it('looks into archives for classes and other entries', async () => {
    const inside = (path: string) => `libs/org/acme/Tool-1.0.zip!${path}`;
    await vi.waitFor(async () => expect(await places('class', 'tool')).toContain(inside('org/acme/Tool.class')), 30_000);
    expect(await places('class', 'Tool excludeInnerClasses:true')).toEqual([inside('org/acme/Tool.class')]);
    expect(await places('class', 'org.acme.Tool')).toHaveLength(2);
    expect(await places('class', 'notice')).toEqual([]);
    expect(await places('entry', 'notice')).toEqual([inside('META-INF/notice.txt')]);
    expect(await places('entry', 'META-INF/*.txt')).toEqual([inside('META-INF/notice.txt')]);
    expect(await places('entry', 'acme')).toEqual([]);
    expect(await places('class', 'tool', 'nobody')).toEqual([]);
    const first = await page('class', 'tool', { limit: 1 });
    const second = await page('class', 'tool', { limit: 1, after: first.next! });
    expect([...first.items, ...second.items].map(({ entry }) => entry)).toEqual(['org/acme/Tool.class', 'org/acme/Tool$Inner.class']);
    expect(second.next).toBeNull();
  });

  it('ACC-006 shows nobody what they may not read', async () => {
    expect(await places('quick', 'tool', 'libs')).toEqual(['libs/org/acme/Tool-1.0.zip']);
    expect(await places('quick', 'tool', 'acme')).toEqual(['libs/org/acme/Tool-1.0.zip', 'other/org/acme/tool-2.0.txt']);
    expect(await places('quick', '', 'nobody')).toEqual([]);
    expect(await places('property', 'stage', 'libs')).toHaveLength(2);
    await expect(page('quick', 'tool', { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
    const suggestions = (as: string) => test.call(searchSuggestions, { query: { text: 'tool' } }, { as });
    expect((await suggestions('acme')).artifacts.map(({ path }) => path)).toEqual(['org/acme/tool-2.0.txt', 'org/acme/Tool-1.0.zip']);
    expect((await suggestions('nobody')).artifacts).toEqual([]);
    await test.create({ class: 'local', key: 'cargo-like', format: 'npm' });
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await sql`with p as (insert into package (repository_id, name) select id, name from repository, unnest(array['seen', 'unseen', 'seen-too']) name where key = 'cargo-like' returning *),
      v as (insert into version (package_id, version) select id, '1' from p returning *)
      insert into artifact (repository_id, path, folder, name, sha256, version_id, created_by, modified_by)
      select p.repository_id, case p.name when 'unseen' then 'other/' else 'org/acme/' end || p.name, '', p.name, (select min(sha256) from blob), v.id, '', ''
      from p join v on v.package_id = p.id`.execute(db);
    await db.destroy();
    const packagesFor = async (as: string) => (await test.call(searchSuggestions, { query: { text: 'seen' } }, { as })).packages.map(({ id }) => id);
    expect(await packagesFor('admin')).toEqual(['npm://seen', 'npm://seen-too', 'npm://unseen']);
    expect(await packagesFor('acme')).toEqual(['npm://seen', 'npm://seen-too']);
    expect(await packagesFor('libs')).toEqual([]);
    const { repositories } = await test.call(searchSuggestions, { query: { text: 'lib' } }, { as: 'libs' });
    expect(repositories).toEqual([{ key: 'libs', class: 'local', format: 'generic' }]);
  });

  it('goes on page after page, each artifact once', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await page('quick', '', { limit: 1, ...(after ? { after } : {}) });
      seen.push(...items.map(({ path }) => path));
      after = next ?? undefined;
    } while (after);
    expect(seen.filter((path) => /tool|notes/i.test(path))).toEqual([
      'secret/tool-3.0.txt',
      'org/acme/tool-2.0.txt',
      'org/acme/notes.txt',
      'org/acme/Tool-1.0.zip',
    ]);
    await expect(page('quick', '', { after: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('finds what many have, behind thousands of others', async () => {
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    const fill = (name: string, count: number, age: string) =>
      sql`insert into artifact (repository_id, path, folder, name, sha256, created_by, modified_by, modified_at)
        select r.id, ${name}::text || n, '', ${name}::text || n, (select min(sha256) from blob), '', '', now() - ${age}::interval - make_interval(secs => n)
        from repository r, generate_series(1, ${count}::int) n where r.key = 'other'`.execute(db);
    await fill('noise-', 2100, '0 days');
    await fill('bulk-', 10_100, '2 days');
    const first = await page('quick', 'bulk', { limit: 3 });
    expect(first.items.map(({ name }) => name)).toEqual(['bulk-1', 'bulk-2', 'bulk-3']);
    expect((await page('quick', 'bulk', { limit: 2, after: first.next! })).items.map(({ name }) => name)).toEqual(['bulk-4', 'bulk-5']);
    expect((await page('quick', 'bulk', { as: 'libs' })).items).toEqual([]);
    expect((await page('quick', 'bulk', { limit: 500, after: first.next! })).items).toHaveLength(500);
    expect((await page('quick', 'bulk-1599')).items).toHaveLength(1);
    // Some of the last changed fit, and promise the rest of the page behind them.
    expect((await page('quick', 'noise-2*', { limit: 200 })).items.map(({ name }) => name).slice(109, 113)).toEqual([
      'noise-298',
      'noise-299',
      'noise-2000',
      'noise-2001',
    ]);

    await fill('hold-bulk-', 50, '1 day');
    const { artifacts } = await test.call(searchSuggestions, { query: { text: 'bulk', limit: 10 } });
    expect(artifacts.map(({ name }) => name.split('-')[0])).toEqual(Array.from({ length: 10 }, () => 'bulk'));
    // Who is still typing is offered some of them, without more questions: which ones are the newest takes longer the more there are.
    let asked = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        asked++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const administrator = { ...anonymousActor(), kind: 'user' as const, name: 'admin', administrator: true };
    const selection = { ...artifactCondition('quick', readSearch('bulk')), entry: undefined, repositories: undefined, after: undefined, limit: 5 };
    expect(await selectArtifacts(counting, administrator, selection, { anyWillDo: true })).toHaveLength(5);
    const whileTyping = asked;
    await selectArtifacts(counting, administrator, selection);
    expect([whileTyping, asked - whileTyping]).toEqual([2, 3]);
    await db.destroy();
  });

  it('suggests a readable package behind hundreds of closer names that nobody may see', async () => {
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await sql`with named as (
        insert into package (repository_id, name) select r.id, 'hidden-' || n from repository r, generate_series(1, 300) n where r.key = 'other'
        union all select r.id, 'seen-behind-hidden-names' from repository r where r.key = 'other' returning id, repository_id, name),
      released as (insert into version (package_id, version) select id, '1.0' from named returning id, package_id)
      insert into artifact (repository_id, path, folder, name, sha256, version_id, created_by, modified_by)
        select n.repository_id, f.folder || '/' || n.name, f.folder, n.name, (select min(sha256) from blob), v.id, '', '' from named n join released v on v.package_id = n.id,
        lateral (select case when n.name like 'seen%' then 'org/acme' else 'secret' end as folder) f`.execute(db);
    await db.destroy();
    const suggested = async (as: string) => (await test.call(searchSuggestions, { query: { text: 'hidden' } }, { as })).packages.map(({ name }) => name);
    expect((await suggested('admin')).slice(0, 2)).toEqual(['hidden-1', 'hidden-2']);
    expect(await suggested('acme')).toEqual(['seen-behind-hidden-names']);
  });
});
