import { type Kysely, sql } from 'kysely';

/** Hooks at vendors whose integrations were deleted: they are taken away there as long as it takes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table git_left_hook (
      id bigint generated always as identity primary key,
      integration text not null,
      name text not null,
      vendor integer not null,
      url text not null,
      user_name text not null,
      sealed text,
      vendor_id text not null,
      full_name text not null,
      hook_id text not null,
      left_at timestamptz not null default now(),
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      lease_until timestamptz,
      given_up boolean not null default false,
      message text,
      said jsonb
    );
    create index git_left_hook_due on git_left_hook (next_at) where not given_up;
  `.execute(db);
}
