import { type Kysely, sql } from 'kysely';

/** The ways out and in: outgoing proxies, the web server in front, and the keys and certificates that administrators bring. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table proxy (
      id bigint generated always as identity primary key,
      key text not null,
      host text not null,
      port integer not null,
      tls boolean not null,
      username text not null,
      password text,
      no_proxy text[] not null,
      is_default boolean not null,
      modified_at timestamptz not null default now(),
      modified_by text not null
    );
    create unique index proxy_key on proxy (lower(key));
    create unique index proxy_default on proxy (is_default) where is_default;
    create table web_server (
      only_one boolean primary key default true check (only_one),
      settings jsonb not null,
      modified_at timestamptz not null default now(),
      modified_by text not null
    );
    create table key_pair (
      id bigint generated always as identity primary key,
      name text not null,
      kind text not null check (kind in ('openpgp', 'rsa')),
      fingerprint text not null,
      public_key text not null,
      private_key text,
      vault text,
      vault_path text,
      created_at timestamptz not null default now(),
      created_by text not null
    );
    create unique index key_pair_name on key_pair (lower(name));
    create table trusted_key (
      id bigint generated always as identity primary key,
      name text not null,
      fingerprint text not null,
      public_key text not null,
      created_at timestamptz not null default now(),
      created_by text not null
    );
    create unique index trusted_key_name on trusted_key (lower(name));
    create table client_certificate (
      id bigint generated always as identity primary key,
      name text not null,
      subject text not null,
      issuer text not null,
      fingerprint text not null,
      valid_until timestamptz not null,
      certificate text not null,
      private_key text not null,
      created_at timestamptz not null default now(),
      created_by text not null
    );
    create unique index client_certificate_name on client_certificate (lower(name));
    create table vault_config (
      id bigint generated always as identity primary key,
      key text not null,
      url text not null,
      mount text not null,
      token text not null,
      allow_private boolean not null,
      created_at timestamptz not null default now(),
      created_by text not null
    );
    create unique index vault_config_key on vault_config (lower(key));`.execute(db);
}
