import { anonymousActor } from '@packhouse/kernel/access/authorisation.ts';
import { migrate, openDatabase } from '@packhouse/kernel/database/database.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selectBuildNames, selectNamesOfBuilds } from '../build/build-name-queries.ts';
import type { Db, RepositoriesSchema } from '../schema.ts';
import { suggestBuilds } from '../search/suggestion-queries.ts';
import { repositoriesService } from '../service.ts';
import { selectTrashSettings } from '../upkeep/trash-expiry-queries.ts';

const { migrations } = repositoriesService;
/** The version before the trash can emptied itself had done this. */
const released = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0011'));

async function databaseAt(steps: typeof migrations) {
  const database = await createTestDatabase([]);
  onTestFinished(() => database.drop());
  await migrate(database.url, 'repositories', steps);
  return database.url;
}

async function read<Result>(url: string, use: (db: ReturnType<typeof openDatabase<RepositoriesSchema>>) => Promise<Result>): Promise<Result> {
  const db = openDatabase<RepositoriesSchema>(url, 'repositories', { connections: 1 });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

describe('a database of the version before', () => {
  it('comes forward and keeps what lies in its trash can for good', async () => {
    const url = await databaseAt(released);
    await read(url, async (db) => {
      const sha256 = 'a'.repeat(64);
      await db
        .insertInto('blob')
        .values({ sha256, sha1: 'b'.repeat(40), md5: 'c'.repeat(32), size: 1 })
        .execute();
      await sql`insert into trash (repository_key, path, sha256, created_at, created_by, deleted_by) values ('files', 'old.txt', ${sha256}, now(), 'admin', 'admin')`.execute(
        db,
      );
    });
    const results = await migrate(url, 'repositories', migrations);
    expect(results.map(({ migrationName, status }) => [migrationName, status])).toEqual(
      Object.keys(migrations)
        .filter((name) => !(name in released))
        .map((name) => [name, 'Success']),
    );
    expect(await read(url, selectTrashSettings)).toEqual({ keepDays: null });
  });

  it('whose trash can is empty keeps deleted files for 14 days from then on, as a new one does', async () => {
    const url = await databaseAt(released);
    await migrate(url, 'repositories', migrations);
    expect(await read(url, selectTrashSettings)).toEqual({ keepDays: 14 });
    expect(await read(await databaseAt(migrations), selectTrashSettings)).toEqual({ keepDays: 14 });
  });

  it('whose builds were published before has their names in lists, and no name of a build without runs', async () => {
    const url = await databaseAt(Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0039')));
    const administrator = { ...anonymousActor(), kind: 'user' as const, name: 'admin', administrator: true };
    const publish = (db: Db, name: string) =>
      sql`with document as (insert into artifact (repository_id, path, folder, name, sha256, created_by, modified_by)
          select id, ${name} || '/1.json', ${name}, '1.json', ${sha256}, '', '' from repository returning id)
        insert into build (artifact_id, name, number, started_at, started, created_by) select id, ${name}, '1', now(), '', '' from document`.execute(db);
    const sha256 = 'a'.repeat(64);
    await read(url, async (db) => {
      await sql`insert into repository (key, class, format) values ('artifactory-build-info', 'local', 'generic')`.execute(db);
      await sql`insert into blob (sha256, sha1, md5, size) values (${sha256}, '', '', 1)`.execute(db);
      await publish(db, 'before');
    });
    await migrate(url, 'repositories', migrations);
    await read(url, async (db) => {
      await publish(db, 'after');
      await publish(db, 'gone');
      await sql`delete from artifact where folder = 'gone'`.execute(db);
      expect(await selectNamesOfBuilds(db, administrator, {}, 10)).toEqual(['after', 'before']);
      expect((await selectBuildNames(db, administrator, {}, 10)).map(({ name, lastNumber }) => [name, lastNumber])).toEqual([
        ['after', '1'],
        ['before', '1'],
      ]);
      expect(await suggestBuilds(db, administrator, { text: 'o', limit: 5 })).toEqual([]);
      expect(await suggestBuilds(db, administrator, { text: 'gone', limit: 5 })).toEqual([]);
      expect(await suggestBuilds(db, administrator, { text: 'fore', limit: 5 })).toEqual([{ name: 'before', repository: 'artifactory-build-info' }]);
    });
  });
});
