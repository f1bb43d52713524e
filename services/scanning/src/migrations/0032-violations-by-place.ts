import { type Kysely, sql } from 'kysely';

const figures = ['active', 'ignored', 'fixable'] as const;
const places = 'repository, path, package, watch_id, policy_id, kind, severity';
const components = 'repository, component_id, severity';

/** Rows that count (`step` 1) or count no more (-1), as figures that are added to those before; what a change left as it was comes to nothing. */
function addSteps(rows: string): string {
  const sums = [
    `sum(step * (state = 'active')::integer)`,
    `sum(step * (state = 'ignored')::integer)`,
    `sum(step * (state = 'active' and fixed_versions <> '{}')::integer)`,
  ];
  const changes = sums.map((sum) => `${sum} <> 0`).join(' or ');
  return `
      insert into place_step (${places}, ${figures.join(', ')})
        select ${places}, ${sums.join(', ')} from (${rows}) as one where state <> 'closed' group by ${places} having ${changes};
      insert into component_step (${components}, ${figures.join(', ')})
        select ${components}, ${sums.join(', ')} from (${rows}) as one cross join lateral unnest(one.components) as held (component_id)
        where state <> 'closed' group by ${components} having ${changes};`;
}

const columns = 'repository, path, package, watch_id, policy_id, kind, severity, components, fixed_versions, state';
const plus = `select 1 as step, ${columns} from new_rows`;
const minus = `select -1 as step, ${columns} from old_rows`;

/** Puts the figures of what came since they were last put together with those before, which an index on its first column finds. */
function fold(table: string, key: string): string {
  const named = (alias: string) => key.split(', ').map((name) => `${alias}.${name}`);
  const same = key
    .split(', ')
    .map((name) => `step.${name} = fresh.${name}`)
    .join(' and ');
  return `
      with fresh as (delete from ${table} where not folded returning ${key}, ${figures.join(', ')}),
        before as (delete from ${table} step using (select distinct ${key} from fresh) as fresh where step.folded and ${same}
          returning ${named('step').join(', ')}, ${figures.map((name) => `step.${name}`).join(', ')})
      insert into ${table} (${key}, ${figures.join(', ')}, folded)
        select ${key}, ${figures.map((name) => `sum(${name})`).join(', ')}, true from (select * from fresh union all select * from before) as one group by ${key}
        having ${figures.map((name) => `sum(${name}) <> 0`).join(' or ')};`;
}

const counts = `
      active integer not null,
      ignored integer not null,
      fixable integer not null,
      folded boolean not null default false`;

/** How many violations each place and each component has is told without counting them, too: by steps, as other figures are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table place_step (
      repository text not null,
      path text not null,
      package text not null,
      watch_id bigint not null,
      policy_id bigint not null,
      kind text not null,
      severity smallint not null,${counts}
    );
    create table component_step (
      repository text not null,
      component_id bigint not null,
      severity smallint not null,${counts}
    );
    create index place_step_fresh on place_step (folded) where not folded;
    create index place_step_path on place_step (path, repository) where folded;
    create index component_step_fresh on component_step (folded) where not folded;
    create index component_step_component on component_step (component_id, repository) where folded;

    create view lapsed_place as select ${columns} from violation where state = 'ignored' and ignored_until is not null and ignored_until <= now();
    create view place_tally as
      select ${places}, active, ignored, fixable from place_step
      union all select ${places}, 1, -1, (fixed_versions <> '{}')::integer from lapsed_place;
    create view component_tally as
      select ${components}, active, ignored, fixable from component_step
      union all select ${components}, 1, -1, (fixed_versions <> '{}')::integer from lapsed_place cross join lateral unnest(components) as held (component_id);

    create function violation_placed() returns trigger language plpgsql set search_path = scanning as $$
      begin
        if tg_op = 'INSERT' then
          ${addSteps(plus)}
        elsif tg_op = 'DELETE' then
          ${addSteps(minus)}
        else
          ${addSteps(`${plus} union all ${minus}`)}
        end if;
        return null;
      end $$;
    create trigger violation_placed_new after insert on violation referencing new table as new_rows for each statement execute function violation_placed();
    create trigger violation_placed_changed after update on violation
      referencing old table as old_rows new table as new_rows for each statement execute function violation_placed();
    create trigger violation_placed_gone after delete on violation referencing old table as old_rows for each statement execute function violation_placed();

    create function fold_places() returns void language plpgsql set search_path = scanning as $$
      begin
        ${fold('place_step', places)}
        ${fold('component_step', components)}
      end $$;
    comment on function fold_places is 'Puts steps together that came one by one. Figures are the same before and after, whoever does so at the same time.';

    do $$ begin ${addSteps(`select 1 as step, ${columns} from violation`)} end $$;
    select fold_places();
  `)
    .execute(db);
}
