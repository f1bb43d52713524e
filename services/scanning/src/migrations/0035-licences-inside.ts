import { type Kysely, sql } from 'kysely';

/** What is inside something has licences of its own, by which whatever holds it is judged. Content is read again by the present extractors, which note them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table inventory add column licences text[] not null default '{}';
    comment on column inventory.licences is 'As whoever made the component wrote them there.';
    create function custom_licence_listed() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform components_touched(array(select distinct component_id from touched_rows));
        return null;
      end $$;
    create or replace function custom_licence_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform components_touched(array(select distinct n.component_id from new_rows n join old_rows o using (component_id, project) where n.expression <> o.expression));
        return null;
      end $$;
    drop trigger custom_licence_inserted on custom_licence;
    drop trigger custom_licence_deleted on custom_licence;
    create trigger custom_licence_inserted after insert on custom_licence referencing new table as touched_rows for each statement execute function custom_licence_listed();
    create trigger custom_licence_deleted after delete on custom_licence referencing old table as touched_rows for each statement execute function custom_licence_listed();
    create or replace function own_licence_touched() returns trigger language plpgsql set search_path = scanning as $$
      declare
        words text[] := '{}';
      begin
        if tg_op <> 'INSERT' then words := words || lower(old.name) || old.spellings; end if;
        if tg_op <> 'DELETE' then words := words || lower(new.name) || new.spellings; end if;
        perform judge_again(array(select target.id from target
          where exists (select from unnest(target.licences) as stated where lower(btrim(stated)) = any(words))
            or target.component_id in (select component_id from custom_licence where lower(btrim(expression)) = any(words))
            or target.subject_id in (select subject_id from inventory where licences <> '{}'
              and exists (select from unnest(licences) as stated where lower(btrim(stated)) = any(words)))
            or target.subject_id in (select subject_id from inventory join custom_licence using (component_id) where lower(btrim(expression)) = any(words))));
        return null;
      end $$;
  `.execute(db);
}
