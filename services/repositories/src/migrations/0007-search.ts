import { type Kysely, sql } from 'kysely';

/**
 * Adds what searches walk and look up: artifacts by their last change, letters anywhere in names and folders, and what is inside archives.
 * `pg_trgm` and `btree_gin` come with PostgreSQL; whoever may create a schema may create them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm with schema public;
    create extension if not exists btree_gin with schema public;
    create index artifact_changed on artifact (modified_at desc, id desc);
    create index artifact_letters on artifact using gin (lower(name) gin_trgm_ops, lower(folder) gin_trgm_ops, repository_id) with (gin_pending_list_limit = 512);
    -- How rare some letters are decides what is asked first, and a hundred samples do not tell.
    alter index artifact_letters alter column 1 set statistics 1000;
    alter index artifact_letters alter column 2 set statistics 1000;
    create index artifact_below on artifact (lower(folder) text_pattern_ops, repository_id);
    create index build_letters on build using gin (lower(name) gin_trgm_ops);
    create index package_letters on package using gin (lower(name) gin_trgm_ops);
    create table archive_content (
      id bigint generated always as identity primary key,
      sha256 text not null unique references blob on delete cascade,
      entries integer not null,
      problem text,
      read_at timestamptz not null default now()
    );
    create table archive_entry (
      content_id bigint not null references archive_content on delete cascade,
      path text not null,
      name text not null,
      primary key (content_id, path)
    );
    create index archive_entry_letters on archive_entry using gin (lower(path) gin_trgm_ops) with (gin_pending_list_limit = 512);
    create index artifact_archive on artifact (sha256) where lower(name) ~ '\\.(jar|war|ear|sar|har|hpi|jpi|aar|zip|nupkg|whl)$';
  `.execute(db);
}
