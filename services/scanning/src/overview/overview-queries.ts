import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { HourFigures } from '../violation/tally-queries.ts';
import { isActive } from '../violation/violation-count-queries.ts';
import { isWithin, type Repositories } from '../violation/within-queries.ts';

/** What somebody may read: in some repositories all, or of some of them single violations. */
export interface Scope {
  repositories: Repositories;
  ids?: readonly number[] | undefined;
}

const within = ({ repositories, ids }: Scope): RawBuilder<unknown> =>
  sql`${isWithin('violation.repository', repositories)} and ${ids ? sql`violation.id = any(${ids}::bigint[])` : sql`true`}`;

/** What of single ones blocks now and is of the last day. What is over they are not told. */
export async function countFew(db: Db, scope: Scope): Promise<HourFigures> {
  const { rows } = await sql<HourFigures>`
    select (count(*) filter (where violation.blocks_from <= now()))::integer as blocking,
      (count(*) filter (where violation.opened_at >= now() - interval '24 hours'))::integer as opened, 0 as closed
    from violation where ${within(scope)} and violation.state <> 'closed' and ${isActive}`.execute(db);
  return rows[0] ?? { blocking: 0, opened: 0, closed: 0 };
}

export interface FixRow {
  subject: string;
  summary: string;
  rank: number;
  exploited: string | null;
  epss: number | null;
  fixed_versions: string[];
  versions: number;
}

/** Vulnerabilities with how many rows of each there are: from figures that are kept, or of single ones by counting. */
const findSubjects = (scope: Scope): RawBuilder<unknown> =>
  scope.ids
    ? sql`select violation.subject, min(violation.severity) as rank, count(*) as many, bool_or(violation.fixed_versions <> '{}') as is_fixable from violation
        where ${within(scope)} and violation.kind = 'security' and violation.state <> 'closed' and ${isActive} group by violation.subject`
    : sql`select subject, min(severity) as rank, sum(active) as many, sum(fixable) > 0 as is_fixable from (
          select subject, severity, sum(active) as active, sum(fixable) as fixable from subject_tally
          where ${isWithin('repository', scope.repositories)} and kind = 'security' group by subject, severity having sum(active) > 0
        ) as by_severity group by subject`;

/** Vulnerabilities that break rules, in the order in which they are best mended: exploited ones, by severity, what has a fix, what is likely, what is in much. */
export async function selectFixFirst(db: Db, scope: Scope, limit: number): Promise<FixRow[]> {
  const { rows } = await sql<FixRow>`
    with found as (${findSubjects(scope)}),
    likely as (
      select found.*, signal.exploited, signal.epss from found left join lateral (
        select max(cve_signal.epss) as epss, min(cve_signal.kev ->> 'added') as exploited from cve_signal
        where cve_signal.cve = any(array[found.subject] || coalesce((select advisory.upstream from advisory where advisory.id = found.subject), '{}'))) signal on true
      order by signal.exploited is null, found.rank, not found.is_fixable, signal.epss desc nulls last, found.many desc, found.subject limit ${limit}
    )
    select likely.subject, likely.rank, likely.exploited, likely.epss,
      (select count(distinct violation.target_id)::integer from violation
        where ${within(scope)} and violation.subject = likely.subject and violation.kind = 'security' and violation.state <> 'closed' and ${isActive}) as versions,
      coalesce((select violation.fixed_versions from violation where ${within(scope)} and violation.subject = likely.subject
        and violation.fixed_versions <> '{}' and violation.state <> 'closed' limit 1), '{}') as fixed_versions,
      coalesce((select advisory.summary from advisory where advisory.canonical = likely.subject and advisory.summary <> '' order by advisory.id limit 1), '') as summary
    from likely order by likely.exploited is null, likely.rank, not likely.is_fixable, likely.epss desc nulls last, likely.many desc, likely.subject`.execute(
    db,
  );
  return rows;
}

/** Sources by which is judged, and how old each is. */
export async function selectSources(db: Db): Promise<{ name: string; at: Date; ecosystems: string[] }[]> {
  const { rows } = await sql<{ name: string; at: Date; ecosystems: string[] }>`
    select name, max(good_at) as at, array_agg(distinct ecosystem order by ecosystem) as ecosystems from coverage group by name order by max(good_at), name`.execute(
    db,
  );
  return rows;
}

/** Kinds of packages in some repositories, also inside of what is there, that no source stands for. */
export async function selectNotJudged(db: Db, repositories: Repositories): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from target_step where kind <> '' and kind not in (select ecosystem from coverage) and ${isWithin('repository', repositories)}
    group by kind having sum(versions) > 0 order by kind limit 50`.execute(db);
  return rows.map(({ kind }) => kind);
}

/** How far scans in some repositories are, and how many watches judge. */
export async function selectProgressOf(db: Db, repositories: Repositories): Promise<{ scanned: number; total: number; watches: number }> {
  const { rows } = await sql<{ scanned: number; total: number; watches: number }>`
    select coalesce(sum(versions), 0)::integer as total, coalesce(sum(scanned), 0)::integer as scanned,
      (select count(*)::integer from watch where active) as watches
    from target_step where kind = '' and ${isWithin('repository', repositories)}`.execute(db);
  return rows[0] ?? { scanned: 0, total: 0, watches: 0 };
}
