import { type Kysely, sql } from 'kysely';

/** Mailed password keys, second factors with their recovery codes, sign-ins that wait for the second factor, and invitations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_reset (
      key_hash text primary key,
      user_id bigint not null references "user" on delete cascade,
      expires_at timestamptz not null
    );
    create index password_reset_user on password_reset (user_id);
    create table second_factor (
      user_id bigint primary key references "user" on delete cascade,
      sealed_secret text not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0
    );
    create table recovery_code (
      user_id bigint not null references second_factor on delete cascade,
      hash text not null,
      primary key (user_id, hash)
    );
    create table second_step (
      hash text primary key,
      user_id bigint not null references "user" on delete cascade,
      remember boolean not null,
      failures integer not null default 0,
      expires_at timestamptz not null
    );
    create index second_step_user on second_step (user_id);
    create table invitation (
      token_hash text primary key,
      user_id bigint not null unique references "user" on delete cascade,
      invited_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
  `.execute(db);
}
