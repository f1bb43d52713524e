import { type Kysely, sql } from 'kysely';

/** What existing clients say in a policy that cleans up: a schedule, a longest time, repositories and packages that stay, projects; and runs that only count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table retention_policy
      add column cron text not null default '',
      add column next_run_at timestamptz,
      add column most_minutes int check (most_minutes > 0),
      drop constraint retention_policy_every_check,
      add constraint retention_policy_every_check check (every in ('never', 'day', 'week', 'month', 'schedule'));
    update retention_policy set selection = '{"excludeRepositoryKeys":[],"projectKeys":[],"packageTypes":[],"includePackages":["**"],"excludePackages":[]}' || selection;
    alter table retention_run add column dry_run boolean not null default false;`.execute(db);
}
