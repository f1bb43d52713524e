import { type Kysely, sql } from 'kysely';

const decisive = (row: string) =>
  ['project', 'names', 'components', 'artifacts', 'watches', 'policies', 'licences', 'risks', 'violation_id', 'expires_at', 'deleted_at']
    .map((name) => `${row}.${name}`)
    .join(', ');

/**
 * A new ignore rule has judged again what it can fit, and nothing else: before, each had every version judged again in which anything was wrong, so that what it was about could
 * wait behind all of them. And what waits to be judged for the first time is told from what waits for it once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table evaluation_due add column unjudged boolean not null default false;
    comment on column evaluation_due.unjudged is 'What it consists of now was never judged since it was read: nobody knows yet what blocks it.';
    update evaluation_due set unjudged = true;
    create or replace function target_touched() returns trigger language plpgsql set search_path = scanning as $$
      declare fresh bigint[] := '{}';
      begin
        if tg_op = 'INSERT' then
          fresh := array(select id from new_rows);
          perform judge_again(fresh);
        elsif tg_op = 'DELETE' then
          perform judge_again(array(select id from old_rows union select part.assembly_id from old_rows join assembly_part part using (sha256)));
        else
          perform judge_again(array(
            with changed as (select n.id, o.sha256 from new_rows n join old_rows o on o.id = n.id
              where (n.sha256, n.licences, n.component_id, n.subject_id, n.package, n.version, n.scanned_at is null)
                is distinct from (o.sha256, o.licences, o.component_id, o.subject_id, o.package, o.version, o.scanned_at is null))
            select id from changed union select part.assembly_id from changed join assembly_part part using (sha256)));
          fresh := array(select n.id from new_rows n join old_rows o on o.id = n.id where n.sha256 <> o.sha256 or (o.scanned_at is null and n.scanned_at is not null));
        end if;
        if cardinality(fresh) > 0 then update evaluation_due set unjudged = true where target_id = any(fresh); end if;
        return null;
      end $$;

    create function fit_by(rule ignore_rule) returns setof bigint language plpgsql stable set search_path = scanning set plan_cache_mode = force_custom_plan as $$
      declare
        subjects text[] := array(
          select canonical from advisory where id = any(rule.names) union select canonical from advisory where canonical = any(rule.names)
          union select canonical from advisory where aliases && rule.names);
        licences text[] := array(select lower(name) from unnest(rule.licences) as name);
        folders text[] := array(select fit.folder from jsonb_to_recordset(coalesce(rule.artifacts, '[]')) as fit (folder text));
        reached text[] := null;
        own jsonb := nullif(current_setting('scanning.repositories_of_projects', true), '')::jsonb -> rule.project;
      begin
        if rule.artifacts is not null and array_position(folders, null) is null then
          reached := array(select split_part(folder, '/', 1) from unnest(folders) as folder);
        end if;
        return query select violation.target_id from violation
          where (violation.state = 'active' or (violation.state = 'ignored' and violation.ignored_until <= now()))
            and (rule.violation_id is null or violation.id = rule.violation_id)
            and (rule.violation_id is not null
              or (violation.kind = 'security' and rule.names is not null and (rule.names = '{}' or violation.subject = any(subjects)))
              or (violation.kind = 'license' and rule.licences is not null
                and ('' = any(licences) or lower(violation.subject) = any(licences) or violation.subject !~ '^[ -~]*$'))
              or (violation.kind = 'operational_risk' and rule.risks))
            and (reached is null or violation.repository = any(reached))
            and (own is null or violation.repository in (select jsonb_array_elements_text(own)))
            and (rule.watches is null or violation.watch_id in (select id from watch where name = any(rule.watches)))
            and (rule.policies is null or violation.policy_id in (select id from policy where name = any(rule.policies)))
            and (rule.artifacts is null or exists (
              select from jsonb_to_recordset(rule.artifacts) as fit (name text, package text, version text, folder text)
                where (fit.name is null or violation.package = fit.name or right(violation.path, length(fit.name)) = fit.name)
                  and (fit.package is null or violation.package = fit.package) and (fit.version is null or violation.version = fit.version)
                  and (fit.folder is null or starts_with(violation.repository || '/' || violation.path, fit.folder))))
            and (rule.components is null or exists (
              select from jsonb_to_recordset(rule.components) as fit (name text, ecosystem text, purl text, version text)
                join component on component.id = any(violation.components)
                where (fit.name is null or component.name = fit.name) and (fit.ecosystem is null or component.ecosystem = fit.ecosystem)
                  and (fit.version is null or component.version = fit.version) and (fit.purl is null or starts_with(component.purl, fit.purl || '@'))));
      end $$;
    comment on function fit_by is 'What an ignore rule can hold for, and perhaps some more. Whoever writes it may say which repositories are of its project, in a setting of the transaction.';

    create function ignore_rule_made() returns trigger language plpgsql set search_path = scanning as $$
      declare
        rule ignore_rule;
        touched bigint[] := '{}';
      begin
        for rule in select * from new_rows loop touched := touched || array(select fit_by(rule)); end loop;
        perform judge_again(touched);
        return null;
      end $$;
    create function ignore_rule_rewritten() returns trigger language plpgsql set search_path = scanning as $$
      declare
        rule ignore_rule;
        touched bigint[] := '{}';
      begin
        for rule in select n.* from new_rows n join old_rows o on o.id = n.id where (${decisive('n')}) is distinct from (${decisive('o')}) loop
          touched := touched || array(select target_id from violation where state = 'ignored' and ignored_by = rule.id);
          if rule.deleted_at is null then touched := touched || array(select fit_by(rule)); end if;
        end loop;
        perform judge_again(touched);
        return null;
      end $$;
    drop trigger ignore_rule_inserted on ignore_rule;
    drop trigger ignore_rule_changed on ignore_rule;
    drop function ignore_rule_touched();
    create trigger ignore_rule_inserted after insert on ignore_rule referencing new table as new_rows for each statement execute function ignore_rule_made();
    create trigger ignore_rule_changed after update on ignore_rule
      referencing old table as old_rows new table as new_rows for each statement execute function ignore_rule_rewritten();
  `)
    .execute(db);
}
