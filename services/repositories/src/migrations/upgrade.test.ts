import { migrate, openDatabase } from '@packhouse/kernel/database/database.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RepositoriesSchema } from '../schema.ts';
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
});
