import { type Kysely, sql } from 'kysely';

/** Listings that cover many packages: what they consist of, what has changed, and what was built of it; and the keys that sign them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table index_content (
      sha256 text not null references blob on delete cascade,
      format text not null,
      content jsonb not null,
      primary key (sha256, format)
    );
    create table index_entry (
      artifact_id bigint not null references artifact on delete cascade,
      repository_id bigint not null,
      scope text not null,
      list text not null,
      bucket smallint not null,
      package text not null,
      key text not null,
      body text not null,
      primary key (artifact_id, scope, list)
    );
    create index index_entry_bucket on index_entry (repository_id, scope, list, bucket);
    create table index_change (
      id bigint generated always as identity primary key,
      repository_id bigint not null references repository on delete cascade,
      scope text not null,
      list text not null,
      bucket smallint not null,
      at timestamptz not null default now()
    );
    create index index_change_scope on index_change (repository_id, scope, id);
    create table index_bucket (
      repository_id bigint not null references repository on delete cascade,
      scope text not null,
      list text not null,
      bucket smallint not null,
      entries integer not null,
      size integer not null,
      digest text not null,
      packed bytea not null,
      primary key (repository_id, scope, list, bucket)
    );
    alter table index_bucket alter column packed set storage external;
    create table index_scope (
      repository_id bigint not null references repository on delete cascade,
      scope text not null,
      variant text not null,
      generation bigint not null,
      source text not null,
      built_at timestamptz not null default now(),
      primary key (repository_id, scope, variant)
    );
    create table index_document (
      repository_id bigint not null references repository on delete cascade,
      variant text not null,
      path text not null,
      scope text not null,
      sha256 text not null references blob,
      lasting boolean not null,
      source text,
      raw_size bigint not null,
      raw_sha256 text not null,
      built_at timestamptz not null default now(),
      superseded_at timestamptz,
      primary key (repository_id, variant, path)
    );
    create index index_document_scope on index_document (repository_id, variant, scope);
    create index index_document_sha256 on index_document (sha256);
    create table signing_key (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('openpgp', 'rsa')),
      name text not null,
      fingerprint text not null unique,
      public_key text not null,
      private_key text not null,
      created_at timestamptz not null default now(),
      created_by text not null,
      retired_at timestamptz,
      published_until timestamptz
    );
    create unique index signing_key_current on signing_key (kind) where retired_at is null;
  `.execute(db);
}
