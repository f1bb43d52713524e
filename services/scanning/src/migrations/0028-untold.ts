import { type Kysely, sql } from 'kysely';

/**
 * What nobody was told of yet stands in a narrow table of its own. A mark on the violation had each written twice: once when it opened, and once more, with all its indexes and
 * figures, when its watch told of it. Nothing refers to a violation here, since that would have each row locked once more; what is deleted takes its row along.
 * Views that name all columns are made anew, with those that they need.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table untold (violation_id bigint primary key, watch_id bigint not null);
    create index untold_watch on untold (watch_id);
    insert into untold (violation_id, watch_id) select id, watch_id from violation where state <> 'closed' and not told;
    drop index violation_untold;
    drop view violation_tally, subject_tally, hour_tally, lapsed;
    alter table violation drop column told;
    create view lapsed as select repository, watch_id, policy_id, kind, subject, severity, fixed_versions, opened_at, blocks_from from violation
      where state = 'ignored' and ignored_until is not null and ignored_until <= now();
    create view violation_tally as
      select repository, watch_id, policy_id, kind, severity, active, ignored, fixable from tally_step
      union all select repository, watch_id, policy_id, kind, severity, 1, -1, (fixed_versions <> '{}')::integer from lapsed;
    create view subject_tally as
      select repository, kind, subject, severity, active, ignored, fixable from subject_step
      union all select repository, kind, subject, severity, 1, -1, (fixed_versions <> '{}')::integer from lapsed;
    create view hour_tally as
      select repository, hour, opened, closed, ignored, returned, standing, blocking from hour_step
      union all select repository, date_trunc('hour', opened_at, 'UTC'), 0, 0, 0, 0, 1, 0 from lapsed
      union all select repository, date_trunc('hour', blocks_from, 'UTC'), 0, 0, 0, 0, 0, 1 from lapsed where blocks_from is not null;
    create function violation_forgotten() returns trigger language plpgsql set search_path = scanning as $$
      begin
        delete from untold using old_rows where untold.violation_id = old_rows.id;
        return null;
      end $$;
    create trigger violation_forgotten after delete on violation referencing old table as old_rows for each statement execute function violation_forgotten();
  `.execute(db);
}
