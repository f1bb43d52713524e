import { type Kysely, sql } from 'kysely';

/**
 * What belongs to a violation goes with it by one trigger for each statement. As references, each row of what happened and each block had its violation looked up and locked,
 * which took half of the time in which new violations are written; and both are only ever written together with their violation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table violation_event drop constraint violation_event_violation_id_fkey;
    alter table block drop constraint block_violation_id_fkey;
    create or replace function violation_forgotten() returns trigger language plpgsql set search_path = scanning as $$
      begin
        delete from untold using old_rows where untold.violation_id = old_rows.id;
        delete from violation_event using old_rows where violation_event.violation_id = old_rows.id;
        delete from block using old_rows where block.violation_id = old_rows.id;
        return null;
      end $$;
  `.execute(db);
}
