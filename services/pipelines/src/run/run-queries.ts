import { searchedRuns } from '@packhouse/contract/pipelines/run-log-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely';
import type { RunRow } from '../pipeline/pipeline-queries.ts';
import type { Db, PipelinesSchema, RunTable, StepLogTable, StepTable } from '../schema.ts';

/** What becomes of a row; values may be computed by the database. */
export type Change<Table extends keyof PipelinesSchema> = UpdateObject<PipelinesSchema, Table, Table>;

/** Moments and counts that the database computes. */
export const computed = {
  now: sql<Date>`now()`,
  firstStart: sql<Date>`coalesce(started_at, now())`,
  nextRound: sql<number>`round + 1`,
  inSeconds: (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`,
};

export type StepRow = Selectable<StepTable>;

const runs = (db: Db) =>
  db
    .selectFrom('run')
    .innerJoin('revision', (join) => join.onRef('revision.pipeline', '=', 'run.pipeline').onRef('revision.number', '=', 'run.revision'))
    .selectAll('run')
    .select(['revision.author', 'revision.author_account']);

export const findRun = (db: Db, pipeline: number, number: number): Promise<RunRow | undefined> =>
  runs(db).where('run.pipeline', '=', pipeline).where('run.number', '=', number).executeTakeFirst();

export const findRunById = (db: Db, id: number): Promise<RunRow | undefined> => runs(db).where('run.id', '=', id).executeTakeFirst();

interface RunPage {
  state?: RunTable['state'] | undefined;
  before?: number | undefined;
  limit: number;
}

/** Newest first, one more than asked for where there are more, and how many there are. */
export async function selectRuns(db: Db, pipeline: number, { state, before, limit }: RunPage): Promise<{ rows: RunRow[]; total: number }> {
  const ofState = state === undefined ? sql<boolean>`true` : sql<boolean>`run.state = ${state}`;
  const { total } = await db
    .selectFrom('run')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('pipeline', '=', pipeline)
    .where(ofState)
    .executeTakeFirstOrThrow();
  let query = runs(db).where('run.pipeline', '=', pipeline).where(ofState);
  if (before !== undefined) query = query.where('run.number', '<', before);
  const rows = await query
    .orderBy('run.number', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows, total };
}

/** Held until the transaction ends: runs of a pipeline are begun one after another. */
export async function holdPipeline(db: Db, id: number): Promise<void> {
  await db.selectFrom('pipeline').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Takes the next number of a pipeline that is held. */
export async function takeNumber(db: Db, pipeline: number): Promise<number> {
  const { last_number: number } = await db
    .updateTable('pipeline')
    .set({ last_number: sql<number>`last_number + 1` })
    .where('id', '=', pipeline)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return number;
}

export async function findNumberOfCause(db: Db, pipeline: number, causeKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('run').select('number').where('pipeline', '=', pipeline).where('cause_key', '=', causeKey).executeTakeFirst();
  return row?.number;
}

export async function countOpenRuns(db: Db, pipeline: number): Promise<number> {
  const { count } = await db
    .selectFrom('run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pipeline', '=', pipeline)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertRun(db: Db, run: Insertable<RunTable>, steps: readonly Omit<Insertable<StepTable>, 'run'>[]): Promise<number> {
  const { id } = await db.insertInto('run').values(run).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('step')
    .values(steps.map((step) => ({ ...step, run: id })))
    .execute();
  return id;
}

/** One after another in the whole installation: whoever changes runs of a group, and whoever changes this run. */
export async function lockRun(db: Db, id: number): Promise<Selectable<RunTable> | undefined> {
  const found = await db.selectFrom('run').select('group_name').where('id', '=', id).executeTakeFirst();
  if (found?.group_name != null) await sql`select pg_advisory_xact_lock(hashtextextended(${`pipelines ${found.group_name}`}, 0))`.execute(db);
  return db.selectFrom('run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateRun(db: Db, id: number, change: Change<'run'>): Promise<void> {
  await db.updateTable('run').set(change).where('id', '=', id).execute();
}

/** The oldest run of a group that has not ended, with the name of its pipeline. */
export const findFirstOfGroup = (db: Db, group: string): Promise<{ id: number; number: number; name: string } | undefined> =>
  db
    .selectFrom('run')
    .innerJoin('pipeline', 'pipeline.id', 'run.pipeline')
    .select(['run.id', 'run.number', 'pipeline.name'])
    .where('run.group_name', '=', group)
    .where('run.ended_at', 'is', null)
    .orderBy('run.id')
    .limit(1)
    .executeTakeFirst();

export const selectSteps = (db: Db, run: number): Promise<StepRow[]> => db.selectFrom('step').selectAll().where('run', '=', run).orderBy('position').execute();

export async function updateStep(db: Db, run: number, id: string, change: Change<'step'>): Promise<void> {
  await db.updateTable('step').set(change).where('run', '=', run).where('id', '=', id).execute();
}

export async function insertLog(db: Db, lines: readonly Insertable<StepLogTable>[]): Promise<void> {
  if (lines.length > 0) await db.insertInto('step_log').values(lines).execute();
}

const holds = (search: string | undefined) =>
  search === undefined || search === '' ? sql<boolean>`true` : sql<boolean>`position(lower(${search}) in lower(step_log.message)) > 0`;

interface LogPage {
  after: number;
  limit: number;
  search?: string | undefined;
}

/** Lines of a run after one of them, one more than asked for where there are more. */
export const selectLog = (db: Db, run: number, { after, limit, search }: LogPage): Promise<Selectable<StepLogTable>[]> =>
  db
    .selectFrom('step_log')
    .selectAll()
    .where('run', '=', run)
    .where('id', '>', after)
    .where(holds(search))
    .orderBy('id')
    .limit(limit + 1)
    .execute();

/** Lines of the newest runs of a pipeline that hold a text, the newest first, one more than asked for where there are more. */
export const searchLogs = (
  db: Db,
  pipeline: number,
  { search, before, limit }: { search: string; before: number | undefined; limit: number },
): Promise<(Selectable<StepLogTable> & { number: number })[]> =>
  db
    .selectFrom('step_log')
    .innerJoin('run', 'run.id', 'step_log.run')
    .selectAll('step_log')
    .select('run.number')
    .where('run.id', 'in', (eb) => eb.selectFrom('run').select('id').where('pipeline', '=', pipeline).orderBy('number', 'desc').limit(searchedRuns))
    .where(holds(search))
    .where(before === undefined ? sql<boolean>`true` : sql<boolean>`step_log.id < ${before}`)
    .orderBy('step_log.id', 'desc')
    .limit(limit + 1)
    .execute();

/** Approvals that wait in pipelines that name the actor; which of them they may decide is for each to say. */
export const selectApprovals = (db: Db, { name, groups }: Pick<Actor, 'name' | 'groups'>, limit: number) =>
  db
    .selectFrom('step')
    .innerJoin('run', 'run.id', 'step.run')
    .innerJoin('pipeline', 'pipeline.id', 'run.pipeline')
    .select(['pipeline.name', 'run.number', 'step.id', 'step.config', 'step.result', 'step.started_at', 'run.created_at'])
    .where('step.state', '=', 'waiting')
    .where('step.type', '=', 'approval')
    .where(sql<boolean>`(${name} = any(pipeline.users) or pipeline.groups && ${[...groups]}::text[])`)
    .orderBy('step.run')
    .limit(limit)
    .execute();

/** Those who see the pipeline of a run. */
export async function findReaders(db: Db, run: number): Promise<{ users: string[]; groups: string[] }> {
  const row = await db
    .selectFrom('run')
    .innerJoin('pipeline', 'pipeline.id', 'run.pipeline')
    .select(['pipeline.author', 'pipeline.users', 'pipeline.groups'])
    .where('run.id', '=', run)
    .executeTakeFirst();
  return { users: row ? [row.author, ...row.users] : [], groups: row ? [...row.groups] : [] };
}

/** Changes a step as long as it is held under this lease; false where it is not any more. */
export async function updateHeldStep(db: Db, { run, id, lease }: { run: number; id: string; lease: string }, change: Change<'step'>): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('step').set(change).where('run', '=', run).where('id', '=', id).where('lease', '=', lease).executeTakeFirst();
  return numUpdatedRows > 0n;
}
