import { type Kysely, sql } from 'kysely';

/** Deployments that trust each other: the keys of this one, the others, tokens that pair, and the signed calls that came lately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deployment_key (
      id text primary key,
      public_key jsonb not null,
      sealed_private_key text not null,
      created_at timestamptz not null default now()
    );
    create table peer (
      id text primary key,
      name text not null,
      url text not null,
      keys jsonb not null,
      purposes text[] not null,
      accepts jsonb not null,
      allow_private boolean not null default false,
      paired_at timestamptz not null default now(),
      paired_by text not null,
      clock_offset bigint,
      clock_at timestamptz,
      revoked_at timestamptz,
      revoked_there boolean not null default false,
      knows_key text not null,
      knows_url text not null,
      tell_at timestamptz,
      tell_attempts integer not null default 0
    );
    create table pairing (
      hash text primary key,
      purposes text[] not null,
      allow_private boolean not null,
      created_by text not null,
      expires_at timestamptz not null
    );
    create unlogged table peer_call (
      peer text not null,
      id text not null,
      at timestamptz not null default now(),
      primary key (peer, id)
    );
    create index peer_call_at on peer_call (at);
  `.execute(db);
}
