import { type Kysely, sql } from 'kysely';

/** When artifacts expire, downloads by day, what the trash does by itself, how many runs of a build stay, and which packages are still to be read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table download_day (
      version_id bigint not null references version on delete cascade,
      day date not null,
      count bigint not null,
      primary key (version_id, day)
    );
    create table trash_setting (
      only_row boolean primary key default true check (only_row),
      keep_days int check (keep_days > 0)
    );
    -- What was deleted when deleted files stayed for good does not go by itself.
    insert into trash_setting (keep_days) values (case when exists (select from trash) then null else 14 end);
    create index trash_deleted_at on trash (deleted_at);
    create table trash_run (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('empty', 'expire')),
      repository_key text,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'finished', 'failed')),
      requested_by text not null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      total bigint not null default 0,
      files bigint not null default 0,
      bytes bigint not null default 0,
      message text
    );
    create table build_retention (
      repository_id bigint not null references repository on delete cascade,
      name text not null,
      keep_runs int check (keep_runs > 0),
      keep_days int check (keep_days > 0),
      artifacts boolean not null,
      modified_at timestamptz not null default now(),
      modified_by text not null,
      primary key (repository_id, name)
    );
    alter table repository add reader_revision int not null default 1;
    create table package_reading (
      repository_id bigint primary key references repository on delete cascade,
      started_at timestamptz not null default now(),
      total bigint not null default 0,
      done bigint not null default 0
    );`.execute(db);
  // Last, because nobody can read artifacts from here to the end of the transaction.
  await expiry(db);
}

/** The earliest of an artifact's expiry dates, kept by the database itself, so that a download costs no further look and no way of setting properties is missed. */
async function expiry(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table artifact add expires_at timestamptz;
    create index artifact_expires_at on artifact (expires_at) where expires_at is not null;
    create function note_expiry() returns trigger language plpgsql as $$
    declare
      one bigint := case when tg_op = 'DELETE' then old.artifact_id else new.artifact_id end;
    begin
      execute format('update %I.artifact set expires_at = (
        select min(value::timestamptz) from %I.property where artifact_id = $1 and key = ''artifact.expires'') where id = $1', tg_table_schema, tg_table_schema)
        using one;
      return null;
    end $$;
    create trigger property_expiry_set after insert or update on property for each row when (new.key = 'artifact.expires') execute function note_expiry();
    create trigger property_expiry_removed after delete on property for each row when (old.key = 'artifact.expires') execute function note_expiry();`.execute(
    db,
  );
}
