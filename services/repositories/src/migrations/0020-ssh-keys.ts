import { type Kysely, sql } from 'kysely';

/** Pairs that sign as `ssh-keygen` does, and the public keys whose signatures are taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table key_pair drop constraint key_pair_kind_check, add constraint key_pair_kind_check check (kind in ('openpgp', 'rsa', 'ssh'));
    create table ssh_signer (
      id bigint generated always as identity primary key,
      name text not null,
      principals text[] not null,
      fingerprint text not null,
      public_key text not null,
      created_at timestamptz not null default now(),
      created_by text not null
    );
    create unique index ssh_signer_name on ssh_signer (lower(name));
    create unique index ssh_signer_fingerprint on ssh_signer (fingerprint);`.execute(db);
}
