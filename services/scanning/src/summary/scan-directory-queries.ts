import { severities } from '@packhouse/contract/severities.ts';
import type { RiskLevel, VersionPlace } from '@packhouse/peers/scans.ts';
import { type RawBuilder, sql } from 'kysely';
import { ignoredAmong, isIgnored, type Projects } from '../ignore/ignored-queries.ts';
import { speaksIn } from '../match/advisory-place-queries.ts';
import type { Db } from '../schema.ts';

/** Of some severities, and of advisories under one of some names; of all where nothing is given. */
interface Sought {
  severities: readonly string[] | undefined;
  names: readonly string[] | undefined;
}

function isSought({ severities, names }: Sought): RawBuilder<unknown> {
  const severe = severities ? sql`finding.severity = any(${severities}::text[])` : sql`true`;
  if (!names) return severe;
  return sql`${severe} and finding.advisory_id in (select id from scanning.advisory
    where canonical = any(${names}::text[]) or id = any(${names}::text[]) or aliases && ${names}::text[])`;
}

/**
 * The files that stand for versions with an active finding that is sought, as a query for use inside others. What no rule names is active
 * wherever its component is; only for the rest, and for what is known in a project alone, the files are looked at by themselves.
 */
export function filesWithFindings(projects: Projects, sought: Sought): RawBuilder<unknown> {
  const speaks = speaksIn(projects, { project: 'doubtful.project' });
  return sql`
    with found as materialized (
      select distinct finding.component_id, advisory.canonical, advisory.project from scanning.finding join scanning.advisory on advisory.id = finding.advisory_id
      where finding.confidence = 'known' and ${isSought(sought)}
    ), named as materialized (select distinct canonical from scanning.ignoring
    ), doubtful as materialized (
      select component_id, canonical, project from found
      where project is not null or canonical in (select canonical from named) or exists (select from named where canonical = '')
    ), certain as materialized (
      select distinct component_id from found where (component_id, canonical) not in (select component_id, canonical from doubtful)
    ), issue as materialized (
      select target.id as target_id, doubtful.component_id, doubtful.canonical from doubtful
        join scanning.target on target.component_id = doubtful.component_id where target.scanned_at is not null and ${speaks}
      union select target.id, doubtful.component_id, doubtful.canonical from doubtful
        join scanning.inventory on inventory.component_id = doubtful.component_id
        join scanning.target on target.subject_id = inventory.subject_id where target.scanned_at is not null and ${speaks}
    ), ignored as materialized (${ignoredAmong('issue', projects)})
    select target.repository, target.path from scanning.target where target.scanned_at is not null and (target.component_id in (select component_id from certain)
      or target.subject_id in (select inventory.subject_id from scanning.inventory where inventory.component_id in (select component_id from certain))
      or target.id in (select issue.target_id from issue where not ${isIgnored}))`;
}

export async function selectProgress(db: Db): Promise<{ scanned: number; total: number }> {
  const { rows } = await sql<{ scanned: number; total: number }>`
    select coalesce(sum(versions), 0)::integer as total, coalesce(sum(scanned), 0)::integer as scanned from target_step where kind = ''`.execute(db);
  return rows[0] ?? { scanned: 0, total: 0 };
}

/** The vulnerabilities in what was scanned, each once at its worst severity, also those that rules ignore somewhere. */
export async function countVulnerabilities(db: Db, projects: Projects): Promise<Record<string, number>> {
  const { rows } = await sql<{ severity: number; count: number }>`
    select severity, count(*)::integer as count from (
      select advisory.canonical, min(array_position(${[...severities]}::text[], finding.severity)) as severity
      from finding join advisory on advisory.id = finding.advisory_id
      where finding.confidence = 'known' and (
        exists (select from target where target.component_id = finding.component_id and scanned_at is not null and ${speaksIn(projects)})
        or exists (select from inventory join target on target.subject_id = inventory.subject_id where inventory.component_id = finding.component_id and scanned_at is not null and ${speaksIn(projects)}))
      group by advisory.canonical) found
    group by severity`.execute(db);
  const counts = new Map(rows.map(({ severity, count }) => [severity, count]));
  return Object.fromEntries(severities.map((severity, at) => [severity, counts.get(at + 1) ?? 0]));
}

/** How risky some versions are, in the order asked; undefined for those that nobody has judged. */
export async function selectRiskLevels(db: Db, places: readonly VersionPlace[]): Promise<(RiskLevel | undefined)[]> {
  if (places.length === 0) return [];
  const column = (read: (place: VersionPlace) => string) => sql`${places.map(read)}::text[]`;
  const { rows } = await sql<{ place: number; level: RiskLevel }>`
    select distinct on (wanted.place) wanted.place::integer, operational.level
    from unnest(${column(({ repository }) => repository)}, ${column((place) => place.package)}, ${column(({ version }) => version)})
      with ordinality as wanted (repository, package, version, place)
    join target on target.repository = wanted.repository and target.package = wanted.package and target.version = wanted.version
    join operational on operational.component_id = target.component_id
    order by wanted.place, target.id`.execute(db);
  const levels = new Map(rows.map(({ place, level }) => [place, level]));
  return places.map((_, index) => levels.get(index + 1));
}
