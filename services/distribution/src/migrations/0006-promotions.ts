import { type Kysely, sql } from 'kysely';

/** Versions are promoted to environments; a version can be promoted again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table promotion (
      id bigint generated always as identity primary key,
      bundle_id bigint not null references bundle on delete cascade,
      created_millis bigint not null,
      environment text not null,
      operation text not null check (operation in ('copy', 'move')),
      included text[] not null default '{}',
      excluded text[] not null default '{}',
      receivers jsonb not null,
      leaves jsonb,
      replaces boolean not null,
      status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
      message text,
      said jsonb,
      created_by text not null,
      finished_at timestamptz,
      unique (bundle_id, created_millis)
    );
  `.execute(db);
}
