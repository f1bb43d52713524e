import { AppError } from '@packhouse/contract/errors.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { OutboxPosition } from '@packhouse/kernel/events/outbox.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, PipelineTable, RunTable, ScheduleTable } from '../schema.ts';
import { listGranted } from './pipeline-rights.ts';

export type PipelineRow = Selectable<PipelineTable>;
/** A run with the author of the revision that it follows. */
export type RunRow = Selectable<RunTable> & { author: string; author_account: string };

interface PipelinePage {
  name?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/** Pipelines that the actor may see, by name, one more than asked for where there are more, and how many there are. */
export async function selectPipelines(db: Db, actor: Actor, { name = '', after = '', limit }: PipelinePage): Promise<{ rows: PipelineRow[]; total: number }> {
  const granted = listGranted(actor);
  const isAll = actor.administrator || granted === 'all';
  const names = granted === 'all' ? [] : granted;
  const seen = sql<boolean>`(${isAll} or author = ${actor.name} or ${actor.name} = any(users) or groups && ${actor.groups}::text[] or name = any(${names}::text[]))`;
  const fitting = db.selectFrom('pipeline').where(seen).where(sql<boolean>`position(lower(${name}) in lower(name)) > 0`);
  const { total } = await fitting.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await fitting
    .selectAll()
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit + 1)
    .execute();
  return { rows, total };
}

export const findPipeline = (db: Db, name: string): Promise<PipelineRow | undefined> =>
  db.selectFrom('pipeline').selectAll().where('name', '=', name).executeTakeFirst();

export const findPipelineById = (db: Db, id: number): Promise<PipelineRow | undefined> =>
  db.selectFrom('pipeline').selectAll().where('id', '=', id).executeTakeFirst();

/** Held until the transaction ends. @throws AppError `not_found` */
export async function lockPipeline(db: Db, name: string): Promise<PipelineRow> {
  const row = await db.selectFrom('pipeline').selectAll().where('name', '=', name).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw new AppError(pipelineWords.no_pipeline, { name });
  return row;
}

/** Nothing when the name is taken. */
export const insertPipeline = (db: Db, values: Insertable<PipelineTable>): Promise<PipelineRow | undefined> =>
  db
    .insertInto('pipeline')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();

export const updatePipeline = (db: Db, id: number, values: Updateable<PipelineTable>): Promise<PipelineRow> =>
  db
    .updateTable('pipeline')
    .set({ ...values, modified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Switched on, it hears of what is committed after a position of the outbox. */
export const switchPipeline = (db: Db, id: number, from: OutboxPosition | undefined): Promise<PipelineRow> =>
  db
    .updateTable('pipeline')
    .set(from ? { enabled: true, enabled_at: sql<Date>`clock_timestamp()`, enabled_from: JSON.stringify(from) } : { enabled: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function deletePipelineRow(db: Db, id: number): Promise<void> {
  // Runs refer to revisions, which go with the pipeline as they do.
  await db.deleteFrom('run').where('pipeline', '=', id).execute();
  await db.deleteFrom('pipeline').where('id', '=', id).execute();
}

/** Keeps the present revision as it is. */
export async function insertRevision(db: Db, { id, revision, document, author, author_account }: PipelineRow): Promise<void> {
  await db.insertInto('revision').values({ pipeline: id, number: revision, document, author, author_account }).execute();
}

export async function replaceSchedules(db: Db, pipeline: number, schedules: readonly Insertable<ScheduleTable>[]): Promise<void> {
  await db.deleteFrom('schedule').where('pipeline', '=', pipeline).execute();
  if (schedules.length > 0) await db.insertInto('schedule').values(schedules).execute();
}

export async function findNextAt(db: Db, pipeline: number): Promise<Date | undefined> {
  const row = await db.selectFrom('schedule').select('next_at').where('pipeline', '=', pipeline).orderBy('next_at').limit(1).executeTakeFirst();
  return row?.next_at;
}

/** The last ten runs of each, the newest first. */
export async function selectLastRuns(db: Db, pipelines: readonly number[]): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select last.*, revision.author, revision.author_account from unnest(${pipelines}::bigint[]) as wanted (pipeline)
    cross join lateral (select * from run where run.pipeline = wanted.pipeline order by number desc limit 10) as last
    join revision on revision.pipeline = last.pipeline and revision.number = last.revision
    order by last.pipeline, last.number desc`.execute(db);
  return rows;
}

/** What these runs wait for, by their ids: of a run that is under way without a step that is, its first waiting step tells. */
export async function selectWaits(db: Db, runs: readonly Pick<RunRow, 'id' | 'state'>[]): Promise<Map<number, Said>> {
  const open = runs.filter(({ state }) => state === 'running').map(({ id }) => id);
  if (open.length === 0) return new Map();
  const { rows } = await sql<{ run: number; waits_for: Said }>`
    select distinct on (run) run, waits_for from step as waiting
    where run = any(${open}::bigint[]) and state = 'waiting' and waits_for is not null
      and not exists (select from step as busy where busy.run = waiting.run and busy.state in ('running', 'ready'))
    order by run, position`.execute(db);
  return new Map(rows.map(({ run, waits_for: waitsFor }) => [run, waitsFor]));
}
