import { type Kysely, sql } from 'kysely';

const decisive = (row: string) =>
  ['project', 'names', 'components', 'artifacts', 'watches', 'policies', 'licences', 'risks', 'violation_id', 'expires_at', 'deleted_at', 'state']
    .map((name) => `${row}.${name}`)
    .join(', ');

/**
 * What others say of vulnerabilities in their products. A statement that is acted on is an ignore rule that comes of it, so that one mechanism hides findings; such rules can be about
 * content by its digest, about one release of a distribution, and about the versions that are known to be in a range. A rule that a statement comes to has judged what it can fit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table vex_issuer (
      name text primary key,
      trusted_by text not null,
      trusted_at timestamptz not null default now()
    );
    comment on table vex_issuer is 'Whose statements are acted on.';
    create table vex_document (
      id bigint generated always as identity primary key,
      uuid uuid not null unique,
      project text,
      format text not null check (format in ('openvex', 'cyclonedx', 'csaf')),
      document text not null,
      version text not null,
      issued_at timestamptz not null,
      issuer text not null,
      title text not null default '',
      sha256 text not null,
      content bytea not null,
      statements integer not null,
      products integer not null,
      unknown_products integer not null,
      author text not null,
      created_at timestamptz not null default now()
    );
    comment on column vex_document.document is 'How its issuer calls it; a newer version of the same takes its place.';
    comment on column vex_document.content is 'As it came.';
    create unique index vex_document_named on vex_document (coalesce(project, ''), issuer, document);
    create table vex_statement (
      id bigint generated always as identity primary key,
      document_id bigint not null references vex_document on delete cascade,
      position integer not null,
      names text[] not null,
      status text not null check (status in ('not_affected', 'affected', 'fixed', 'under_investigation')),
      justification text,
      impact text not null default '',
      action text not null default '',
      at timestamptz not null,
      products jsonb not null
    );
    create index vex_statement_document on vex_statement (document_id, position);
    create index vex_statement_names on vex_statement using gin (names);
    create table vex_scope (
      id bigint generated always as identity primary key,
      statement_id bigint not null references vex_statement on delete cascade,
      key text not null,
      components jsonb,
      artifacts jsonb,
      ranged boolean not null,
      check (components is not null or artifacts is not null)
    );
    comment on table vex_scope is 'What a statement is about, in the words of ignore rules. One that is ranged knows the versions here that are in its range.';
    create index vex_scope_statement on vex_scope (statement_id);
    create index vex_scope_ranged on vex_scope (id) where ranged;

    alter table ignore_rule add column vex_statement bigint, add column vex jsonb;
    comment on column ignore_rule.vex_statement is 'The statement that it comes of, which may be gone once the rule has ended.';
    create index ignore_rule_vex on ignore_rule using gin (names) where vex_statement is not null and deleted_at is null;
    create index ignore_rule_statement on ignore_rule (vex_statement) where vex_statement is not null and deleted_at is null;
    create index ignore_rule_issuer on ignore_rule (author) where vex_statement is not null and deleted_at is null;

    create or replace function fit_by(rule ignore_rule) returns setof bigint language plpgsql stable set search_path = scanning set plan_cache_mode = force_custom_plan as $$
      declare
        subjects text[] := array(
          select canonical from advisory where id = any(rule.names) union select canonical from advisory where canonical = any(rule.names)
          union select canonical from advisory where aliases && rule.names);
        licences text[] := array(select lower(name) from unnest(rule.licences) as name);
        folders text[] := array(select fit.folder from jsonb_to_recordset(coalesce(rule.artifacts, '[]')) as fit (folder text));
        reached text[] := null;
        own jsonb := nullif(current_setting('scanning.repositories_of_projects', true), '')::jsonb -> rule.project;
      begin
        if rule.vex_statement is not null and subjects = '{}' then return; end if;
        if rule.artifacts is not null and array_position(folders, null) is null then
          reached := array(select split_part(folder, '/', 1) from unnest(folders) as folder);
        end if;
        return query select violation.target_id from violation
          where (case when rule.deleted_at is null then violation.state = 'active' or (violation.state = 'ignored' and violation.ignored_until <= now()) else violation.state = 'ignored' end)
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
              select from jsonb_to_recordset(rule.artifacts) as fit (name text, package text, version text, folder text, sha256 text)
                where (fit.name is null or violation.package = fit.name or right(violation.path, length(fit.name)) = fit.name)
                  and (fit.package is null or violation.package = fit.package) and (fit.version is null or violation.version = fit.version)
                  and (fit.folder is null or starts_with(violation.repository || '/' || violation.path, fit.folder))
                  and (fit.sha256 is null or exists (select from target where target.id = violation.target_id and target.sha256 = fit.sha256))))
            and (rule.components is null or exists (
              select from jsonb_to_recordset(rule.components) as fit (name text, ecosystem text, purl text, version text, distro text, versions jsonb)
                join component on component.id = any(violation.components)
                where (fit.name is null or component.name = fit.name) and (fit.ecosystem is null or component.ecosystem = fit.ecosystem)
                  and (fit.distro is null or component.distro = fit.distro) and (fit.versions is null or jsonb_exists(fit.versions, component.version))
                  and (fit.version is null or component.version = fit.version) and (fit.purl is null or starts_with(component.purl, fit.purl || '@'))));
      end $$;
    comment on function fit_by is 'What an ignore rule can hold for, and perhaps some more; of one that has ended what is ignored, by whatever rule: several can hide parts of one violation. Whoever writes it may say which repositories are of its project, in a setting of the transaction.';
    create or replace function ignore_rule_rewritten() returns trigger language plpgsql set search_path = scanning as $$
      declare
        rule ignore_rule;
        touched bigint[] := '{}';
      begin
        for rule in select o.* from new_rows n join old_rows o on o.id = n.id where (${decisive('n')}) is distinct from (${decisive('o')}) loop
          touched := touched || array(select target_id from violation where state = 'ignored' and ignored_by = rule.id);
          if rule.deleted_at is null and rule.state = 'approved' then
            rule.deleted_at := now();
            touched := touched || array(select fit_by(rule));
          end if;
        end loop;
        for rule in select n.* from new_rows n join old_rows o on o.id = n.id where (${decisive('n')}) is distinct from (${decisive('o')}) loop
          if rule.deleted_at is null and rule.state = 'approved' then touched := touched || array(select fit_by(rule)); end if;
        end loop;
        perform judge_again(touched);
        return null;
      end $$;
  `)
    .execute(db);
}
