import { runnerLimits } from '@packhouse/contract/pipelines/runner-routes.ts';
import { sql } from 'kysely';
import type { StepRow } from '../run/run-queries.ts';
import type { Db } from '../schema.ts';

/** A step that a runner holds. */
export interface HeldStep extends StepRow {
  lease: string;
  started_at: Date;
}

/** Hands a step that waits for this runner, among others, to it alone; it has to be begun before the offer ends. */
export async function claimForRunner(db: Db, runner: string): Promise<HeldStep | undefined> {
  const { rows } = await sql<HeldStep>`
    with chosen as (
      select run, id from step where type = 'run' and state = 'waiting' and jsonb_exists(result->'runners', ${runner})
      order by started_at, run, position limit 1 for update skip locked
    )
    update step set state = 'running', waits_for = null, runner = ${runner}, lease = gen_random_uuid(),
      lease_until = now() + make_interval(secs => ${runnerLimits.offer})
    from chosen where step.run = chosen.run and step.id = chosen.id returning step.*`.execute(db);
  return rows[0];
}

/** The step that is held under this lease by this runner. */
export const findHeld = (db: Db, runner: string, lease: string): Promise<HeldStep | undefined> =>
  db
    .selectFrom('step')
    .selectAll()
    .where('lease', '=', lease)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .$narrowType<{ lease: string; started_at: Date }>()
    .executeTakeFirst();

/** Holds a step for longer, which is begun by now; false where it is not this runner's any more. */
export async function holdForRunner(db: Db, runner: string, lease: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('step')
    .set({
      lease_until: sql<Date>`now() + make_interval(secs => ${runnerLimits.lease})`,
      result: sql<string>`coalesce(result, '{}') || '{"isBegun": true}'`,
    })
    .where('lease', '=', lease)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface Output {
  step: Pick<HeldStep, 'run' | 'id' | 'lease'>;
  first: number;
  lines: readonly string[];
}

/** Keeps lines by their numbers; those that are there already stay as they are. */
export async function insertOutput(db: Db, { step: { run, id, lease }, first, lines }: Output): Promise<void> {
  const kept = lines.slice(0, Math.max(0, runnerLimits.lines - first));
  if (kept.length === 0) return;
  await db
    .insertInto('step_log')
    .values(kept.map((message, at) => ({ run, step: id, lease, piece: first + at, message })))
    .onConflict((conflict) => conflict.columns(['run', 'step', 'lease', 'piece']).where('piece', 'is not', null).doNothing())
    .execute();
}
