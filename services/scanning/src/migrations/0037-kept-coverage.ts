import { type Kysely, sql } from 'kysely';

const columns = 'repository, state, kind';

/** Rows that count (`step` 1) or count no more (-1), as figures that are added to those before. */
const addSteps = (rows: string) => `
      insert into target_step (${columns}, versions, scanned)
        select ${columns}, sum(step), sum(step * is_scanned::integer) from (
            select step, repository, state, '' as kind, scanned_at is not null as is_scanned from (${rows}) as one
            union all select step, repository, '', kind, true from (${rows}) as one cross join unnest(kinds) as kind where scanned_at is not null) as counted
        group by ${columns} having sum(step) <> 0 or sum(step * is_scanned::integer) <> 0;`;

const wanted = 'repository, state, scanned_at, kinds';
const plus = `select 1 as step, ${wanted} from new_rows`;
const minus = `select -1 as step, ${wanted} from old_rows`;

/**
 * How much is judged, and how much cannot be, is told without counting versions. Each knows the kinds of components that it and what is inside it are of; triggers
 * write a step for whatever changes, and steps are put together now and then. An index of which more images came was judged without these, so that it counts as never judged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function kinds_of(subject bigint, component bigint) returns text[] language sql stable set search_path = scanning as $$
      select coalesce(array_agg(ecosystem order by ecosystem), '{}') from (
        select component.ecosystem from component where component.id = kinds_of.component
        union select component.ecosystem from inventory join component on component.id = inventory.component_id where inventory.subject_id = kinds_of.subject) as held
      where ecosystem <> ''
    $$;
    alter table target add column kinds text[];
    comment on column target.kinds is 'Ecosystems of the package and of what is inside it. Null: nobody has looked yet.';
    create index target_kinds_unknown on target (id) where kinds is null;
    create index target_kinds on target using gin (kinds);
    create index target_gap on target (repository, state, path) where state in ('not scanned', 'scan failed', 'not supported');

    create function target_of_kinds() returns trigger language plpgsql set search_path = scanning as $$
      begin
        new.kinds := kinds_of(new.subject_id, new.component_id);
        return new;
      end $$;
    create trigger target_of_kinds before insert or update of subject_id, component_id on target for each row execute function target_of_kinds();

    create table target_step (
      repository text not null,
      state text not null,
      kind text not null,
      versions bigint not null,
      scanned bigint not null,
      folded boolean not null default false
    );
    comment on table target_step is 'Versions by state (kind is empty then), and those that hold components of a kind (state is empty then), in figures that add up.';
    create index target_step_fresh on target_step (folded) where not folded;

    create function target_counted() returns trigger language plpgsql set search_path = scanning as $$
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
    create trigger target_counted_new after insert on target referencing new table as new_rows for each statement execute function target_counted();
    create trigger target_counted_changed after update on target
      referencing old table as old_rows new table as new_rows for each statement execute function target_counted();
    create trigger target_counted_gone after delete on target referencing old table as old_rows for each statement execute function target_counted();

    create function fold_targets() returns void language plpgsql set search_path = scanning as $$
      begin
        with fresh as (delete from target_step where not folded returning ${columns}, versions, scanned),
          before as (delete from target_step step using (select distinct ${columns} from fresh) as fresh
            where step.folded and step.repository = fresh.repository and step.state = fresh.state and step.kind = fresh.kind
            returning step.repository, step.state, step.kind, step.versions, step.scanned)
        insert into target_step (${columns}, versions, scanned, folded)
          select ${columns}, sum(versions), sum(scanned), true from (select * from fresh union all select * from before) as one group by ${columns}
          having sum(versions) <> 0 or sum(scanned) <> 0;
      end $$;
    comment on function fold_targets is 'Puts steps together that came one by one. Figures are the same before and after, whoever does so at the same time.';

    create or replace function target_touched() returns trigger language plpgsql set search_path = scanning as $$
      declare fresh bigint[] := '{}';
      begin
        if tg_op = 'INSERT' then
          fresh := array(select id from new_rows);
          perform judge_again(fresh);
        elsif tg_op = 'DELETE' then
          perform judge_again(array(select id from old_rows union select part.assembly_id from old_rows join assembly_part part using (sha256)));
        else
          perform judge_again(array(
            with changed as (select n.id, o.sha256 from new_rows n join old_rows o on o.id = n.id
              where (n.sha256, n.licences, n.component_id, n.subject_id, n.package, n.version, n.scanned_at is null)
                is distinct from (o.sha256, o.licences, o.component_id, o.subject_id, o.package, o.version, o.scanned_at is null))
            select id from changed union select part.assembly_id from changed join assembly_part part using (sha256)));
          fresh := array(select n.id from new_rows n join old_rows o on o.id = n.id
            where n.sha256 <> o.sha256 or n.subject_id <> o.subject_id or (o.scanned_at is null and n.scanned_at is not null));
        end if;
        if cardinality(fresh) > 0 then update evaluation_due set unjudged = true where target_id = any(fresh); end if;
        return null;
      end $$;

    do $$ begin ${addSteps(`select 1 as step, ${wanted} from target`)} end $$;
    select fold_targets();
  `)
    .execute(db);
}
