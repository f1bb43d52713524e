import { type Severity, severities } from '@packhouse/contract/severities.ts';
import type { FindingCounts, VersionPlace } from '@packhouse/peers/scans.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { ignoredAmong, isIgnored, type Projects, readProjects } from '../ignore/ignored-queries.ts';
import { speaksIn } from '../match/advisory-place-queries.ts';
import { joinedSources, type KeptSource, toJudgedBy } from '../match/judged-by-queries.ts';
import { buckets, noFindings } from './count-by-severity.ts';
import { hasUnknownDistribution } from './unknown-distribution-queries.ts';

interface CountRow {
  place: number;
  /** Place of the severity among all, from 1; null for what was skipped, and for versions without findings. */
  severity: number | null;
  skipped: boolean | null;
  partial: boolean;
  judged_by: KeptSource[] | null;
  count: number;
}

/** Active vulnerabilities of the rows of `scanned`, each once a place, at the worst severity that any advisory gives it: the relations `held` and `counted`. */
const countedIn = (projects: Projects) => sql`
    held as (
      select place, id as target_id, component_id from scanned where component_id is not null
      union select scanned.place, scanned.id, inventory.component_id from scanned join inventory on inventory.subject_id = scanned.subject_id
    ), issue as (
      select held.place, held.target_id, held.component_id, advisory.canonical,
        min(array_position(${[...severities]}::text[], finding.severity)) filter (where finding.confidence = 'known') as severity
      from held join finding on finding.component_id = held.component_id join advisory on advisory.id = finding.advisory_id
        join target on target.id = held.target_id
      where ${speaksIn(projects)}
      group by held.place, held.target_id, held.component_id, advisory.canonical
    ), ignored as (${ignoredAmong('issue', projects)}
    ), counted as (
      select issue.place, issue.canonical, min(issue.severity) as severity from issue where not ${isIgnored} group by issue.place, issue.canonical
    )`;

/** Active vulnerabilities of some versions together, each once, with its worst severity; undefined for what was skipped. */
export async function selectActiveIssues(
  { db, peers }: Pick<Context, 'db' | 'peers'>,
  targetIds: readonly number[],
): Promise<Map<string, Severity | undefined>> {
  if (targetIds.length === 0) return new Map();
  const { rows } = await sql<{ canonical: string; severity: number | null }>`
    with scanned as (
      select 1 as place, id, component_id, subject_id from target where id = any(${targetIds}::bigint[]) and scanned_at is not null
    ), ${countedIn(await readProjects(peers))}
    select canonical, severity from counted`.execute(db);
  return new Map(rows.map(({ canonical, severity }) => [canonical, severity === null ? undefined : severities[severity - 1]]));
}

/**
 * Findings of some versions by severity, in the order asked; undefined for versions that were not scanned. All advisories about one
 * vulnerability count once, at the worst severity that any of them gives it, in however many components it is. What rules ignore does not count.
 */
export async function findingCounts({ db, peers }: Pick<Context, 'db' | 'peers'>, places: readonly VersionPlace[]): Promise<(FindingCounts | undefined)[]> {
  if (places.length === 0) return [];
  const projects = await readProjects(peers);
  const column = (read: (place: VersionPlace) => string) => sql`${places.map(read)}::text[]`;
  const { rows } = await sql<CountRow>`
    with scanned as (
      select wanted.place, target.id, target.component_id, target.subject_id
      from unnest(${column(({ repository }) => repository)}, ${column((place) => place.package)}, ${column(({ version }) => version)})
        with ordinality as wanted (repository, package, version, place)
      join target on target.repository = wanted.repository and target.package = wanted.package and target.version = wanted.version
      where target.scanned_at is not null
    ), ${countedIn(projects)}, kind as (
      select distinct held.place, component.ecosystem from held join component on component.id = held.component_id where component.ecosystem <> ''
    ), partial as (
      select scanned.place from scanned join subject on subject.id = scanned.subject_id where subject.partial is not null
      union select scanned.place from scanned join target on target.id = scanned.id where ${hasUnknownDistribution}
      union select place from kind where ecosystem not in (select ecosystem from coverage)
    ), judged as (
      select kind.place, ${joinedSources} as sources from kind join coverage on coverage.ecosystem = kind.ecosystem group by kind.place
    )
    select scanned.place::integer, counted.severity::integer, counted.canonical is not null and counted.severity is null as skipped,
      count(distinct counted.canonical)::integer as count, scanned.place in (select place from partial) as partial,
      (select sources from judged where judged.place = scanned.place) as judged_by
    from scanned left join counted on counted.place = scanned.place
    group by scanned.place, counted.severity, counted.canonical is not null and counted.severity is null`.execute(db);
  const found = new Map<number, FindingCounts>();
  for (const row of rows) {
    const counts = found.get(row.place) ?? { ...noFindings };
    found.set(row.place, counts);
    counts.partial = row.partial;
    counts.notJudged = row.judged_by === null;
    counts.judgedBy = toJudgedBy(row.judged_by);
    const bucket = row.severity === null ? undefined : buckets[row.severity - 1];
    if (bucket) counts[bucket] += row.count;
    else if (row.skipped) counts.skipped += row.count;
  }
  return places.map((_, index) => found.get(index + 1));
}
