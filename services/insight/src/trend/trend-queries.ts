import type { InsightPeriod, RankedMetric } from '@packhouse/contract/insight/insight-metrics.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A series that is asked for: a metric and exactly these labels. */
export interface Sought {
  metric: string;
  labels: Readonly<Record<string, string>>;
}

export interface Point {
  /** Place of what was sought. */
  place: number;
  /** Begin of the step, in seconds since 1970. */
  at: number;
  value: number;
}

/** Points of some series within a time, put together to steps: summed up, or the last of each for levels. */
export async function selectPoints(db: Db, sought: readonly Sought[], span: { table: string; from: Date; to: Date; step: number }): Promise<Point[]> {
  if (sought.length === 0) return [];
  const { rows } = await sql<Point>`
    with sought as materialized (
      select given.place, series.id, series.level
      from unnest(${sought.map(({ metric }) => metric)}::text[], ${sought.map(({ labels }) => JSON.stringify(labels))}::text[]::jsonb[])
        with ordinality as given(metric, labels, place) join series on series.metric = given.metric and series.labels = given.labels)
    select sought.place::int - 1 as place, extract(epoch from date_bin(make_interval(secs => ${span.step}), point.at, 'epoch'))::bigint as at,
      case when sought.level then (array_agg(point.value order by point.at desc))[1] else sum(point.value) end as value
    from sought join ${sql.id(span.table)} point on point.series = sought.id
    where point.at >= ${span.from} and point.at < ${span.to}
    group by sought.place, sought.level, 2 order by 1, 2`.execute(db);
  return rows;
}

/** How things stand now with what was sought and is a level, as far as anybody looked: points are rolled up only every five minutes. */
export async function selectLatest(db: Db, sought: readonly Sought[]): Promise<Point[]> {
  if (sought.length === 0) return [];
  const { rows } = await sql<Point>`
    select given.place::int - 1 as place, extract(epoch from series.latest_at)::bigint as at, series.latest as value
    from unnest(${sought.map(({ metric }) => metric)}::text[], ${sought.map(({ labels }) => JSON.stringify(labels))}::text[]::jsonb[])
      with ordinality as given(metric, labels, place) join series on series.metric = given.metric and series.labels = given.labels
    where series.level and series.latest is not null and series.latest_at is not null`.execute(db);
  return rows;
}

export async function selectLeaders(db: Db, metric: RankedMetric, period: InsightPeriod, limit: number): Promise<{ repository: string; value: number }[]> {
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
