import type { InsightPeriod, Ranked } from '@packhouse/contract/insight/insight-metrics.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A series that is asked for: a metric and exactly these labels. */
export interface Sought {
  metric: string;
  labels: Readonly<Record<string, string>>;
  /** The period before is asked for, too. */
  before?: boolean;
}

/** What is known of a series, by the steps of which anything is. */
export interface Course {
  /** Place of what was sought. */
  place: number;
  /** Begins of the steps, in seconds since 1970. */
  at: number[];
  values: number[];
}

/** Which points are read: `begin` for what is compared with the period before, `from` for all else; `whole`: each point is a step of its own. */
export interface Extent {
  table: string;
  begin: Date;
  from: Date;
  to: Date;
  step: number;
  whole: boolean;
}

const seconds = (at: RawBuilder<unknown>) => sql`extract(epoch from ${at})::integer`;

/** Several points of one step together: summed up, or the last of each for levels. */
const together = ({ step }: Extent): RawBuilder<unknown> => sql`
  select place, ${seconds(sql`date_bin(make_interval(secs => ${step}), point.at, 'epoch')`)} as at,
    case when level then (array_agg(value order by point.at desc))[1] else sum(value) end as value
  from point group by place, level, 2`;

/** Points of some series within a time, put together to steps. One row a series, its numbers as JSON: both are read several times sooner. */
export async function selectPoints(db: Db, sought: readonly Sought[], extent: Extent): Promise<Course[]> {
  if (sought.length === 0) return [];
  const { table, begin, from, to, whole } = extent;
  const { rows } = await sql<Course>`
    with sought as materialized (
      select given.place, given.since, series.id, series.level
      from unnest(${sought.map(({ metric }) => metric)}::text[], ${sought.map(({ labels }) => JSON.stringify(labels))}::text[]::jsonb[],
        ${sought.map(({ before }) => (before ? begin : from))}::timestamptz[])
        with ordinality as given(metric, labels, since, place) join series on series.metric = given.metric and series.labels = given.labels),
    point as (
      select sought.place, sought.level, point.at, point.value from sought cross join lateral (
        select at, value from ${sql.id(table)} where series = sought.id and at >= sought.since and at < ${to} offset 0) point)
    select place::integer - 1 as place, json_agg(at) as at, json_agg(value) as values
    from (${whole ? sql`select place, ${seconds(sql`at`)} as at, value from point` : together(extent)}) step group by place`.execute(db);
  return rows;
}

export interface Latest {
  place: number;
  /** In seconds since 1970. */
  at: number;
  value: number;
}

/** How things stand now with what was sought and is a level, as far as anybody looked: points are rolled up only every five minutes. */
export async function selectLatest(db: Db, sought: readonly Sought[]): Promise<Latest[]> {
  if (sought.length === 0) return [];
  const { rows } = await sql<Latest>`
    select given.place::int - 1 as place, extract(epoch from series.latest_at)::bigint as at, series.latest as value
    from unnest(${sought.map(({ metric }) => metric)}::text[], ${sought.map(({ labels }) => JSON.stringify(labels))}::text[]::jsonb[])
      with ordinality as given(metric, labels, place) join series on series.metric = given.metric and series.labels = given.labels
    where series.level and series.latest is not null and series.latest_at is not null`.execute(db);
  return rows;
}

export async function selectLeaders(db: Db, metric: Ranked, period: InsightPeriod, limit: number): Promise<{ repository: string; value: number }[]> {
  return db
    .selectFrom('leader')
    .select(['repository', 'value'])
    .where('metric', '=', metric)
    .where('period', '=', period)
    .orderBy('rank')
    .limit(limit)
    .execute();
}

/** The labels under which figures of these repositories are kept: their formats stand beside their keys. */
export async function selectRepositoryLabels(db: Db, metric: string, repositories: readonly string[]): Promise<Readonly<Record<string, string>>[]> {
  if (repositories.length === 0) return [];
  const { rows } = await sql<{ labels: Record<string, string> }>`
    select labels from series where metric = ${metric} and labels ? 'repository' and labels ->> 'repository' = any(${repositories}::text[]) and not labels ? 'unit' order by id`.execute(
    db,
  );
  return rows.map(({ labels }) => labels);
}

/** When counting began: to the hour, or to the day where hours are not kept any more. */
export async function selectBeginning(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    with beats as (select id from series where metric = 'beats' and labels = '{}'),
    hours as (select min(at) as at from point_1h where series = (select id from beats)),
    days as (select min(at) as at from point_1d where series = (select id from beats))
    select case when days.at < date_trunc('day', hours.at, 'UTC') or hours.at is null then days.at else hours.at end as at from hours, days`.execute(db);
  return rows[0]?.at ?? undefined;
}
