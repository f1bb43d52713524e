import { type Kysely, sql } from 'kysely';

/** The logo that an administrator has put up; at most one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table logo (
      id boolean primary key default true check (id),
      media_type text not null,
      digest text not null,
      bytes bytea not null
    );
  `.execute(db);
}
