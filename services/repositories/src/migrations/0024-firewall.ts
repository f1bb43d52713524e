import { type Kysely, sql } from 'kysely';

/** Rules of what may come in from upstreams, exceptions from them, and what they refused or would have refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table firewall_rule (
      id bigint generated always as identity primary key,
      name text not null,
      mode text not null check (mode in ('off', 'observe', 'enforce')),
      repositories text[] not null,
      except_packages text[] not null,
      condition jsonb not null,
      unknown text not null check (unknown in ('allow', 'refuse')),
      author text not null,
      modified_at timestamptz not null default now()
    );
    create unique index firewall_rule_name on firewall_rule (lower(name));
    create table firewall_exception (
      id bigint generated always as identity primary key,
      rule_id bigint not null references firewall_rule on delete cascade,
      format text not null,
      package text not null,
      version text not null,
      reason text not null,
      state text not null default 'asked' check (state in ('asked', 'approved', 'refused', 'ended')),
      asked_by text not null,
      asked_at timestamptz not null default now(),
      decided_by text not null default '',
      decided_at timestamptz,
      note text not null default '',
      until_at timestamptz
    );
    create unique index firewall_exception_asked on firewall_exception (rule_id, format, package, version) where state = 'asked';
    create index firewall_exception_asker on firewall_exception (asked_by);
    create table firewall_record (
      id bigint generated always as identity primary key,
      month date not null,
      rule_id bigint not null,
      rule text not null,
      repository text not null,
      package text not null,
      version text not null,
      actor text not null,
      outcome text not null check (outcome in ('observed', 'refused')),
      count bigint not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      unique (month, rule_id, repository, package, version, actor, outcome)
    );
    create index firewall_record_month on firewall_record (month, id)`.execute(db);
}
