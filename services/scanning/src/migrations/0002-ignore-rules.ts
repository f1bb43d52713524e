import { type Kysely, sql } from 'kysely';

/**
 * Rules are looked at when findings are read, so that adding one, ending one or the passing of its time takes effect at once.
 * Names lead to vulnerabilities by their aliases, which is why those have an index from now on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ignore_rule (
      id bigint generated always as identity primary key,
      uuid uuid not null unique,
      project text,
      filters jsonb not null,
      names text[],
      components jsonb,
      artifacts jsonb,
      notes text not null,
      author text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      deleted_at timestamptz,
      deleted_by text
    );
    create index ignore_rule_live on ignore_rule (created_at, id) where deleted_at is null;
    create index advisory_aliases on advisory using gin (aliases) with (fastupdate = off);
    create view ignoring as
      select rule.id as rule_id, '' as canonical from ignore_rule rule
        where rule.deleted_at is null and (rule.expires_at is null or rule.expires_at > now()) and rule.names = '{}'
      union all
      select rule.id as rule_id, named.canonical from ignore_rule rule cross join lateral (
          select advisory.canonical from advisory where advisory.id = any(rule.names)
          union select advisory.canonical from advisory where advisory.canonical = any(rule.names)
          union select advisory.canonical from advisory where advisory.aliases && rule.names
        ) named
        where rule.deleted_at is null and (rule.expires_at is null or rule.expires_at > now());
    comment on view ignoring is 'Which vulnerabilities rules that hold are about; an empty name stands for all of them.';
  `.execute(db);
}
