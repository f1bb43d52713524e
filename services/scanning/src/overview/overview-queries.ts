import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import { isActive } from '../violation/violation-count-queries.ts';

/** The violations that an overview is about: in these repositories, or only these where not all of them may be read. */
export interface Scope {
  repositories: readonly string[];
  ids?: readonly number[] | undefined;
}

const within = ({ repositories, ids }: Scope): RawBuilder<unknown> =>
  sql`violation.repository = any(${repositories}::text[]) and ${ids ? sql`violation.id = any(${ids}::bigint[])` : sql`true`}`;

export interface Figures {
  blocking: number;
  fixable: number;
  opened: number;
}

/** What of the active ones blocks, can be mended and is of the last day. */
export async function selectFigures(db: Db, scope: Scope): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select (select count(distinct block.violation_id)::integer from block join violation on violation.id = block.violation_id
        where block.from_at <= now() and ${within(scope)} and violation.state <> 'closed' and ${isActive}) as blocking,
      count(*) filter (where violation.fixed_versions <> '{}')::integer as fixable,
      count(*) filter (where violation.opened_at >= now() - interval '24 hours')::integer as opened
    from violation where ${within(scope)} and violation.state <> 'closed' and ${isActive}`.execute(db);
  return rows[0] ?? { blocking: 0, fixable: 0, opened: 0 };
}

/** How many are over since a day ago. */
export async function countClosed(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from violation where ${within(scope)} and violation.state = 'closed' and violation.changed_at >= now() - interval '24 hours'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** By days in UTC, the present one last: what was opened, and what was over. What is ignored now is left out. */
export async function selectTrend(db: Db, scope: Scope, days: number): Promise<{ day: string; opened: number; closed: number }[]> {
  const { rows } = await sql<{ day: string; opened: number; closed: number }>`
    with days as (
      select generate_series(0, ${days}::integer - 1) as ago
    ), opened as (
      select (violation.opened_at at time zone 'utc')::date as day, count(*)::integer as count from violation
      where ${within(scope)} and (violation.state = 'closed' or ${isActive}) and violation.opened_at >= now() - make_interval(days => ${days}::integer) group by 1
    ), closed as (
      select (violation.changed_at at time zone 'utc')::date as day, count(*)::integer as count from violation
      where ${within(scope)} and violation.state = 'closed' and violation.changed_at >= now() - make_interval(days => ${days}::integer) group by 1
    )
    select to_char((now() at time zone 'utc')::date - days.ago, 'YYYY-MM-DD') as day, coalesce(opened.count, 0) as opened, coalesce(closed.count, 0) as closed
    from days left join opened on opened.day = (now() at time zone 'utc')::date - days.ago
      left join closed on closed.day = (now() at time zone 'utc')::date - days.ago
    order by days.ago desc`.execute(db);
  return rows;
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

/** Vulnerabilities that break rules, in the order in which they are best mended: exploited ones, by severity, what has a fix, what is likely, what is in much. */
export async function selectFixFirst(db: Db, scope: Scope, limit: number): Promise<FixRow[]> {
  const { rows } = await sql<FixRow>`
    with held as (
      select violation.subject, violation.target_id, min(violation.severity) as rank, bool_or(violation.fixed_versions <> '{}') as is_fixable from violation
      where ${within(scope)} and violation.kind = 'security' and violation.state <> 'closed' and ${isActive} group by violation.subject, violation.target_id
    ), found as (
      select subject, min(rank) as rank, count(*)::integer as versions, bool_or(is_fixable) as is_fixable from held group by subject
    ), likely as (
      select found.*, signal.exploited, signal.epss from found left join lateral (
        select max(cve_signal.epss) as epss, min(cve_signal.kev ->> 'added') as exploited from cve_signal
        where cve_signal.cve = any(array[found.subject] || coalesce((select advisory.upstream from advisory where advisory.id = found.subject), '{}'))) signal on true
      order by signal.exploited is null, found.rank, not found.is_fixable, signal.epss desc nulls last, found.versions desc, found.subject limit ${limit}
    )
    select likely.subject, likely.rank, likely.versions, likely.exploited, likely.epss,
      coalesce((select violation.fixed_versions from violation where ${within(scope)} and violation.subject = likely.subject
        and violation.fixed_versions <> '{}' and violation.state <> 'closed' limit 1), '{}') as fixed_versions,
      coalesce((select advisory.summary from advisory where advisory.canonical = likely.subject and advisory.summary <> '' order by advisory.id limit 1), '') as summary
    from likely order by likely.exploited is null, likely.rank, not likely.is_fixable, likely.epss desc nulls last, likely.versions desc, likely.subject`.execute(
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

/** Kinds of packages in some repositories that no source stands for. */
export async function selectNotJudged(db: Db, repositories: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ecosystem: string }>`
    select distinct component.ecosystem from component
    where component.ecosystem <> '' and component.ecosystem not in (select ecosystem from coverage) and exists (
      select from target where target.component_id = component.id and target.scanned_at is not null and target.repository = any(${repositories}::text[]))
    order by component.ecosystem limit 50`.execute(db);
  return rows.map(({ ecosystem }) => ecosystem);
}

/** How far scans in some repositories are, and how many watches judge. */
export async function selectProgressOf(db: Db, repositories: readonly string[]): Promise<{ scanned: number; total: number; watches: number }> {
  const { rows } = await sql<{ scanned: number; total: number; watches: number }>`
    select count(*)::integer as total, (count(*) filter (where scanned_at is not null))::integer as scanned,
      (select count(*)::integer from watch where active) as watches
    from target where repository = any(${repositories}::text[])`.execute(db);
  return rows[0] ?? { scanned: 0, total: 0, watches: 0 };
}
