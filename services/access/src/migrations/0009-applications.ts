import { type Kysely, sql } from 'kysely';

/** Applications that act for users who allowed it, what was allowed, and which tokens came of it: those end with what they came of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table application (
      id bigint generated always as identity primary key,
      name text not null,
      type text not null check (type in ('confidential', 'public')),
      description text not null default '',
      callback_urls text[] not null,
      base_url text not null,
      client_id text not null unique,
      secret_hash text,
      created_at timestamptz not null default now(),
      check ((secret_hash is null) = (type = 'public'))
    );
    create unique index application_name on application (lower(name));
    create table application_grant (
      id bigint generated always as identity primary key,
      application_id bigint not null references application on delete cascade,
      user_id bigint not null references "user" on delete cascade,
      scope text not null,
      code_hash text not null unique,
      code_expires_at timestamptz not null,
      code_used_at timestamptz,
      callback_url text not null,
      callback_named boolean not null,
      challenge text,
      created_at timestamptz not null default now()
    );
    create index application_grant_user on application_grant (user_id, application_id);
    create index application_grant_application on application_grant (application_id);
    create table application_spent_refresh (
      hash text primary key,
      grant_id bigint not null references application_grant on delete cascade
    );
    create index application_spent_refresh_grant on application_spent_refresh (grant_id);
    alter table access_token add column grant_id bigint references application_grant on delete cascade;
    create index access_token_grant on access_token (grant_id) where grant_id is not null;
  `.execute(db);
}
