import { type Kysely, sql } from 'kysely';

/** How the platform signs in to a vault, and which of its two key-value engines keeps the secrets. What was there signs in with a token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table vault_config
      add column sign_in text not null default 'token' check (sign_in in ('token', 'app-role', 'certificate', 'agent')),
      add column identity text,
      add column engine text not null default 'kv2' check (engine in ('kv1', 'kv2'));
    comment on column vault_config.identity is 'The id of the role, encrypted, or the certificate; absent for a token and for an agent.'`.execute(db);
}
