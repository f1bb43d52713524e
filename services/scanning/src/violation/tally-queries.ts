import { severities } from '@packhouse/contract/severities.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type Facets, sortFacets } from './facet-queries.ts';
import { conditions, type ViolationFigures, type ViolationSelection } from './violation-list-queries.ts';
import { isWithin, type Repositories } from './within-queries.ts';

/** Figures that the database keeps, in the place of the rows that they count. */
export const tallied = sql`violation_tally violation join watch on watch.id = violation.watch_id join policy on policy.id = violation.policy_id`;

/** The same, told apart by the places and the packages that they are in. */
const placed = sql`place_tally violation join watch on watch.id = violation.watch_id join policy on policy.id = violation.policy_id`;

/** Whether figures that are kept tell how many fit, since it asks for nothing that they do not tell apart. */
export function isTallied({ ids, subjects, place = {}, places, component, named, since, until }: ViolationSelection): boolean {
  const { path, format, package: name, version } = place;
  return [ids, subjects, path, format, name, version, places, component, named, since, until].every((one) => one === undefined);
}

/** Names of packages alone; what may stand in names of vulnerabilities, too, is not told apart by place. */
const isByPackage = (named: ViolationSelection['named']) => named === undefined || ('packages' in named && named.subjects.length === 0);

/** Figures by place that tell how many fit; undefined where they do not. */
export function findPlaced({ named, place = {}, ...selection }: ViolationSelection): RawBuilder<unknown> | undefined {
  const { path: _path, package: _package, ...others } = place;
  return isByPackage(named) && isTallied({ ...selection, place: others }) ? placed : undefined;
}

/** The smallest kept figures that tell how many fit; undefined where these have to be counted. */
export const findTally = (selection: ViolationSelection): RawBuilder<unknown> | undefined => (isTallied(selection) ? tallied : findPlaced(selection));

/** How many fit, by severity; from figures that tell it, as `findTally` found them. */
export async function tallyBySeverity(db: Db, selection: ViolationSelection, from = tallied): Promise<ViolationFigures[]> {
  const { rows } = await sql<ViolationFigures>`
    select violation.severity as rank, sum(violation.active)::integer as active, sum(violation.ignored)::integer as ignored, sum(violation.fixable)::integer as fixable
    from ${from} where ${conditions(selection)} group by violation.severity having sum(violation.active) > 0 or sum(violation.ignored) > 0
    order by violation.severity`.execute(db);
  return rows;
}

/** How many are active everywhere, by severity. */
export async function tallyActive(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ rank: number; active: number }>`
    select severity as rank, sum(active)::integer as active from violation_tally group by severity`.execute(db);
  const counts = new Map(rows.map(({ rank, active }) => [rank, active]));
  return Object.fromEntries(severities.map((severity, at) => [severity, counts.get(at + 1) ?? 0]));
}

/** How many fit, by each of what they can be narrowed to; from figures that tell it. */
export async function tallyFacets(db: Db, selection: ViolationSelection, from: RawBuilder<unknown>): Promise<Facets> {
  const count = { active: sql`violation.active`, ignored: sql`violation.ignored`, all: sql`violation.active + violation.ignored` }[selection.state];
  return sortFacets(db, {
    count: sql`sum(${count})`,
    rows: sql`${from} where ${conditions(selection)}`,
  });
}

export interface HourFigures {
  /** Active ones of the last 24 hours. */
  opened: number;
  closed: number;
  /** Active ones that keep a file from being downloaded now. */
  blocking: number;
}

/**
 * What was opened and closed in the last day, and what blocks now: whole hours from what is kept, and of the hour at the edge those that are not in it yet by counting.
 * Of what begins to block in this hour most already does, since blocks without days of grace begin when their violation opens.
 */
export async function tallyHours(db: Db, repositories: Repositories): Promise<HourFigures> {
  const here = isWithin('repository', repositories);
  const active = sql`(state = 'active' or (state = 'ignored' and ignored_until <= now()))`;
  const { rows } = await sql<HourFigures>`
    with edge as (select date_trunc('hour', now() - interval '23 hours', 'UTC') as whole_day, date_trunc('hour', now() + interval '1 hour', 'UTC') as next_hour)
    select coalesce((select sum(standing) from hour_tally, edge where ${here} and hour >= edge.whole_day), 0)::integer
        + (select count(*) from violation, edge where ${here} and state <> 'closed' and ${active} and opened_at >= now() - interval '24 hours' and opened_at < edge.whole_day)::integer as opened,
      coalesce((select sum(closed) from hour_tally, edge where ${here} and hour >= edge.whole_day), 0)::integer
        + (select count(*) from violation, edge where ${here} and state = 'closed' and changed_at >= now() - interval '24 hours' and changed_at < edge.whole_day)::integer as closed,
      coalesce((select sum(blocking) from hour_tally, edge where ${here} and hour < edge.next_hour), 0)::integer
        - (select count(*) from violation, edge where ${here} and state <> 'closed' and ${active} and blocks_from > now() and blocks_from < edge.next_hour)::integer as blocking`.execute(
    db,
  );
  return rows[0] ?? { opened: 0, closed: 0, blocking: 0 };
}

export interface TallyDay {
  day: string;
  opened: number;
  closed: number;
  /** How much the number of active ones changed, by all that happened. */
  change: number;
}

/** By days in UTC, the present one last. */
export async function tallyDays(db: Db, repositories: Repositories, days: number): Promise<TallyDay[]> {
  const { rows } = await sql<TallyDay>`
    with happened as (
      select (hour at time zone 'utc')::date as day, sum(opened) as opened, sum(closed) as closed, sum(opened + returned - closed - ignored) as change
      from hour_tally where ${isWithin('repository', repositories)} and hour >= date_trunc('day', now(), 'UTC') - make_interval(days => ${days - 1}::integer) group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(opened, 0)::integer as opened, coalesce(closed, 0)::integer as closed, coalesce(change, 0)::integer as change
    from (select (now() at time zone 'utc')::date - generate_series(${days}::integer - 1, 0, -1) as day) as days left join happened using (day) order by day`.execute(
    db,
  );
  return rows;
}
