import { type Kysely, sql } from 'kysely';

/** Makes room for what the console keeps for a user; those who have signed in before need no greeting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_custom_data (
      user_id bigint primary key references "user" on delete cascade,
      data jsonb not null
    );
    insert into user_custom_data (user_id, data)
      select id, '{"firstLogin": false}' from "user" where last_logged_in_at is not null;
  `.execute(db);
}
