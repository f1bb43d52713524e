import { type Kysely, sql } from 'kysely';

/** Repositories of source code, and what was found in their lock files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table git_listing (
      integration text primary key references integration on delete cascade,
      cursor text,
      began_at timestamptz,
      listed_at timestamptz,
      next_at timestamptz not null default now(),
      lease_until timestamptz,
      message text,
      said jsonb
    );
    create table git_repository (
      id bigint generated always as identity primary key,
      integration text not null references integration on delete cascade,
      vendor_id text not null,
      full_name text not null,
      clone_url text not null,
      default_branch text,
      private boolean not null,
      selected boolean not null default false,
      picked boolean not null default false,
      head text,
      hook_id text,
      last_hook_at timestamptz,
      looked_at timestamptz,
      next_look timestamptz not null default now(),
      lease_until timestamptz,
      failures integer not null default 0,
      pulls integer[] not null default '{}',
      wanted boolean not null default false,
      gone_at timestamptz,
      seen_at timestamptz not null default now(),
      message text,
      said jsonb,
      unique (integration, vendor_id)
    );
    create index git_repository_name on git_repository (integration, full_name, id);
    create index git_repository_due on git_repository (next_look) where selected and gone_at is null;
    create table git_scan (
      id bigint generated always as identity primary key,
      repository bigint not null references git_repository on delete cascade,
      ref text not null,
      kind text not null check (kind in ('branch', 'pull request', 'base')),
      pull_request integer,
      commit text not null,
      base text,
      state text not null check (state in ('scanned', 'scan failed')),
      at timestamptz not null default now(),
      files integer not null default 0,
      files_read integer not null default 0,
      components integer not null default 0,
      new_findings jsonb,
      current boolean not null default true,
      told text,
      message text,
      said jsonb,
      unique (repository, ref, commit)
    );
    create unique index git_scan_current on git_scan (repository, ref) where current;
    create table git_scan_file (
      scan bigint not null references git_scan on delete cascade,
      path text not null,
      oid text not null,
      subject_id bigint references subject,
      message text,
      said jsonb,
      primary key (scan, path)
    );
    create index git_scan_file_subject on git_scan_file (subject_id);
    create table git_delivery (
      integration text not null references integration on delete cascade,
      delivery text not null,
      at timestamptz not null default now(),
      primary key (integration, delivery)
    );
    create index git_delivery_at on git_delivery (at);
  `.execute(db);
}
