import { sql } from 'kysely';
import type { Db } from '../schema.ts';

const batch = 1000;

/** Forgets runs that ended three months ago, except the last ten of each pipeline. Answers how many; a full batch means that there may be more. */
export async function forgetRuns(db: Db): Promise<number> {
  const { rows } = await sql`
    delete from run where id in (
      select run.id from run join pipeline on pipeline.id = run.pipeline
      where run.ended_at < now() - interval '90 days' and run.number <= pipeline.last_number - 10 limit ${batch}) returning id`.execute(db);
  return rows.length;
}

/** Forgets what nobody takes for the cause of anything any more. */
export async function forgetEffects(db: Db): Promise<void> {
  await sql`delete from effect where at < now() - interval '1 day'`.execute(db);
}
