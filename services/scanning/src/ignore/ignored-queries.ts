import type { Peers } from '@packhouse/peers/peers.ts';
import { type RawBuilder, sql } from 'kysely';

/** Which project repositories belong to: rules can be limited to one. */
export type Projects = readonly { repository: string; project: string }[];

export async function readProjects({ repositories }: Readonly<Peers>): Promise<Projects> {
  const all = (await repositories?.list()) ?? [];
  return all.flatMap(({ key, projectKey }) => (projectKey === undefined ? [] : [{ repository: key, project: projectKey }]));
}

/** Whether a `target` is among those that a `rule` is about. */
export const fitsArtifact = sql`(rule.artifacts is null or exists (
  select from jsonb_to_recordset(rule.artifacts) as fit (name text, format text, package text, version text, folder text, sha256 text),
    lateral (select target.repository || '/' || target.path as whole, regexp_replace(target.path, '^.*/', '') as file) as place
  where (fit.name is null or fit.name in (place.file, target.package))
    and (fit.package is null or (fit.package = target.package and fit.format = target.format))
    and (fit.version is null or fit.version = target.version) and (fit.sha256 is null or fit.sha256 = target.sha256)
    and (fit.folder is null or place.whole = fit.folder || place.file
      or (coalesce(fit.name, fit.package) is null and starts_with(place.whole, fit.folder)))))`;

/** Whether a `component` is among those that a `rule` is about. */
export const fitsComponent = sql`(rule.components is null or exists (
  select from jsonb_to_recordset(rule.components) as fit (ecosystem text, name text, purl text, version text, distro text, versions jsonb)
  where (fit.name is null or fit.name = component.name) and (fit.ecosystem is null or fit.ecosystem = component.ecosystem)
    and (fit.purl is null or starts_with(component.purl, fit.purl || '@')) and (fit.version is null or fit.version = component.version)
    and (fit.distro is null or fit.distro = component.distro) and (fit.versions is null or jsonb_exists(fit.versions, component.version))))`;

/**
 * Those rows of a relation with `target_id`, `component_id` and `canonical` that a rule hides, with the rule that does so the longest. Its tables
 * are named with their schema, because other services use it in queries of their own.
 */
export function ignoredAmong(relation: string, projects: Projects): RawBuilder<unknown> {
  const issue = sql.ref(relation);
  const placed = sql`left join unnest(${projects.map(({ repository }) => repository)}::text[], ${projects.map(({ project }) => project)}::text[])
    as placed (repository, project) on placed.repository = target.repository`;
  // Rules about all vulnerabilities are judged once a file and once a component, not once a finding.
  return sql`
    with everything as materialized (
      select rule.* from (select distinct rule_id from scanning.ignoring where canonical = '') as named join scanning.ignore_rule rule on rule.id = named.rule_id
    ), whole as materialized (
      select target.id as target_id, rule.id as rule_id, rule.components is null as every_component
      from (select distinct target_id from ${issue}) as held join scanning.target on target.id = held.target_id cross join everything rule ${placed}
      where (rule.project is null or rule.project = placed.project) and ${fitsArtifact}
    ), fitting as materialized (
      select rule.id as rule_id, component.id as component_id
      from (select distinct component_id from ${issue}) as held join scanning.component on component.id = held.component_id cross join everything rule
      where rule.components is not null and ${fitsComponent}
    )
    select distinct on (hidden.target_id, hidden.component_id, hidden.canonical) hidden.target_id, hidden.component_id, hidden.canonical, rule.id as rule_id
    from (
      select issue.target_id, issue.component_id, issue.canonical, rule.id
      from ${issue} as issue join scanning.ignoring on ignoring.canonical = issue.canonical and ignoring.canonical <> ''
        join scanning.ignore_rule rule on rule.id = ignoring.rule_id join scanning.target on target.id = issue.target_id
        join scanning.component on component.id = issue.component_id ${placed}
      where (rule.project is null or rule.project = placed.project) and ${fitsArtifact} and ${fitsComponent}
      union all
      select issue.target_id, issue.component_id, issue.canonical, whole.rule_id
      from whole join ${issue} as issue on issue.target_id = whole.target_id where whole.every_component
      union all
      select issue.target_id, issue.component_id, issue.canonical, whole.rule_id
      from whole join fitting on fitting.rule_id = whole.rule_id
        join ${issue} as issue on issue.target_id = whole.target_id and issue.component_id = fitting.component_id
    ) as hidden join scanning.ignore_rule rule on rule.id = hidden.id
    order by hidden.target_id, hidden.component_id, hidden.canonical, rule.expires_at desc nulls first, rule.id`;
}

/** Whether a row of `issue` is among those of `ignored`. */
export const isIgnored = sql<boolean>`exists (select from ignored
  where ignored.target_id = issue.target_id and ignored.component_id = issue.component_id and ignored.canonical = issue.canonical)`;
