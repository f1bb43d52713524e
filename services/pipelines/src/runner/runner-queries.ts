import { runnerLimits } from '@packhouse/contract/pipelines/runner-routes.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, RunnerTable } from '../schema.ts';

/** A runner as it is at this moment, by the clock of the database. */
export type RunnerRow = Selectable<RunnerTable> & { is_online: boolean };

/** Seconds after which a runner that said nothing counts as gone: two questions for work, and a little. */
const awayAfter = runnerLimits.poll * 2 + 10;

const runners = (db: Db) =>
  db.selectFrom('runner').selectAll().select(sql<boolean>`seen_at is not null and seen_at > now() - make_interval(secs => ${awayAfter})`.as('is_online'));

export const selectRunners = (db: Db): Promise<RunnerRow[]> => runners(db).orderBy('name').execute();

/** Those that a label or a name means. */
export const selectRunnersOf = (db: Db, label: string): Promise<RunnerRow[]> =>
  runners(db).where(sql<boolean>`(name = ${label} or ${label} = any(labels))`).orderBy('name').execute();

export const findRunnerByToken = (db: Db, sum: string): Promise<RunnerRow | undefined> => runners(db).where('token_sum', '=', sum).executeTakeFirst();

/** Nothing when the name is taken. */
export async function insertRunner(db: Db, values: Insertable<RunnerTable>): Promise<RunnerRow | undefined> {
  const row = await db
    .insertInto('runner')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && { ...row, is_online: false };
}

export const deleteRunner = (db: Db, name: string): Promise<Selectable<RunnerTable> | undefined> =>
  db.deleteFrom('runner').where('name', '=', name).returningAll().executeTakeFirst();

/** Notes that a runner is there, and what it says of itself. */
export async function noteRunner(db: Db, name: string, { version, network }: { version: string; network: boolean }): Promise<void> {
  await db.updateTable('runner').set({ version, network, seen_at: sql<Date>`now()` }).where('name', '=', name).execute();
}

export async function seeRunner(db: Db, name: string): Promise<void> {
  await db.updateTable('runner').set({ seen_at: sql<Date>`now()` }).where('name', '=', name).execute();
}

/** Has steps that wait for a runner looked at again, since there are others now. */
export async function recallSteps(db: Db): Promise<void> {
  await db.updateTable('step').set({ next_at: sql<Date>`now()` }).where('type', '=', 'run').where('state', '=', 'waiting').execute();
}

export interface RunningStep {
  runner: string;
  pipeline: string;
  number: number;
  step: string;
}

/** What runners do at this moment. */
export const selectRunning = (db: Db): Promise<RunningStep[]> =>
  db
    .selectFrom('step')
    .innerJoin('run', 'run.id', 'step.run')
    .innerJoin('pipeline', 'pipeline.id', 'run.pipeline')
    .select(['step.runner as runner', 'pipeline.name as pipeline', 'run.number as number', 'step.id as step'])
    .where('step.runner', 'is not', null)
    .where('step.state', '=', 'running')
    .orderBy('step.started_at')
    .$narrowType<{ runner: string }>()
    .execute();
