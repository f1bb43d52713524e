import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface MigrationProgress {
  repositories: number;
  total: number;
  done: number;
}

/** Counts what is still to be read again, over all repositories. */
export async function selectProgress(db: Db): Promise<MigrationProgress> {
  return db
    .selectFrom('package_reading')
    .select(({ fn }) => [
      fn.countAll<number>().as('repositories'),
      sql<number>`coalesce(sum(total), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(done), 0)::bigint`.as('done'),
    ])
    .executeTakeFirstOrThrow();
}

/** Notes every repository whose packages an older reader read; `current` is the revision of each format's reader. */
export async function noteOutdated(db: Db, current: Readonly<Record<string, number>>): Promise<void> {
  await sql`
    insert into package_reading (repository_id, total)
    select r.id, (select count(*) from artifact a where a.repository_id = r.id) from repository r
    where r.class <> 'virtual' and r.reader_revision < coalesce((${JSON.stringify(current)}::jsonb ->> r.format)::int, 1)
    on conflict do nothing`.execute(db);
}

export async function selectOutdated(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('package_reading')
    .innerJoin('repository', 'repository.id', 'package_reading.repository_id')
    .select('repository.key')
    .orderBy('repository.key')
    .execute();
  return rows.map(({ key }) => key);
}

export async function noteProgress(db: Db, repositoryId: number, done: number): Promise<void> {
  await db.updateTable('package_reading').set({ done }).where('repository_id', '=', repositoryId).execute();
}

export async function noteRead(db: Db, repositoryId: number, revision: number): Promise<void> {
  await db.updateTable('repository').set({ reader_revision: revision }).where('id', '=', repositoryId).execute();
  await db.deleteFrom('package_reading').where('repository_id', '=', repositoryId).execute();
}
