import { type Kysely, sql } from 'kysely';

/** When versions of upstreams were published whose listings do not say it: asked once for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table version_time (
      repository_id bigint not null references repository on delete cascade,
      url text not null,
      package text not null,
      version text not null,
      published_at timestamptz,
      asked_at timestamptz not null default now(),
      primary key (repository_id, package, version)
    )`.execute(db);
}
