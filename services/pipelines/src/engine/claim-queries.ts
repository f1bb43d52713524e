import { sql } from 'kysely';
import type { StepRow } from '../run/run-queries.ts';
import type { Db } from '../schema.ts';

/** Seconds for which a step is held; whoever does it renews that while it lasts. */
const lease = 30;

/** A step that this process does now. */
export interface ClaimedStep extends StepRow {
  lease: string;
  started_at: Date;
  /** By the clock of the database. */
  now: Date;
  /** It is begun, rather than looked at again. */
  begins: boolean;
  /** Whoever did it before ended without a word. */
  was_lost: boolean;
}

/** Takes steps whose turn has come, those that are to be looked at again, and those whose holder is gone; nobody else has them until the lease ends. */
export async function claimSteps(db: Db, free: number): Promise<ClaimedStep[]> {
  const { rows } = await sql<ClaimedStep>`
    with due as materialized (
      select run, id, state, next_at from step where state in ('ready', 'waiting') and next_at <= now()
      order by next_at limit ${free} for update skip locked
    ), lost as materialized (
      select run, id, state, next_at from step where state = 'running' and lease_until < now() limit ${free} for update skip locked
    ), chosen as (select * from lost union all select * from due limit ${free})
    update step set state = 'running', lease = gen_random_uuid(), lease_until = now() + make_interval(secs => ${lease}),
      attempt = step.attempt + case when chosen.state = 'waiting' then 0 else 1 end, started_at = coalesce(step.started_at, now())
    from chosen where step.run = chosen.run and step.id = chosen.id
    returning step.*, now() as now, chosen.state <> 'waiting' as begins, chosen.state = 'running' as was_lost`.execute(db);
  return rows;
}

/** Holds a step for longer; false when it is somebody else's by now, or cancelled. */
export async function renewLease(db: Db, { run, id, lease: own }: Pick<ClaimedStep, 'run' | 'id' | 'lease'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('step')
    .set({ lease_until: sql<Date>`now() + make_interval(secs => ${lease})` })
    .where('run', '=', run)
    .where('id', '=', id)
    .where('lease', '=', own)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Remembers what a step is about to change, by whom, with how many runs in a row led to it. */
export async function noteEffects(db: Db, subjects: readonly string[], { depth, by }: { depth: number; by: string }): Promise<void> {
  if (subjects.length === 0) return;
  await db
    .insertInto('effect')
    .values([...new Set(subjects)].map((subject) => ({ subject, depth, by, at: sql<Date>`now()` })))
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ depth: (eb) => eb.ref('excluded.depth'), by: (eb) => eb.ref('excluded.by'), at: (eb) => eb.ref('excluded.at') }),
    )
    .execute();
}
