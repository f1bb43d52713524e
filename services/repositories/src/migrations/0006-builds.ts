import { type Kysely, sql } from 'kysely';

/** Build runs and what they made and used. A build lives as long as the artifact that holds its document. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table build (
      id bigint generated always as identity primary key,
      artifact_id bigint not null unique references artifact on delete cascade,
      name text not null,
      number text not null,
      started_at timestamptz not null,
      started text not null,
      url text,
      agent text,
      properties jsonb not null default '{}',
      statuses jsonb not null default '[]',
      created_at timestamptz not null default now(),
      created_by text not null
    );
    create index build_run on build (name, number, started_at);
    create index build_name_search on build (lower(name) text_pattern_ops);
    create table build_module (
      id bigint generated always as identity primary key,
      build_id bigint not null references build on delete cascade,
      position integer not null,
      name text not null,
      type text
    );
    create index build_module_build on build_module (build_id, position);
    create table build_artifact (
      id bigint generated always as identity primary key,
      module_id bigint not null references build_module on delete cascade,
      name text not null,
      type text,
      path text,
      repository text,
      sha1 text,
      md5 text,
      sha256 text
    );
    create index build_artifact_module on build_artifact (module_id);
    create index build_artifact_sha1 on build_artifact (sha1);
    create table build_dependency (
      id bigint generated always as identity primary key,
      module_id bigint not null references build_module on delete cascade,
      name text not null,
      type text,
      scopes text[] not null default '{}',
      sha1 text,
      md5 text,
      sha256 text
    );
    create index build_dependency_module on build_dependency (module_id);
    create index build_dependency_sha1 on build_dependency (sha1);
  `.execute(db);
}
