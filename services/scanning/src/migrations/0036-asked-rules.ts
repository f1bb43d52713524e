import { type Kysely, sql } from 'kysely';

const decisive = (row: string) =>
  ['project', 'names', 'components', 'artifacts', 'watches', 'policies', 'licences', 'risks', 'violation_id', 'expires_at', 'deleted_at', 'state']
    .map((name) => `${row}.${name}`)
    .join(', ');

/** A name for the turn in which policies and what is known of exploitation change: whoever writes one of them sees what the other wrote. It is taken before any row is. */
const turn = `hashtext('scanning.exploitation')`;

const about = `select distinct finding.component_id from advisory join finding on finding.advisory_id = advisory.id
  where array[advisory.id, advisory.canonical] && cves or advisory.aliases && cves or advisory.upstream && cves`;

/**
 * Rules of policies can ask whether a vulnerability is exploited, so that what is known of that has versions judged again: those alone for which a rule says otherwise now. Ignore
 * rules can be asked for, and hide nothing before somebody approves them. And violations say why they opened and who ignored them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table cve_signal alter column at drop default, alter column at type timestamptz using at::timestamptz, alter column at set default now();
    create or replace function judge_everything() returns void language sql set search_path = scanning as $$
      select pg_advisory_xact_lock_shared(${turn}) where current_setting('scanning.preview', true) is distinct from 'on';
      select judge_again(array(select id from target union select id from assembly union select target_id from violation where state <> 'closed'))
    $$;
    create function exploitation_changes() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform pg_advisory_xact_lock(${turn});
        return null;
      end $$;
    create trigger cve_signal_changes before insert or update or delete on cve_signal for each statement execute function exploitation_changes();
    create function exploitation_touched() returns trigger language plpgsql set search_path = scanning as $$
      declare
        bounds real[];
        asks boolean;
        cves text[];
      begin
        bounds := array(select distinct (bound #>> '{}')::real from policy cross join lateral jsonb_path_query(rules, '$[*].criteria.epss_min') as bound
          where id in (select policy_id from watch_policy));
        asks := exists (select from policy where id in (select policy_id from watch_policy) and jsonb_path_exists(rules, '$[*].criteria ? (@.exploited == true)'));
        if not asks and bounds = '{}' then return null; end if;
        if tg_op = 'UPDATE' then
          cves := array(select n.cve from new_rows n join old_rows o on o.cve = n.cve where (asks and (n.kev is null) <> (o.kev is null))
            or exists (select from unnest(bounds) as bound where coalesce(n.epss >= bound, false) <> coalesce(o.epss >= bound, false)));
        elsif tg_op = 'INSERT' then
          cves := array(select cve from new_rows where (asks and kev is not null) or exists (select from unnest(bounds) as bound where epss >= bound));
        else
          cves := array(select cve from old_rows where (asks and kev is not null) or exists (select from unnest(bounds) as bound where epss >= bound));
        end if;
        if cves <> '{}' then perform components_touched(array(${about})); end if;
        return null;
      end $$;
    create trigger cve_signal_inserted after insert on cve_signal referencing new table as new_rows for each statement execute function exploitation_touched();
    create trigger cve_signal_changed after update on cve_signal
      referencing old table as old_rows new table as new_rows for each statement execute function exploitation_touched();
    create trigger cve_signal_deleted after delete on cve_signal referencing old table as old_rows for each statement execute function exploitation_touched();
    create or replace function advisory_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform components_touched(array(select distinct finding.component_id from finding join new_rows n on n.id = finding.advisory_id join old_rows o on o.id = n.id
          where (n.canonical, n.cvss, n.aliases, n.upstream) is distinct from (o.canonical, o.cvss, o.aliases, o.upstream)));
        return null;
      end $$;

    alter table ignore_rule add column state text not null default 'approved' check (state in ('asked', 'approved', 'refused')),
      add column asked_for bigint, add column decided_by text, add column decided_at timestamptz, add column decision text not null default '', add column analysis jsonb;
    comment on column ignore_rule.analysis is 'What documents of VEX tell of what it hides.';
    comment on column ignore_rule.state is 'What was asked for hides nothing until somebody who may ignore approves it.';
    comment on column ignore_rule.asked_for is 'The violation for which it was asked for; the row may be gone.';
    create unique index ignore_rule_asked on ignore_rule (asked_for) where state = 'asked' and deleted_at is null;
    create or replace view ignoring as
      select rule.id as rule_id, '' as canonical from ignore_rule rule
        where rule.state = 'approved' and rule.deleted_at is null and (rule.expires_at is null or rule.expires_at > now()) and rule.names = '{}'
          and rule.watches is null and rule.policies is null and rule.violation_id is null
      union all
      select rule.id as rule_id, named.canonical from ignore_rule rule cross join lateral (
          select advisory.canonical from advisory where advisory.id = any(rule.names)
          union select advisory.canonical from advisory where advisory.canonical = any(rule.names)
          union select advisory.canonical from advisory where advisory.aliases && rule.names
        ) named
        where rule.state = 'approved' and rule.deleted_at is null and (rule.expires_at is null or rule.expires_at > now())
          and rule.watches is null and rule.policies is null and rule.violation_id is null;
    create or replace function ignore_rule_made() returns trigger language plpgsql set search_path = scanning as $$
      declare
        rule ignore_rule;
        touched bigint[] := '{}';
      begin
        for rule in select * from new_rows where state = 'approved' loop touched := touched || array(select fit_by(rule)); end loop;
        perform judge_again(touched);
        return null;
      end $$;
    create or replace function ignore_rule_rewritten() returns trigger language plpgsql set search_path = scanning as $$
      declare
        rule ignore_rule;
        touched bigint[] := '{}';
      begin
        for rule in select n.* from new_rows n join old_rows o on o.id = n.id where (${decisive('n')}) is distinct from (${decisive('o')}) loop
          touched := touched || array(select target_id from violation where state = 'ignored' and ignored_by = rule.id);
          if rule.deleted_at is null and rule.state = 'approved' then touched := touched || array(select fit_by(rule)); end if;
        end loop;
        perform judge_again(touched);
        return null;
      end $$;

    alter table evaluation_due add column at timestamptz not null default now();
    comment on column evaluation_due.at is 'Since when it waits: nothing that changed before is new to whoever judges it.';
    alter table assembly add column known_at timestamptz not null default now();
    alter table violation drop constraint violation_reason_check,
      add constraint violation_reason_check check (reason in ('fixed', 'withdrawn', 'policy changed', 'target gone'));
    alter table violation_event add column rule_id bigint;
    comment on column violation_event.rule_id is 'The ignore rule by which it was ignored, or that hides it no more.';
  `)
    .execute(db);
}
