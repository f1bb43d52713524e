import { type Severity, severities } from '@packhouse/contract/severities.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { speaksIn } from '../match/advisory-place-queries.ts';
import { ignoredAmong, isIgnored, type Projects, readProjects } from './ignored-queries.ts';

type Asking = Pick<Context, 'db' | 'peers'>;

/** Reads what is known to be in some targets, a row a component. */
const readIssues = (targets: readonly number[], projects: Projects) => sql`
  select held.target_id, held.component_id, advisory.canonical, min(array_position(${[...severities]}::text[], finding.severity)) as severity
  from (
    select id as target_id, component_id from target where id = any(${targets}::bigint[]) and component_id is not null and scanned_at is not null
    union select target.id, inventory.component_id from target join inventory on inventory.subject_id = target.subject_id
      where target.id = any(${targets}::bigint[]) and target.scanned_at is not null
  ) as held join finding on finding.component_id = held.component_id and finding.confidence = 'known'
    join advisory on advisory.id = finding.advisory_id join target on target.id = held.target_id
  where ${speaksIn(projects)}
  group by held.target_id, held.component_id, advisory.canonical`;

/** Worst severity that is active in each of these files. */
export async function selectAlerts({ db, peers }: Asking, repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, Severity>> {
  if (paths.length === 0) return new Map();
  const targets = await db
    .selectFrom('target')
    .select(['id', 'path'])
    .where('repository', '=', repository)
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where('scanned_at', 'is not', null)
    .execute();
  if (targets.length === 0) return new Map();
  const projects = await readProjects(peers);
  const { rows } = await sql<{ target_id: number; severity: number }>`
    with issue as (${readIssues(
      targets.map(({ id }) => id),
      projects,
    )}), ignored as (${ignoredAmong('issue', projects)})
    select issue.target_id, min(issue.severity)::integer as severity from issue where not ${isIgnored} group by issue.target_id`.execute(db);
  const worst = new Map(rows.map(({ target_id, severity }) => [target_id, severities[severity - 1]]));
  return new Map(targets.flatMap(({ id, path }) => (worst.get(id) ? [[path, worst.get(id)!]] : [])));
}

export interface AlertRow {
  canonical: string;
  severity: number;
  summary: string;
  /** By which it is ignored wherever it is found; null: it is active somewhere. */
  rule_id: number | null;
  active: number;
  ignored: number;
}

/** The vulnerabilities of some targets, those that are active first, worst first. `active` and `ignored` count all. */
export async function selectAlertRows({ db, peers }: Asking, targets: readonly number[], limit: number): Promise<AlertRow[]> {
  const projects = await readProjects(peers);
  const { rows } = await sql<AlertRow>`
    with issue as (${readIssues(targets, projects)}), ignored as (${ignoredAmong('issue', projects)}), judged as (
      select issue.canonical, min(issue.severity) as severity, case when bool_and(ignored.rule_id is not null) then min(ignored.rule_id) end as rule_id
      from issue left join ignored using (target_id, component_id, canonical) group by issue.canonical
    )
    select judged.canonical, judged.severity::integer, judged.rule_id,
      (count(*) filter (where judged.rule_id is null) over ())::integer as active,
      (count(*) filter (where judged.rule_id is not null) over ())::integer as ignored,
      coalesce((select advisory.summary from advisory where advisory.canonical = judged.canonical and advisory.summary <> '' order by advisory.id limit 1), '') as summary
    from judged order by judged.rule_id is not null, judged.severity, judged.canonical collate "C" limit ${limit}`.execute(db);
  return rows;
}

/** All ids by which some vulnerabilities are known. */
export async function selectIdsOf({ db }: Pick<Context, 'db'>, canonicals: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select advisory.id from advisory where canonical = any(${canonicals}::text[])
    union select unnest(aliases) from advisory where canonical = any(${canonicals}::text[])`.execute(db);
  return new Set([...canonicals, ...rows.map(({ id }) => id)]);
}
