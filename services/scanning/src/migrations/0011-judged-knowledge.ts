import { type Kysely, sql } from 'kysely';

/** Licences that people set and operational risks decide about violations, too: what they touch is judged again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function knowledge_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(array(select target.id from target where target.component_id in (select distinct component_id from touched_rows)));
        return null;
      end $$;
    create trigger custom_licence_inserted after insert on custom_licence referencing new table as touched_rows for each statement execute function knowledge_touched();
    create trigger custom_licence_changed after update on custom_licence referencing new table as touched_rows for each statement execute function knowledge_touched();
    create trigger custom_licence_deleted after delete on custom_licence referencing old table as touched_rows for each statement execute function knowledge_touched();
    create trigger operational_inserted after insert on operational referencing new table as touched_rows for each statement execute function knowledge_touched();
    create trigger operational_changed after update on operational referencing new table as touched_rows for each statement execute function knowledge_touched();
    create trigger operational_deleted after delete on operational referencing old table as touched_rows for each statement execute function knowledge_touched();
  `.execute(db);
}
