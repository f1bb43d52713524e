import { type ArtifactSearchType, readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { searchArtifacts } from '@packhouse/contract/repositories/search-routes.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

/** Ways in which one question is answered, by how many files fit and how old these are: whichever is taken, the answer is the same. */
describe('the ways of a search', () => {
  let test: RepositoryTestPlatform;
  const readers = { all: ['ANY'], side: ['side'] };
  const grant = (names: string[], include: string[] = []): Grant => ({
    permission: 'p',
    resourceType: 'repository',
    names,
    include,
    exclude: [],
    actions: ['read'],
    through: 'test',
  });
  /** Every file, as the reference that answers are compared with. */
  let files: { key: string; path: string; name: string; labels: string[] }[] = [];

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: { all: { grants: [grant(readers.all)] }, side: { grants: [grant(readers.side)] }, parts: { grants: [grant(['ANY'], ['odd/**'])] } },
    });
    for (const key of ['main', 'side']) await test.create({ class: 'local', key, format: 'generic' });
    await test.put('main/first.txt', 'first');
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    // The newest are many and fit nothing but what many are; the other half is mixed. No two changed at the same moment.
    await sql`insert into artifact (repository_id, path, folder, name, sha256, created_by, modified_by, modified_at)
      select (select id from repository where key = case when n % 5 = 0 then 'side' else 'main' end), folder || '/' || name, folder, name, (select min(sha256) from blob), '', '',
        now() - interval '1 day' - make_interval(secs => case when n > 6000 then n - 6000 else 10000 + (n * 7919) % 6007 end)
      from (select n, case when n % 2 = 0 then 'even' else 'odd' end as folder,
          case when n > 6000 then 'noise-' when n % 3 = 0 then 'Report-alpha-' else 'beta-' end || n || (array['.tgz', '.jar'])[1 + n % 2] as name
        from generate_series(1, 9000) n) made`.execute(db);
    await sql`insert into property (artifact_id, key, value)
      select id, 'stage', 'dev' from artifact where name like 'beta-%' or name like 'Report%'
      union all select id, 'team', 'red' from artifact where name like '%7.%'
      union all select id, 'rare', 'yes' from artifact where name like 'beta-%55.%'`.execute(db);
    const { rows } = await sql<(typeof files)[number]>`
      select r.key, a.path, a.name, coalesce(array_agg(p.key || '=' || p.value) filter (where p.key is not null), '{}') as labels
      from artifact a join repository r on r.id = a.repository_id left join property p on p.artifact_id = a.id group by r.key, a.id order by a.modified_at desc, a.id desc`.execute(
      db,
    );
    files = rows;
    await sql`analyze artifact; analyze property`.execute(db);
    await db.destroy();
  });
  afterAll(() => test.stop());

  const questions: readonly [ArtifactSearchType, string, (file: (typeof files)[number]) => boolean][] = [
    ['property', 'stage=dev', ({ labels }) => labels.includes('stage=dev')],
    ['property', 'team=red', ({ labels }) => labels.includes('team=red')],
    ['property', 'rare', ({ labels }) => labels.includes('rare=yes')],
    ['property', 'stage=live', () => false],
    ['quick', 'report-alpha-*.TGZ', ({ name }) => /^report-alpha-.*\.tgz$/i.test(name)],
    ['quick', 'beta-1??.jar', ({ name }) => /^beta-1..\.jar$/.test(name)],
    ['quick', 'beta-*', ({ name }) => name.startsWith('beta-')],
    ['quick', 'noise-*9.jar', ({ name }) => /^noise-.*9\.jar$/.test(name)],
    ['quick', '*alpha-3*', ({ name }) => name.includes('alpha-3')],
    ['quick', 'alpha', ({ name }) => name.includes('alpha')],
    ['quick', '99.jar', ({ name }) => name.includes('99.jar')],
    ['quick', 'be*9.jar', ({ name }) => /^be.*9\.jar$/.test(name)],
  ];
  const mayRead = {
    admin: () => true,
    all: () => true,
    side: ({ key }: { key: string }) => key === 'side',
    parts: ({ path }: { path: string }) => path.startsWith('odd/'),
  };

  it.each(questions)(
    'SRCH-041 answers %s %s with what fits, the last changed first, page after page, to each who may read it',
    async (searchType, line, fits) => {
      for (const [as, sees] of Object.entries(mayRead)) {
        const expected = files.filter((file) => fits(file) && sees(file)).map(({ key, path }) => `${key}/${path}`);
        const found: string[] = [];
        for (let after: string | undefined, pages = 0; pages < 4; pages++) {
          const query = { limit: 40, ...(after === undefined ? {} : { after }) };
          const { items, next } = await test.call(searchArtifacts, { params: { searchType }, query, body: readSearch(line) }, { as });
          found.push(...items.map(({ repoKey, path }) => `${repoKey}/${path}`));
          if (next === null) break;
          after = next;
        }
        expect(found).toEqual(expected.slice(0, 160));
      }
    },
  );
});
