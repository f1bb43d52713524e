import { type Kysely, sql } from 'kysely';

/** Findings hang on components, not on what holds them: one row serves every image that contains the component. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table component (
      id bigint generated always as identity primary key,
      ecosystem text not null,
      distro text not null default '',
      name text not null,
      version text not null,
      source_name text not null default '',
      source_version text not null default '',
      purl text not null,
      unique (ecosystem, distro, name, version, source_name, source_version)
    );
    create index component_name on component (ecosystem, name);
    create index component_source on component (ecosystem, source_name) where source_name <> '';
    create table subject (
      id bigint generated always as identity primary key,
      digest text not null unique,
      extractor integer not null,
      partial text,
      created_at timestamptz not null default now()
    );
    create table inventory (
      subject_id bigint not null references subject on delete cascade,
      component_id bigint not null references component,
      location text not null,
      layer text,
      primary key (subject_id, component_id)
    );
    create index inventory_component on inventory (component_id);
    create table layer (
      digest text primary key,
      extractor integer not null,
      content jsonb not null,
      created_at timestamptz not null default now()
    );
    create table target (
      id bigint generated always as identity primary key,
      repository text not null,
      path text not null,
      format text not null,
      package text not null,
      version text not null,
      sha256 text not null,
      licences text[] not null default '{}',
      component_id bigint references component,
      subject_id bigint references subject,
      state text not null check (state in ('not scanned', 'in progress', 'scanned', 'scan failed', 'not supported')),
      reason text,
      attempts integer not null default 0,
      scanned_at timestamptz,
      created_at timestamptz not null default now(),
      unique (repository, path)
    );
    create index target_version on target (format, package, version);
    create index target_component on target (component_id);
    create index target_subject on target (subject_id);
    create index target_digest on target (sha256);
    create index target_state on target (state) where state in ('not scanned', 'in progress');
    create table progress (
      name text primary key,
      done_at timestamptz not null default now()
    );
    create table source (
      id bigint generated always as identity primary key,
      name text not null unique,
      url text,
      every text not null default 'never' check (every in ('never', 'day', 'week')),
      enabled boolean not null default true,
      complete boolean not null default false,
      etag text,
      last_modified text,
      checked_at timestamptz,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      modified_by text not null
    );
    create table import_run (
      id bigint generated always as identity primary key,
      source_id bigint not null references source on delete cascade,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'finished', 'failed', 'unchanged')),
      requested_by text not null,
      sha256 text,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      records integer not null default 0,
      changed integer not null default 0,
      withdrawn integer not null default 0,
      rejected integer not null default 0,
      rejects jsonb not null default '[]',
      message text
    );
    create index import_run_source on import_run (source_id, id desc);
    create table advisory (
      id text primary key,
      source_id bigint references source on delete set null,
      run_id bigint,
      seen_run bigint,
      modified timestamptz not null,
      published timestamptz,
      withdrawn timestamptz,
      missing boolean not null default false,
      canonical text not null,
      severity text not null,
      cvss jsonb not null default '[]',
      summary text not null,
      details text not null,
      aliases text[] not null default '{}',
      upstream text[] not null default '{}',
      links jsonb not null default '[]',
      cwes text[] not null default '{}'
    );
    create index advisory_source on advisory (source_id, seen_run);
    create index advisory_run on advisory (run_id);
    create index advisory_canonical on advisory (canonical);
    create table affected (
      advisory_id text not null references advisory on delete cascade,
      position integer not null,
      ecosystem text not null,
      suffix text not null default '',
      name text not null,
      spec jsonb not null,
      primary key (advisory_id, position)
    );
    create index affected_name on affected (ecosystem, name);
    create table finding (
      component_id bigint not null references component on delete cascade,
      advisory_id text not null references advisory on delete cascade,
      severity text not null,
      fixed_versions text[] not null default '{}',
      confidence text not null check (confidence in ('known', 'unknown')),
      found_at timestamptz not null default now(),
      primary key (component_id, advisory_id)
    );
    create index finding_advisory on finding (advisory_id);
  `.execute(db);
}
