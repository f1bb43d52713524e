import { type Kysely, sql } from 'kysely';

/**
 * Who types a few letters is offered the shortest packages that begin so, of however many: they are read from the index alone.
 * Builds have many runs: their names stand by themselves, and the last run of each is found by an index. A trigger writes them, because a server of the version
 * before may still publish while the nodes of a cluster are renewed one after the other. What has a property is read from its index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index package_shortest on package (left(lower(name), 1), length(name), name collate "C") include (repository_id, id);
    create index property_value on property (key, value text_pattern_ops) include (artifact_id);
    drop index property_key_value;
    create table build_name (
      repository_id bigint not null references repository on delete cascade,
      name text not null,
      primary key (repository_id, name)
    );
    insert into build_name (repository_id, name) select distinct i.repository_id, d.name from build d join artifact i on i.id = d.artifact_id;
    create function note_build_name() returns trigger language plpgsql set search_path from current as $$
      begin
        insert into build_name (repository_id, name) select repository_id, new.name from artifact where id = new.artifact_id on conflict do nothing;
        return null;
      end $$;
    create trigger note_build_name after insert or update of name on build for each row execute function note_build_name();
    create index build_name_letters on build_name using gin (lower(name) gin_trgm_ops);
    create index build_last on build (name, started_at desc, id desc);
    drop index build_letters;
    drop index build_name_search;`.execute(db);
}
