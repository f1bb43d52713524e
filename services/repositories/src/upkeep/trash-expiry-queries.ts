import type { TrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { TrashRunTable } from './upkeep-schema.ts';

export type TrashRunRow = Selectable<TrashRunTable>;

export async function selectTrashSettings(db: Db): Promise<TrashSettings> {
  // Who changes them sees them as they stand until the change.
  const row = await db
    .selectFrom('trash_setting')
    .select('keep_days')
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  return { keepDays: row?.keep_days ?? null };
}

export async function updateTrashSettings(db: Db, { keepDays }: TrashSettings): Promise<void> {
  await db.updateTable('trash_setting').set({ keep_days: keepDays }).execute();
}

/** Which deletions go: all, those of one repository, or those of long ago. */
export interface Doomed {
  repositoryKey?: string | undefined;
  before?: Date | undefined;
}

const isDoomed = ({ repositoryKey, before }: Doomed) => sql<boolean>`
  not trash.archived and (${repositoryKey ?? null}::text is null or trash.repository_key = ${repositoryKey ?? null}::text)
  and (${before ?? null}::timestamptz is null or trash.deleted_at < ${before ?? null}::timestamptz)`;

export async function countDoomed(db: Db, doomed: Doomed): Promise<number> {
  const { count } = await db
    .selectFrom('trash')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isDoomed(doomed))
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes the oldest of them out of the trash for good, `most` at a time, so that no transaction becomes long. */
export async function deleteDoomed(db: Db, doomed: Doomed, most: number): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    with gone as (delete from trash where id in (select id from trash where ${isDoomed(doomed)} order by id limit ${most}) returning sha256)
    select count(*) as files, coalesce(sum(blob.size), 0)::bigint as bytes from gone join blob using (sha256)`.execute(db);
  return rows[0] ?? { files: 0, bytes: 0 };
}

export function insertTrashRun(db: Db, run: Pick<TrashRunRow, 'kind' | 'repository_key' | 'requested_by' | 'total'>): Promise<TrashRunRow> {
  return db.insertInto('trash_run').values(run).returningAll().executeTakeFirstOrThrow();
}

export function selectTrashRun(db: Db, id: number): Promise<TrashRunRow | undefined> {
  return db.selectFrom('trash_run').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectTrashRuns(db: Db, limit: number): Promise<TrashRunRow[]> {
  return db.selectFrom('trash_run').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

export async function updateTrashRun(db: Db, id: number, change: Updateable<TrashRunTable>): Promise<void> {
  await db.updateTable('trash_run').set(change).where('id', '=', id).execute();
}
