import { type Kysely, sql } from 'kysely';

/**
 * A violation is derived: whatever decides about it, from findings to the clock, puts the versions it touches into `evaluation_due`, here by triggers, so
 * that no way of changing something can forget it. The number in `mark` grows with every change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table policy (
      id bigint generated always as identity primary key,
      name text not null unique,
      type text not null check (type in ('security', 'license', 'operational_risk')),
      project text,
      description text not null default '',
      rules jsonb not null,
      revision integer not null default 1,
      author text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table policy_revision (
      policy_id bigint not null references policy on delete cascade,
      revision integer not null,
      rules jsonb not null,
      author text not null,
      at timestamptz not null default now(),
      primary key (policy_id, revision)
    );
    create table watch (
      id bigint generated always as identity primary key,
      name text not null unique,
      project text,
      description text not null default '',
      active boolean not null default true,
      resources jsonb not null,
      recipients text[] not null default '{}',
      told_at timestamptz,
      revision integer not null default 1,
      author text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table watch_policy (
      watch_id bigint not null references watch on delete cascade,
      policy_id bigint not null references policy on delete cascade,
      primary key (watch_id, policy_id)
    );
    create index watch_policy_policy on watch_policy (policy_id);
    create table violation (
      id bigint generated always as identity primary key,
      watch_id bigint not null,
      policy_id bigint not null,
      rule text not null,
      kind text not null check (kind in ('security', 'license', 'operational_risk')),
      target_id bigint not null,
      subject text not null,
      severity smallint not null,
      repository text not null,
      path text not null,
      format text not null,
      package text not null,
      version text not null,
      components bigint[] not null default '{}',
      fixed_versions text[] not null default '{}',
      fails_build boolean not null default false,
      told boolean not null default false,
      opened_at timestamptz not null default now(),
      state text not null default 'active' check (state in ('active', 'ignored', 'closed')),
      reason text check (reason in ('fixed', 'policy changed', 'target gone')),
      changed_at timestamptz not null default now(),
      ignored_by bigint,
      ignored_until timestamptz,
      unique (watch_id, policy_id, rule, kind, target_id, subject)
    );
    create index violation_target on violation (target_id);
    create index violation_place on violation (repository, path) where state <> 'closed';
    create index violation_list on violation (severity, id) where state <> 'closed';
    create index violation_subject on violation (subject) where state <> 'closed';
    create index violation_rule on violation (ignored_by) where state = 'ignored';
    create index violation_untold on violation (watch_id) where state = 'active' and not told;
    create index violation_closed on violation (changed_at) where state = 'closed';
    create table violation_event (
      id bigint generated always as identity primary key,
      violation_id bigint not null references violation on delete cascade,
      what text not null check (what in ('opened', 'ignored', 'returned', 'closed')),
      reason text,
      at timestamptz not null default now()
    );
    create index violation_event_violation on violation_event (violation_id, id);
    create table violation_count (
      watch_id bigint not null,
      severity smallint not null,
      day date not null,
      active integer not null default 0,
      ignored integer not null default 0,
      primary key (watch_id, severity, day)
    );
    create table block (
      repository text not null,
      sha256 text not null,
      violation_id bigint not null references violation on delete cascade,
      from_at timestamptz not null,
      primary key (repository, sha256, violation_id)
    );
    create index block_violation on block (violation_id);
    create sequence change_mark as bigint;
    create table evaluation_due (
      target_id bigint primary key,
      mark bigint not null default nextval('change_mark')
    );
    create index evaluation_due_mark on evaluation_due (mark desc);
    create function judge_again(targets bigint[]) returns void language sql set search_path = scanning as $$
      insert into evaluation_due (target_id) select distinct id from unnest(targets) as id
        where current_setting('scanning.preview', true) is distinct from 'on' order by id
        on conflict (target_id) do update set mark = excluded.mark
    $$;
    comment on function judge_again is 'Has policies judge versions anew; to be called in the transaction of whatever touched them.';

    create function target_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        if tg_op = 'INSERT' then perform judge_again(array(select id from new_rows));
        elsif tg_op = 'DELETE' then perform judge_again(array(select id from old_rows));
        else perform judge_again(array(select n.id from new_rows n join old_rows o on o.id = n.id
          where (n.sha256, n.licences, n.component_id, n.subject_id, n.package, n.version, n.scanned_at is null)
            is distinct from (o.sha256, o.licences, o.component_id, o.subject_id, o.package, o.version, o.scanned_at is null)));
        end if;
        return null;
      end $$;
    create trigger target_inserted after insert on target referencing new table as new_rows for each statement execute function target_touched();
    create trigger target_changed after update on target referencing old table as old_rows new table as new_rows for each statement execute function target_touched();
    create trigger target_deleted after delete on target referencing old table as old_rows for each statement execute function target_touched();

    create function components_touched(touched bigint[]) returns void language sql set search_path = scanning as $$
      select judge_again(array(
        select id from target where component_id = any(touched)
        union select target.id from inventory join target on target.subject_id = inventory.subject_id where inventory.component_id = any(touched)))
    $$;
    create function finding_touched() returns trigger language plpgsql set search_path = scanning as $$
      declare touched bigint[];
      begin
        if tg_op = 'INSERT' then touched := array(select distinct component_id from new_rows);
        elsif tg_op = 'DELETE' then touched := array(select distinct component_id from old_rows);
        else touched := array(select distinct n.component_id from new_rows n join old_rows o using (component_id, advisory_id)
          where (n.severity, n.fixed_versions, n.confidence) is distinct from (o.severity, o.fixed_versions, o.confidence));
        end if;
        if cardinality(touched) > 0 then perform components_touched(touched); end if;
        return null;
      end $$;
    create trigger finding_inserted after insert on finding referencing new table as new_rows for each statement execute function finding_touched();
    create trigger finding_changed after update on finding referencing old table as old_rows new table as new_rows for each statement execute function finding_touched();
    create trigger finding_deleted after delete on finding referencing old table as old_rows for each statement execute function finding_touched();

    create function inventory_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(array(select target.id from target where target.subject_id in (select distinct subject_id from touched_rows)));
        return null;
      end $$;
    create trigger inventory_inserted after insert on inventory referencing new table as touched_rows for each statement execute function inventory_touched();
    create trigger inventory_deleted after delete on inventory referencing old table as touched_rows for each statement execute function inventory_touched();

    -- Findings keep an advisory's id while its other ids, its vectors and what it is counted as change.
    create function advisory_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform components_touched(array(select distinct finding.component_id from finding join new_rows n on n.id = finding.advisory_id join old_rows o on o.id = n.id
          where (n.canonical, n.cvss, n.aliases) is distinct from (o.canonical, o.cvss, o.aliases)));
        return null;
      end $$;
    create trigger advisory_changed after update on advisory referencing old table as old_rows new table as new_rows for each statement execute function advisory_touched();

    alter table ignore_rule add column watches text[], add column policies text[], add column licences text[], add column risks boolean not null default false,
      add column violation_id bigint;
    create or replace view ignoring as
      select rule.id as rule_id, '' as canonical from ignore_rule rule
        where rule.deleted_at is null and (rule.expires_at is null or rule.expires_at > now()) and rule.names = '{}'
          and rule.watches is null and rule.policies is null and rule.violation_id is null
      union all
      select rule.id as rule_id, named.canonical from ignore_rule rule cross join lateral (
          select advisory.canonical from advisory where advisory.id = any(rule.names)
          union select advisory.canonical from advisory where advisory.canonical = any(rule.names)
          union select advisory.canonical from advisory where advisory.aliases && rule.names
        ) named
        where rule.deleted_at is null and (rule.expires_at is null or rule.expires_at > now())
          and rule.watches is null and rule.policies is null and rule.violation_id is null;
    create function ignore_rule_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(array(select target_id from violation where state <> 'closed'
          and (ignored_by in (select id from new_rows) or (state = 'active' and exists (select from new_rows where deleted_at is null)))));
        return null;
      end $$;
    create trigger ignore_rule_inserted after insert on ignore_rule referencing new table as new_rows for each statement execute function ignore_rule_touched();
    create trigger ignore_rule_changed after update on ignore_rule referencing new table as new_rows for each statement execute function ignore_rule_touched();

    create function watch_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        perform judge_again(array(select id from target union select target_id from violation where state <> 'closed'));
        return null;
      end $$;
    create trigger watch_policy_changed after insert or delete on watch_policy for each statement execute function watch_touched();
    create trigger watch_changed after update or delete on watch for each statement execute function watch_touched();
    create function policy_touched() returns trigger language plpgsql set search_path = scanning as $$
      begin
        if exists (select from watch_policy) then
          perform judge_again(array(select id from target union select target_id from violation where state <> 'closed'));
        end if;
        return null;
      end $$;
    create trigger policy_changed after update on policy for each statement execute function policy_touched();
    select judge_again(array(select id from target));
  `.execute(db);
}
