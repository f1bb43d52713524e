import { type Kysely, sql } from 'kysely';

const changed = '(n.sha256, n.licences, n.component_id, n.subject_id, n.package, n.version, n.scanned_at is null)';

/** Whatever has versions judged again may say why, so that a violation that opens by it can tell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table evaluation_due add column causes text[] not null default '{}';
    comment on column evaluation_due.causes is 'What changed since it waits, as far as no moment tells it: licences, risks, properties of files, or the repository.';
    create function judge_because(targets bigint[], cause text) returns void language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(targets);
        update evaluation_due set causes = array_append(causes, cause) where target_id = any(targets) and cause <> all(causes)
          and current_setting('scanning.preview', true) is distinct from 'on';
      end $$;
    create function components_because(touched bigint[], cause text) returns void language sql set search_path = scanning as $$
      select judge_because(array(
        select id from target where component_id = any(touched)
        union select target.id from inventory join target on target.subject_id = inventory.subject_id where inventory.component_id = any(touched)), cause)
    $$;
    create or replace function custom_licence_listed() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform components_because(array(select distinct component_id from touched_rows), 'licence changed');
        return null;
      end $$;
    create or replace function custom_licence_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform components_because(array(select distinct n.component_id from new_rows n join old_rows o using (component_id, project) where n.expression <> o.expression), 'licence changed');
        return null;
      end $$;
    create or replace function own_licence_touched() returns trigger language plpgsql set search_path = scanning as $$
      declare
        words text[] := '{}';
      begin
        if tg_op <> 'INSERT' then words := words || lower(old.name) || old.spellings; end if;
        if tg_op <> 'DELETE' then words := words || lower(new.name) || new.spellings; end if;
        perform judge_because(array(select target.id from target
          where exists (select from unnest(target.licences) as stated where lower(btrim(stated)) = any(words))
            or target.component_id in (select component_id from custom_licence where lower(btrim(expression)) = any(words))
            or target.subject_id in (select subject_id from inventory where licences <> '{}'
              and exists (select from unnest(licences) as stated where lower(btrim(stated)) = any(words)))
            or target.subject_id in (select subject_id from inventory join custom_licence using (component_id) where lower(btrim(expression)) = any(words))),
          'licence changed');
        return null;
      end $$;
    create or replace function knowledge_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_because(array(select target.id from target where target.component_id in (select distinct component_id from touched_rows)), 'risk changed');
        return null;
      end $$;
    create or replace function operational_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_because(array(select target.id from target where target.component_id in (
          select n.component_id from new_rows n join old_rows o using (component_id) where n.level <> o.level)), 'risk changed');
        return null;
      end $$;
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
            with changed as (select n.id, o.sha256 from new_rows n join old_rows o on o.id = n.id where ${changed} is distinct from ${changed.replaceAll('n.', 'o.')})
            select id from changed union select part.assembly_id from changed join assembly_part part using (sha256)));
          perform judge_because(array(
            with licensed as (select n.id, n.sha256 from new_rows n join old_rows o on o.id = n.id where n.sha256 = o.sha256 and n.licences <> o.licences)
            select id from licensed union select part.assembly_id from licensed join assembly_part part using (sha256)), 'licence changed');
          fresh := array(select n.id from new_rows n join old_rows o on o.id = n.id
            where n.sha256 <> o.sha256 or n.subject_id <> o.subject_id or (o.scanned_at is null and n.scanned_at is not null));
        end if;
        if cardinality(fresh) > 0 then update evaluation_due set unjudged = true where target_id = any(fresh); end if;
        return null;
      end $$;
  `)
    .execute(db);
}
