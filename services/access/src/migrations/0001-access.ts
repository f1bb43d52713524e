import { type Kysely, sql } from 'kysely';

/** Users, groups and permissions; tokens and sessions; settings, the audit log and the counters of failed sign-ins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "user" (
      id bigint generated always as identity primary key,
      name text not null unique,
      email text not null default '',
      realm text not null default 'internal',
      password_hash text,
      password_changed_at timestamptz,
      password_expired boolean not null default false,
      administrator boolean not null default false,
      enabled boolean not null default true,
      profile_updatable boolean not null default true,
      console_access boolean not null default true,
      password_enabled boolean not null default true,
      last_logged_in_at timestamptz,
      created_at timestamptz not null default now()
    );
    create table "group" (
      id bigint generated always as identity primary key,
      name text not null,
      description text not null default '',
      realm text not null default 'internal',
      realm_attributes text not null default '',
      external_id text not null default '',
      auto_join boolean not null default false,
      administrator boolean not null default false,
      created_at timestamptz not null default now()
    );
    create unique index group_name on "group" (lower(name));
    create table membership (
      user_id bigint not null references "user" on delete cascade,
      group_id bigint not null references "group" on delete cascade,
      primary key (user_id, group_id)
    );
    create index membership_group on membership (group_id);
    create table permission (
      id bigint generated always as identity primary key,
      name text not null,
      description text not null default '',
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create unique index permission_name on permission (lower(name));
    create table permission_section (
      id bigint generated always as identity primary key,
      permission_id bigint not null references permission on delete cascade,
      position integer not null,
      resource_type text not null check (resource_type in ('repository', 'build', 'releaseBundle')),
      names text[] not null default '{}',
      include text[] not null default '{}',
      exclude text[] not null default '{}',
      unique (permission_id, position)
    );
    create table permission_grant (
      section_id bigint not null references permission_section on delete cascade,
      user_id bigint references "user" on delete cascade,
      group_id bigint references "group" on delete cascade,
      actions text[] not null,
      check ((user_id is null) <> (group_id is null)),
      unique nulls not distinct (section_id, user_id, group_id)
    );
    create index permission_grant_user on permission_grant (user_id) where user_id is not null;
    create index permission_grant_group on permission_grant (group_id) where group_id is not null;
    create table access_token (
      id text primary key,
      user_id bigint references "user" on delete cascade,
      subject text not null,
      scope text not null,
      audience text not null default '*@*',
      description text not null default '',
      created_by text not null,
      issued_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      reference_hash text unique,
      refresh_hash text unique
    );
    create index access_token_subject on access_token (subject, issued_at desc);
    create index access_token_issued on access_token (issued_at desc, id desc);
    create index access_token_expires on access_token (expires_at) where expires_at is not null;
    create table api_key (
      user_id bigint primary key references "user" on delete cascade,
      hash text not null unique,
      sealed text not null,
      created_at timestamptz not null default now()
    );
    create table session (
      hash text primary key,
      user_id bigint not null references "user" on delete cascade,
      remember boolean not null,
      address text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index session_owner on session (user_id);
    create index session_expires on session (expires_at);
    create table signing_key (
      id text primary key,
      public_key jsonb not null,
      sealed_private_key text not null,
      created_at timestamptz not null default now()
    );
    create table setting (
      name text primary key,
      value jsonb not null
    );
    create table sign_in_failure (
      key text primary key,
      failures integer not null,
      last_failed_at timestamptz not null,
      blocked_until timestamptz not null
    );
    create table audit_record (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor text not null,
      address text not null,
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb
    );
    create index audit_record_actor on audit_record (actor, id desc);
    create index audit_record_action on audit_record (action text_pattern_ops, id desc);
    create index audit_record_at on audit_record (at);
  `.execute(db);
}
