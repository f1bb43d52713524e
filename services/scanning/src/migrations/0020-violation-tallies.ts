import { type Kysely, sql } from 'kysely';

/** Rows that count (`step` 1) or count no more (-1), as figures that are added to those before. */
function addSteps(rows: string): string {
  const active = `step * (state = 'active')::integer`;
  const ignored = `step * (state = 'ignored')::integer`;
  const fixable = `step * (state = 'active' and fixed_versions <> '{}')::integer`;
  const figures = `sum(${active}), sum(${ignored}), sum(${fixable})`;
  const changes = `sum(${active}) <> 0 or sum(${ignored}) <> 0 or sum(${fixable}) <> 0`;
  const byHour = (column: string, into: string) => `
      insert into hour_step (repository, hour, ${into}) select repository, date_trunc('hour', ${column}, 'UTC'), sum(step) from (${rows}) as one
        where state = 'active' and ${column} is not null group by 1, 2 having sum(step) <> 0;`;
  return `
      insert into tally_step (repository, watch_id, policy_id, kind, severity, active, ignored, fixable)
        select repository, watch_id, policy_id, kind, severity, ${figures} from (${rows}) as one group by 1, 2, 3, 4, 5 having ${changes};
      insert into subject_step (repository, kind, subject, severity, active, ignored, fixable)
        select repository, kind, subject, severity, ${figures} from (${rows}) as one group by 1, 2, 3, 4 having ${changes};
      ${byHour('opened_at', 'standing')}
      ${byHour('blocks_from', 'blocking')}`;
}

const plus = 'select 1 as step, new_rows.* from new_rows';
const minus = 'select -1 as step, old_rows.* from old_rows';
/** What happened to the number of active ones, by where it happened. */
const addHappened = (cases: string) => `
      insert into hour_step (repository, hour, opened, closed, ignored, returned)
        select repository, date_trunc('hour', now(), 'UTC'), count(*) filter (where what = 'opened'), count(*) filter (where what = 'closed'),
          count(*) filter (where what = 'ignored'), count(*) filter (where what = 'returned')
        from (${cases}) as happened where what is not null group by repository;`;
// Both sides of an update are put together by grouping: what has no statistics is otherwise joined row by row, and thousands change at once.
const changed = `
      select happened.repository, happened.what
        from (select max(repository) filter (where step = 1) as there, max(repository) filter (where step = -1) as here,
            max(state) filter (where step = 1) as now, max(state) filter (where step = -1) as before from (${plus} union all ${minus}) as side group by id) as pair
          cross join lateral (values
            (there, case when now = 'active' and (before = 'closed' or here <> there) then 'opened' when now = 'active' and before = 'ignored' then 'returned' end),
            (here, case when before = 'active' and (now = 'closed' or here <> there) then 'closed' when before = 'active' and now = 'ignored' then 'ignored' end)
          ) as happened (repository, what)`;

/** Puts the figures of what came since they were last put together with those before. */
function fold(table: string, key: string, figures: readonly string[]): string {
  const names = figures.join(', ');
  const sums = figures.map((name) => `sum(${name})`).join(', ');
  const same = key
    .split(', ')
    .map((name) => `step.${name} = fresh.${name}`)
    .join(' and ');
  return `
      with fresh as (delete from ${table} where not folded returning ${key}, ${names}),
        before as (delete from ${table} step using (select distinct ${key} from fresh) as fresh where step.folded and ${same} returning ${key
          .split(', ')
          .map((name) => `step.${name}`)
          .join(', ')}, ${figures.map((name) => `step.${name}`).join(', ')})
      insert into ${table} (${key}, ${names}, folded)
        select ${key}, ${sums}, true from (select * from fresh union all select * from before) as one group by ${key}
        having ${figures.map((name) => `sum(${name}) <> 0`).join(' or ')};`;
}

/**
 * How many violations there are is told without counting them. Triggers write a step for whatever changes, so that no way of changing something can forget it; nothing is
 * updated, so that nobody waits for anybody. Sums of steps are figures, however many of them have been folded together. What is ignored until a moment that has come counts
 * as active from that second on, by the views.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table violation add column blocks_from timestamptz;
    comment on column violation.blocks_from is 'Since when it keeps a file from being downloaded, by its blocks.';
    update violation set blocks_from = found.from_at from (select violation_id, min(from_at) as from_at from block group by violation_id) as found
      where violation.id = found.violation_id;
    create index violation_opened on violation (opened_at, id) where state <> 'closed';
    create index violation_package on violation (lower(package), severity, id) where state <> 'closed';
    create index violation_blocks on violation (blocks_from) where state <> 'closed' and blocks_from is not null;
    create index violation_lapses on violation (ignored_until) where state = 'ignored' and ignored_until is not null;
    drop index violation_subject;
    create index violation_subject on violation (subject, target_id) where state <> 'closed';
    drop table violation_count;

    create table tally_step (
      repository text not null,
      watch_id bigint not null,
      policy_id bigint not null,
      kind text not null,
      severity smallint not null,
      active integer not null,
      ignored integer not null,
      fixable integer not null,
      folded boolean not null default false
    );
    create table subject_step (
      repository text not null,
      kind text not null,
      subject text not null,
      severity smallint not null,
      active integer not null,
      ignored integer not null,
      fixable integer not null,
      folded boolean not null default false
    );
    create table hour_step (
      repository text not null,
      hour timestamptz not null,
      opened integer not null default 0,
      closed integer not null default 0,
      ignored integer not null default 0,
      returned integer not null default 0,
      standing integer not null default 0,
      blocking integer not null default 0,
      folded boolean not null default false
    );
    create index tally_step_fresh on tally_step (folded) where not folded;
    create index subject_step_fresh on subject_step (folded) where not folded;
    create index hour_step_fresh on hour_step (folded) where not folded;
    create index hour_step_hour on hour_step (hour);
    comment on column hour_step.opened is 'How many became active in the hour; closed, ignored and returned likewise.';
    comment on column hour_step.standing is 'Active ones that were opened in the hour.';
    comment on column hour_step.blocking is 'Active ones whose block begins in the hour.';

    create view lapsed as select * from violation where state = 'ignored' and ignored_until is not null and ignored_until <= now();
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

    create function violation_counted() returns trigger language plpgsql set search_path = scanning as $$
      begin
        if tg_op = 'INSERT' then
          ${addSteps(plus)}
          ${addHappened(`select repository, case when state = 'active' then 'opened' end as what from new_rows`)}
        elsif tg_op = 'DELETE' then
          ${addSteps(minus)}
          ${addHappened(`select repository, case when state = 'active' then 'closed' end as what from old_rows`)}
        else
          ${addSteps(`${plus} union all ${minus}`)}
          ${addHappened(changed)}
        end if;
        return null;
      end $$;
    create trigger violation_inserted after insert on violation referencing new table as new_rows for each statement execute function violation_counted();
    create trigger violation_changed after update on violation
      referencing old table as old_rows new table as new_rows for each statement execute function violation_counted();
    create trigger violation_deleted after delete on violation referencing old table as old_rows for each statement execute function violation_counted();

    create function block_told() returns trigger language plpgsql set search_path = scanning as $$
      begin
        update violation set blocks_from = found.from_at
          from (select touched.violation_id, (select min(block.from_at) from block where block.violation_id = touched.violation_id) as from_at
            from (select distinct violation_id from touched_rows) as touched) as found
          where violation.id = found.violation_id and violation.blocks_from is distinct from found.from_at;
        return null;
      end $$;
    create trigger block_inserted after insert on block referencing new table as touched_rows for each statement execute function block_told();
    create trigger block_changed after update on block referencing new table as touched_rows for each statement execute function block_told();
    create trigger block_deleted after delete on block referencing old table as touched_rows for each statement execute function block_told();

    create function fold_tallies() returns void language plpgsql set search_path = scanning as $$
      begin
        ${fold('tally_step', 'repository, watch_id, policy_id, kind, severity', ['active', 'ignored', 'fixable'])}
        ${fold('subject_step', 'repository, kind, subject, severity', ['active', 'ignored', 'fixable'])}
        ${fold('hour_step', 'repository, hour', ['opened', 'closed', 'ignored', 'returned', 'standing', 'blocking'])}
      end $$;
    comment on function fold_tallies is 'Puts steps together that came one by one. Figures are the same before and after, whoever does so at the same time.';

    do $$ begin ${addSteps('select 1 as step, violation.* from violation')} end $$;
    insert into hour_step (repository, hour, opened, closed, ignored, returned)
      select repository, date_trunc('hour', at, 'UTC'), count(*) filter (where what = 'opened'), count(*) filter (where what = 'closed' and before in ('opened', 'returned')),
        count(*) filter (where what = 'ignored' and before is not null), count(*) filter (where what = 'returned')
      from (select violation.repository, event.what, event.at, lag(event.what) over (partition by event.violation_id order by event.id) as before
        from violation_event event join violation on violation.id = event.violation_id) as happened
      group by 1, 2;
    select fold_tallies();
  `)
    .execute(db);
}
