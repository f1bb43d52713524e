import { type Kysely, sql } from 'kysely';

/** Five tables carry every format (package, version, artifact, blob, property); the rest is about repositories and their upkeep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table repository (
      id bigint generated always as identity primary key,
      key text not null unique,
      class text not null check (class in ('local', 'remote', 'virtual')),
      format text not null,
      description text not null default '',
      settings jsonb not null default '{}',
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table repository_member (
      virtual_id bigint not null references repository on delete cascade,
      member_id bigint not null references repository,
      position integer not null,
      primary key (virtual_id, member_id)
    );
    create index repository_member_member on repository_member (member_id);
    create table blob (
      sha256 text primary key,
      sha1 text not null,
      md5 text not null,
      sha512 text,
      size bigint not null,
      created_at timestamptz not null default now(),
      condemned_at timestamptz
    );
    create index blob_sha1 on blob (sha1);
    create index blob_md5 on blob (md5);
    create index blob_condemned on blob (condemned_at) where condemned_at is not null;
    create table package (
      id bigint generated always as identity primary key,
      repository_id bigint not null references repository on delete cascade,
      name text not null,
      revision bigint not null default 1,
      pointers jsonb not null default '{}',
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      unique (repository_id, name)
    );
    create index package_name on package (lower(name) text_pattern_ops);
    create table version (
      id bigint generated always as identity primary key,
      package_id bigint not null references package on delete cascade,
      version text not null,
      facts jsonb not null default '{}',
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      unique (package_id, version)
    );
    create table artifact (
      id bigint generated always as identity primary key,
      repository_id bigint not null references repository on delete cascade,
      path text not null,
      folder text not null,
      name text not null,
      sha256 text not null references blob,
      version_id bigint references version on delete set null,
      lead boolean not null default false,
      created_at timestamptz not null default now(),
      created_by text not null,
      modified_at timestamptz not null default now(),
      modified_by text not null,
      download_count bigint not null default 0,
      last_downloaded_at timestamptz,
      unique (repository_id, path)
    );
    create index artifact_folder on artifact (repository_id, folder text_pattern_ops, name);
    create index artifact_sha256 on artifact (sha256);
    create index artifact_version on artifact (version_id);
    create index artifact_name on artifact (lower(name) text_pattern_ops);
    create table property (
      artifact_id bigint not null references artifact on delete cascade,
      key text not null,
      value text not null,
      primary key (artifact_id, key, value)
    );
    create index property_key_value on property (key, value text_pattern_ops);
    create table folder (
      repository_id bigint not null references repository on delete cascade,
      path text not null,
      parent text not null,
      name text not null,
      kept boolean not null default false,
      properties jsonb not null default '{}',
      created_at timestamptz not null default now(),
      created_by text not null,
      primary key (repository_id, path)
    );
    create index folder_parent on folder (repository_id, parent text_pattern_ops, name);
    create table remote_entry (
      repository_id bigint not null references repository on delete cascade,
      path text not null,
      status text not null check (status in ('present', 'missing')),
      etag text,
      last_modified text,
      content_type text,
      url text,
      sha256 text references blob,
      fetched_at timestamptz not null default now(),
      fresh_until timestamptz not null,
      primary key (repository_id, path)
    );
    create index remote_entry_sha256 on remote_entry (sha256);
    create table upload_session (
      id text primary key,
      repository_id bigint not null references repository on delete cascade,
      name text not null,
      created_by text not null,
      appendable text not null,
      received bigint not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create table name_claim (
      format text not null,
      name text not null,
      repository_id bigint not null references repository on delete cascade,
      created_at timestamptz not null default now(),
      primary key (format, name, repository_id)
    );
    create table trash (
      id bigint generated always as identity primary key,
      repository_key text not null,
      path text not null,
      sha256 text not null references blob,
      properties jsonb not null default '{}',
      created_at timestamptz not null,
      created_by text not null,
      deleted_at timestamptz not null default now(),
      deleted_by text not null
    );
    create index trash_place on trash (repository_key, path text_pattern_ops);
    create index trash_sha256 on trash (sha256);
  `.execute(db);
}
