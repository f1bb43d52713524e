import { type Kysely, sql } from 'kysely';

/**
 * Revisions that never repeat. The database itself gives them, from one sequence, whenever a row is written: so a row that was deleted and made anew
 * never has an old one, no way of writing is missed, and what was remembered under a revision is good for as long as that is the row's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence revision;
    create function take_revision() returns trigger language plpgsql as $$
    begin
      new.revision := nextval(format('%I.revision', tg_table_schema));
      return new;
    end $$;
    select setval('revision', (select coalesce(max(revision), 0) + 1 from package));
    create trigger package_revision before insert or update on package for each row execute function take_revision();

    alter table repository add revision bigint not null default nextval('revision');
    create trigger repository_revision before insert or update on repository for each row execute function take_revision();

    alter table name_claim add revision bigint not null default nextval('revision');

    -- Of all repositories and their members together: whoever has them in memory sees here whether they are still so.
    create table directory_revision (
      only_row boolean primary key default true check (only_row),
      revision bigint not null
    );
    insert into directory_revision (revision) values (nextval('revision'));
    create function note_directory() returns trigger language plpgsql as $$
    begin
      execute format('update %I.directory_revision set revision = nextval(%L)', tg_table_schema, format('%I.revision', tg_table_schema));
      return null;
    end $$;
    create trigger repository_directory after insert or update or delete on repository for each statement execute function note_directory();
    create trigger repository_member_directory after insert or update or delete on repository_member for each statement execute function note_directory();
  `.execute(db);
}
