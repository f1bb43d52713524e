import { type Kysely, sql } from 'kysely';

/** One version of a bundle is either put together here or received, so name and version alone are its key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bundle (
      id bigint generated always as identity primary key,
      name text not null,
      version text not null,
      type text not null check (type in ('source', 'target')),
      state text not null default 'OPEN' check (state in ('OPEN', 'SIGNED')),
      description text not null default '',
      notes_syntax text not null default 'plain_text',
      notes text not null default '',
      source jsonb,
      storing_repository text not null,
      files integer not null default 0,
      bytes bigint not null default 0,
      manifest text,
      manifest_sha256 text,
      signature text,
      key_fingerprint text,
      signed_by text,
      signed_at timestamptz,
      created_by text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      unique (name, version)
    );
    create index bundle_type on bundle (type, id desc);
    create table bundle_file (
      bundle_id bigint not null references bundle on delete cascade,
      repository text not null,
      path text not null,
      format text not null,
      source_repository text not null,
      source_path text not null,
      sha256 text not null,
      size bigint not null,
      properties jsonb not null default '{}',
      primary key (bundle_id, repository, path)
    );
    create index bundle_file_content on bundle_file (sha256);
    create table target (
      name text primary key,
      url text not null,
      token text not null,
      site text not null default '',
      city text not null default '',
      country text not null default '',
      allow_private boolean not null default false,
      created_by text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table run (
      id bigint generated always as identity primary key,
      bundle_id bigint not null references bundle on delete cascade,
      type text not null check (type in ('distribute', 'delete')),
      auto_create boolean not null default false,
      on_success text not null default 'keep' check (on_success in ('keep', 'delete')),
      rules jsonb not null default '[]',
      created_by text not null,
      created_at timestamptz not null default now()
    );
    create index run_bundle on run (bundle_id, id desc);
    create table site (
      id bigint generated always as identity primary key,
      run_id bigint not null references run on delete cascade,
      target text not null,
      status text not null default 'In queue' check (status in ('In queue', 'In progress', 'Completed', 'Failed')),
      error text,
      attempts integer not null default 0,
      total_files integer not null default 0,
      total_bytes bigint not null default 0,
      sent_files integer not null default 0,
      sent_bytes bigint not null default 0,
      file_in_progress text,
      finished_at timestamptz,
      unique (run_id, target)
    );
    create table setting (
      name text primary key,
      value text not null
    );
  `.execute(db);
}
