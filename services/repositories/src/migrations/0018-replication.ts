import { type Kysely, sql } from 'kysely';

/** Replications of repositories, their runs, what is known to be on the other side, and what has changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replication (
      id bigint generated always as identity primary key,
      repository_id bigint not null references repository on delete cascade,
      url text not null,
      username text not null,
      password text,
      enabled boolean not null,
      cron text not null,
      events boolean not null,
      sync_deletes boolean not null,
      sync_properties boolean not null,
      include_prefix text not null,
      exclude_prefix text not null,
      check_binaries boolean not null,
      proxy text not null,
      disable_proxy boolean not null,
      timeout_milliseconds int not null,
      allow_private boolean not null,
      next_run_at timestamptz,
      failures int not null default 0,
      retry_at timestamptz,
      message text,
      said jsonb,
      modified_at timestamptz not null default now(),
      modified_by text not null,
      unique (repository_id, url)
    );
    create table replication_run (
      id bigint generated always as identity primary key,
      replication_id bigint not null references replication on delete cascade,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'finished', 'failed', 'cancelled')),
      requested_by text not null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      attempts int not null default 0,
      total bigint not null default 0,
      sent bigint not null default 0,
      known bigint not null default 0,
      bytes bigint not null default 0,
      properties bigint not null default 0,
      deleted bigint not null default 0,
      refused bigint not null default 0,
      current text,
      message text,
      said jsonb
    );
    create index replication_run_replication on replication_run (replication_id, id);
    -- Of one replication one run is open.
    create unique index replication_run_open on replication_run (replication_id) where finished_at is null;
    create table replication_copy (
      replication_id bigint not null references replication on delete cascade,
      path text not null,
      sha256 text not null,
      -- Hash of the properties that were sent; null when nobody knows which there are.
      properties text,
      -- The run that last saw it on the other side.
      seen_by bigint,
      primary key (replication_id, path)
    );
    create table replication_change (
      id bigint generated always as identity primary key,
      replication_id bigint not null references replication on delete cascade,
      path text not null,
      noted_at timestamptz not null default now()
    );
    create index replication_change_path on replication_change (replication_id, path, id);
  `.execute(db);
  await noteChanges(db);
}

/**
 * The database itself writes down which paths changed, in the transaction of the change: so nothing is lost, nothing that was undone is sent, and no way
 * of writing is missed. Without replications that follow changes it costs a look at an empty table for each statement.
 */
async function noteChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_replicated_artifacts() returns trigger language plpgsql set search_path from current as $$
    begin
      if exists (select from replication where events and enabled) then
        insert into replication_change (replication_id, path)
        select replication.id, changed.path from changed join replication using (repository_id) where replication.events and replication.enabled;
      end if;
      return null;
    end $$;
    create function note_replicated_properties() returns trigger language plpgsql set search_path from current as $$
    begin
      if exists (select from replication where events and enabled) then
        insert into replication_change (replication_id, path)
        select distinct replication.id, artifact.path from changed join artifact on artifact.id = changed.artifact_id
          join replication using (repository_id) where replication.events and replication.enabled;
      end if;
      return null;
    end $$;
    create function note_replicated_replacement() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into replication_change (replication_id, path)
      select distinct replication.id, changed.path from (values (old.repository_id, old.path), (new.repository_id, new.path)) as changed (repository_id, path)
        join replication using (repository_id) where replication.events and replication.enabled;
      return null;
    end $$;
    create trigger artifact_replication_added after insert on artifact referencing new table as changed
      for each statement execute function note_replicated_artifacts();
    create trigger artifact_replication_removed after delete on artifact referencing old table as changed
      for each statement execute function note_replicated_artifacts();
    create trigger artifact_replication_replaced after update of sha256, path, repository_id on artifact
      for each row when (old.sha256 <> new.sha256 or old.path <> new.path or old.repository_id <> new.repository_id)
      execute function note_replicated_replacement();
    create trigger property_replication_added after insert on property referencing new table as changed
      for each statement execute function note_replicated_properties();
    create trigger property_replication_changed after update on property referencing new table as changed
      for each statement execute function note_replicated_properties();
    create trigger property_replication_removed after delete on property referencing old table as changed
      for each statement execute function note_replicated_properties();
  `.execute(db);
}
