import { type Kysely, sql } from 'kysely';

/** What a link says in words of both languages, and when its ends were last compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table federation_link add column said jsonb, add column compared_at timestamptz, add column compared jsonb,
      add column compare_at timestamptz not null default date_trunc('day', now()) + interval '1 day 2 hours' + random() * interval '2 hours';
  `.execute(db);
}
