import { readIndexRun, recalculateIndex } from '@packhouse/contract/repositories/artifact-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

describe('recalculating an index', () => {
  let test: RepositoryTestPlatform;
  let db: Kysely<Record<string, never>>;
  const run = async (repoKey: string) => (await test.call(readIndexRun, { query: { repoKey } })).run;
  const finished = async (repoKey: string) => {
    await expect.poll(async () => (await run(repoKey))?.status).toBe('finished');
  };
  const pom = (name: string) =>
    `<project><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId><artifactId>${name}</artifactId><version>1.0</version><packaging>pom</packaging><description>About ${name}</description></project>`;
  const getName = (number: number) => `lib-${String(number).padStart(3, '0')}`;

  /** A repository with so many packages of which the database has forgotten everything but the files. */
  async function forgetful(key: string, count: number): Promise<void> {
    await test.create({ class: 'local', key, format: 'maven' });
    for (let number = 0; number < count; number++) {
      const path = `${key}/org/acme/${getName(number)}/1.0/${getName(number)}-1.0.pom`;
      expect((await test.put(path, pom(getName(number)))).status).toBe(201);
    }
    const here = sql`repository_id = (select id from repository where key = ${key})`;
    await sql`update artifact set version_id = null, lead = false where ${here}`.execute(db);
    await sql`delete from package where ${here}`.execute(db);
  }
  async function described(key: string): Promise<(string | null)[]> {
    const { rows } = await sql<{ text: string | null }>`
      select v.facts ->> 'description' as text from artifact a join repository r on r.id = a.repository_id left join version v on v.id = a.version_id
      where r.key = ${key} order by a.path`.execute(db);
    return rows.map(({ text }) => text);
  }

  beforeAll(async () => {
    test = await startRepositoryPlatform();
    db = openDatabase(test.databaseUrl, 'repositories', { connections: 2 });
  });
  afterAll(async () => {
    await db?.destroy();
    await test?.stop();
  });

  it('ARTI-014 reads every package again, over several pages, and says how many', async () => {
    await forgetful('pages', 205);
    expect(await run('pages')).toBeUndefined();
    await test.call(recalculateIndex, { body: { repoKey: 'pages' } });
    await finished('pages');
    expect(await run('pages')).toMatchObject({ requestedBy: 'admin', total: 205, done: 205 });
    expect(await described('pages')).toEqual(Array.from({ length: 205 }, (_, number) => `About ${getName(number)}`));
    expect((await test.ask('pages/org/acme/lib-204/maven-metadata.xml')).status).toBe(200);
  });

  it('ARTI-014 goes on where a run was broken off', async () => {
    await forgetful('broken', 5);
    // As a process leaves it that was killed after three files.
    await sql`
      insert into index_run (repository_id, status, requested_by, total, done, last_path)
      select id, 'running', 'admin', 5, 3, ${`org/acme/${getName(2)}/1.0/${getName(2)}-1.0.pom`} from repository where key = 'broken'`.execute(db);
    await test.platform.jobs.add('recalculate-index', { repositoryKey: 'broken' });
    await finished('broken');
    expect(await run('broken')).toMatchObject({ total: 5, done: 5 });
    expect(await described('broken')).toEqual([null, null, null, `About ${getName(3)}`, `About ${getName(4)}`]);
    await test.call(recalculateIndex, { body: { repoKey: 'broken' } });
    await finished('broken');
    expect(await described('broken')).toEqual(Array.from({ length: 5 }, (_, number) => `About ${getName(number)}`));
  });

  it('ARTI-014 leaves alone what says already what the files say', async () => {
    const versions = () => sql`select v.xmin::text, v.* from version v order by v.id`.execute(db).then(({ rows }) => rows);
    const before = await versions();
    await test.call(recalculateIndex, { body: { repoKey: 'broken' } });
    await finished('broken');
    expect(await versions()).toEqual(before);
  });
});
