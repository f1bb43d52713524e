import { type Kysely, sql } from 'kysely';

/** Only what really changed of licences and risks has versions judged again: every night all risks are written anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function custom_licence_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(array(select target.id from target where target.component_id in (
          select n.component_id from new_rows n join old_rows o using (component_id, project) where n.expression <> o.expression)));
        return null;
      end $$;
    create function operational_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(array(select target.id from target where target.component_id in (
          select n.component_id from new_rows n join old_rows o using (component_id) where n.level <> o.level)));
        return null;
      end $$;
    drop trigger custom_licence_changed on custom_licence;
    drop trigger operational_changed on operational;
    create trigger custom_licence_changed after update on custom_licence
      referencing old table as old_rows new table as new_rows for each statement execute function custom_licence_touched();
    create trigger operational_changed after update on operational
      referencing old table as old_rows new table as new_rows for each statement execute function operational_touched();
  `.execute(db);
}
