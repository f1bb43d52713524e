import { type Kysely, sql } from 'kysely';

/** Connections to where source code is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table integration (
      key text primary key,
      name text not null,
      vendor integer not null,
      type integer not null,
      url text not null,
      user_name text not null,
      sealed text not null,
      sealed_hook text not null,
      products text[] not null default '{}',
      selects_all boolean not null default false,
      selects text[] not null default '{}',
      state text not null default 'unchecked' check (state in ('unchecked', 'good', 'failing')),
      checked_at timestamptz,
      message text,
      said jsonb,
      quota jsonb,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_on timestamptz not null default now()
    );
    create index integration_vendor on integration (vendor, name, key);
  `.execute(db);
}
