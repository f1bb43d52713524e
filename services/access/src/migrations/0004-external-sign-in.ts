import { type Kysely, sql } from 'kysely';

/** Sign-in through outside providers: whose identities are whose, what they gave, and the exchange of outside tokens for ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table external_identity (
      provider text not null,
      subject text not null,
      user_id bigint not null references "user" on delete cascade,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      primary key (provider, subject)
    );
    create index external_identity_user on external_identity (user_id);
    create table external_membership (
      provider text not null,
      user_id bigint not null references "user" on delete cascade,
      group_id bigint not null references "group" on delete cascade,
      primary key (user_id, group_id, provider)
    );
    create index external_membership_group on external_membership (group_id);
    create table pending_sign_in (
      state_hash text primary key,
      provider text not null,
      sealed text not null,
      expires_at timestamptz not null
    );
    create index pending_sign_in_expiry on pending_sign_in (expires_at);
    create table spent_assertion (
      id text primary key,
      expires_at timestamptz not null
    );
    create index spent_assertion_expiry on spent_assertion (expires_at);
    create table oauth_provider (
      id bigint generated always as identity primary key,
      name text not null unique,
      type text not null,
      enabled boolean not null,
      settings jsonb not null,
      sealed_secret text,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table oidc_integration (
      id bigint generated always as identity primary key,
      name text not null unique,
      settings jsonb not null,
      created_at timestamptz not null default now()
    );
    create table oidc_identity_mapping (
      id bigint generated always as identity primary key,
      integration_id bigint not null references oidc_integration on delete cascade,
      name text not null,
      priority integer not null,
      settings jsonb not null,
      created_at timestamptz not null default now(),
      unique (integration_id, name)
    );
  `.execute(db);
}
