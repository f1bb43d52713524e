import { type Kysely, sql } from 'kysely';

/** A version can be marked with a word, and packed into an archive that another deployment takes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bundle add column tag text not null default '';
    create table bundle_export (
      bundle_id bigint primary key references bundle on delete cascade,
      status text not null default 'IN_PROGRESS' check (status in ('IN_PROGRESS', 'COMPLETED', 'FAILED')),
      message text,
      said jsonb,
      path text,
      created_by text not null,
      created_at timestamptz not null default now()
    );
  `.execute(db);
}
