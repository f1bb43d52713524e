import { type Kysely, sql } from 'kysely';

/** Logins that a command line has begun and its user completes in the browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_login (
      session_hash text primary key,
      address text not null,
      expires_at timestamptz not null,
      token_order jsonb
    );
    create index client_login_expiry on client_login (expires_at);
  `.execute(db);
}
