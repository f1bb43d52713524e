import { type Kysely, sql } from 'kysely';

/** From where users have proved a password lately: there, guesses from elsewhere do not hold them up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_place (
      user_id bigint not null references "user" on delete cascade,
      address text not null,
      last_at timestamptz not null default now(),
      primary key (user_id, address)
    );
  `.execute(db);
}
