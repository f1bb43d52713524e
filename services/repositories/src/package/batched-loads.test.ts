import { downloadDays } from '@packhouse/contract/repositories/package-search.ts';
import { type Actor, anonymousActor } from '@packhouse/kernel/access/authorisation.ts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RepositoriesSchema } from '../schema.ts';
import { openDownloadDays } from './download-days.ts';
import { findPackage } from './package.ts';
import { type PackageTestPlatform, startPackagePlatform } from './package-test-platform.ts';
import { listVersions } from './version.ts';

const actor: Actor = anonymousActor([
  { permission: 'p', resourceType: 'repository', names: ['ANY'], include: [], exclude: [], actions: ['read'], through: 'a test' },
]);

let platform: PackageTestPlatform;
/** The platform's database, counting what it is asked. */
let db: Kysely<RepositoriesSchema>;
let queries = 0;

beforeAll(async () => {
  platform = await startPackagePlatform();
  db = platform.db.withPlugin({
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await platform.repository('jars', 'maven');
  for (const version of ['1', '2', '3'])
    for (const name of ['lib', 'sources']) {
      const path = `org/acme/lib/${version}/${name}.jar`;
      await platform.file({ repository: 'jars', path, package: 'org.acme:lib', version, lead: name === 'lib' });
    }
});
afterAll(() => platform?.stop());
beforeEach(() => {
  queries = 0;
});

describe('what the nodes of a page ask for one by one', () => {
  it('is files of all versions by one query, which their digests share', async () => {
    const parent = await findPackage(db, actor, 'maven://org.acme:lib');
    const page = await listVersions(db, actor, parent!, { filter: {}, order: 'name', direction: 'asc', first: 10 });
    queries = 0;
    const [files, digests] = await Promise.all([Promise.all(page.nodes.map((node) => node.files())), Promise.all(page.nodes.map((node) => node.digest()))]);
    expect(queries).toBe(1);
    expect(files.map((some) => some.map(({ path }) => path))).toEqual(
      ['1', '2', '3'].map((version) => [`org/acme/lib/${version}/lib.jar`, `org/acme/lib/${version}/sources.jar`]),
    );
    expect(digests).toEqual(files.map(([lead]) => `sha256:${lead?.sha256}`));
  });

  it('is downloads of all by one query', async () => {
    const rows = await platform.db.selectFrom('version').select(['id', 'version']).orderBy('version').execute();
    const [one = 0, two = 0] = rows.map(({ id }) => id);
    const today = new Date().toISOString().slice(0, 10);
    await platform.db
      .insertInto('download_day')
      .values([
        { version_id: one, day: today, count: 3 },
        { version_id: two, day: today, count: 2 },
      ])
      .execute();
    const daysOf = openDownloadDays(db);
    const answers = await Promise.all([daysOf([one, two]), daysOf([two]), daysOf([])]);
    expect(queries).toBe(1);
    expect(answers.map((days) => [days.length, days.at(-1)])).toEqual([5, 2, 0].map((count) => [downloadDays, { day: today, count }]));
    expect(answers[0]?.slice(0, -1).every(({ count }) => count === 0)).toBe(true);
  });
});
