import { type Kysely, sql } from 'kysely';

/** Remembers of a scan that its status at the vendor fails by a policy, so that it is told anew when policies change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table git_scan add column failing boolean not null default false;
    create index git_scan_failing on git_scan (repository) where failing;
    create index git_pull_open on git_pull (repository) where state = 'open'`.execute(db);
}
