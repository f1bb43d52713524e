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

/** The schedule that is due for longest, held until the transaction ends. */
export async function selectDueSchedule(db: Db): Promise<DueSchedule | undefined> {
  const { rows } = await sql<DueSchedule>`
    select schedule.*, now() as now from schedule join pipeline on pipeline.id = schedule.pipeline
    where schedule.next_at <= now() and pipeline.enabled order by schedule.next_at limit 1 for update of schedule skip locked`.execute(db);
  return rows[0];
}

export async function moveSchedule(db: Db, { pipeline, place }: Pick<ScheduleTable, 'pipeline' | 'place'>, next: Date | undefined): Promise<void> {
  if (next) await db.updateTable('schedule').set({ next_at: next }).where('pipeline', '=', pipeline).where('place', '=', place).execute();
  else await db.deleteFrom('schedule').where('pipeline', '=', pipeline).where('place', '=', place).execute();
}
