import { type Kysely, sql } from 'kysely';

/** How often in a row a user's password was wrong, and since when nobody gets in with it; only while the settings lock users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_lock (
      user_id bigint primary key references "user" on delete cascade,
      failures integer not null,
      locked_at timestamptz
    );
  `.execute(db);
}
