import { type Selectable, sql } from 'kysely';
import type { PipelineRow } from '../pipeline/pipeline-queries.ts';
import type { Db, EffectTable, ScheduleTable } from '../schema.ts';

/** Pipelines that listen to one of these events. */
export const selectListening = (db: Db, events: readonly string[]): Promise<PipelineRow[]> =>
  db.selectFrom('pipeline').selectAll().where('enabled', '=', true).where(sql<boolean>`events && ${events}::text[]`).orderBy('id').execute();

/** What steps have changed within the last hour of these; later nobody takes what happens for its consequence. */
export const selectEffects = (db: Db, subjects: readonly string[]): Promise<Selectable<EffectTable>[]> =>
  db.selectFrom('effect').selectAll().where(sql<boolean>`subject = any(${subjects}::text[])`).where('at', '>', sql<Date>`now() - interval '1 hour'`).execute();

export interface DueSchedule extends Selectable<ScheduleTable> {
  now: Date;
}

/** Schedules whose moment has come, held until the transaction ends. */
export async function selectDueSchedules(db: Db, limit: number): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select schedule.*, now() as now from schedule join pipeline on pipeline.id = schedule.pipeline
    where schedule.next_at <= now() and pipeline.enabled order by schedule.next_at limit ${limit} for update of schedule skip locked`.execute(db);
  return rows;
}

export async function moveSchedule(db: Db, { pipeline, place }: Pick<ScheduleTable, 'pipeline' | 'place'>, next: Date | undefined): Promise<void> {
  if (next) await db.updateTable('schedule').set({ next_at: next }).where('pipeline', '=', pipeline).where('place', '=', place).execute();
  else await db.deleteFrom('schedule').where('pipeline', '=', pipeline).where('place', '=', place).execute();
}
