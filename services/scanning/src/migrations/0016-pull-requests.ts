import { type Kysely, sql } from 'kysely';

/** Pull requests of repositories of source code, as their vendors told of them last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table git_pull (
      repository bigint not null references git_repository on delete cascade,
      number integer not null,
      title text not null,
      state text not null check (state in ('open', 'merged', 'closed')),
      url text,
      ref text not null,
      head text not null,
      base text not null,
      seen_at timestamptz not null default now(),
      primary key (repository, number)
    );
    create index component_bare_name on component (lower(regexp_replace(name, '^.*[:/]', '')));
  `.execute(db);
}
