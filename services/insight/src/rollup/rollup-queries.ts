import type { InsightPeriod } from '@packhouse/contract/insight/insight-metrics.ts';
import { rankedMetrics } from '@packhouse/contract/insight/insight-metrics.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What was written in a transaction that began so long before the last rollup, and was not to be seen then, is taken up by the next. */
const overlap = sql`interval '5 minutes'`;

/** The buckets of a resolution in which finer points have changed since the watermark; undefined while another process rolls up. */
export async function selectOpenBuckets(tx: Db, step: { from: string; to: string; width: string; keeps: string }): Promise<Date[] | undefined> {
  const { rows: held } = await sql<{ watermark: string }>`
    select watermark::text as watermark from rollup where name = ${step.to} for update skip locked`.execute(tx);
  const [row] = held;
  if (!row) return undefined;
  const { rows } = await sql<{ bucket: Date }>`
    select distinct date_bin(${step.width}::interval, at, 'epoch') as bucket from ${sql.id(step.from)}
    where changed_at >= ${row.watermark}::timestamptz - ${overlap} and at >= now() - ${step.keeps}::interval order by bucket`.execute(tx);
  return rows.map(({ bucket }) => bucket);
}

/** Computes one bucket anew from all finer points in it. What stays as it is is not written again, so that it opens no coarser bucket. */
export async function rollUpBucket(tx: Db, step: { from: string; to: string; width: string }, bucket: Date): Promise<void> {
  const [from, to] = [sql.id(step.from), sql.id(step.to)];
  await sql`
    insert into ${to} as kept (series, at, value, peak, n)
    select point.series, ${bucket}, case when series.level then (array_agg(point.value order by point.at desc))[1] else sum(point.value) end,
      max(point.peak), sum(point.n)::int
    from ${from} point join series on series.id = point.series
    where point.at >= ${bucket} and point.at < ${bucket}::timestamptz + ${step.width}::interval
    group by point.series, series.level order by point.series
    on conflict (series, at) do update set value = excluded.value, peak = excluded.peak, n = excluded.n, changed_at = now()
      where (kept.value, kept.peak, kept.n) is distinct from (excluded.value, excluded.peak, excluded.n)`.execute(tx);
}

export async function moveWatermark(tx: Db, name: string): Promise<void> {
  await sql`update rollup set watermark = now() where name = ${name}`.execute(tx);
}

/** Whether repositories were ranked for a period longer ago than that; undefined while another process does it. */
export async function isRankingDue(tx: Db, period: InsightPeriod, age: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ due: boolean }>`
    select watermark < now() - ${age}::interval as due from rollup where name = ${`rank ${period}`} for update skip locked`.execute(tx);
  return rows[0]?.due;
}

/** Ranks repositories, by what happened in the points since then or by how things stand, and programs of clients by their requests. */
export async function rankRepositories(tx: Db, period: InsightPeriod, table: string, length: string): Promise<void> {
  const counted: RawBuilder<unknown> = sql`
    select series.metric, series.labels ->> 'repository' as repository, sum(point.value) as value
    from series join ${sql.id(table)} point on point.series = series.id and point.at > now() - ${length}::interval
    where series.metric = any(${[...rankedMetrics]}::text[]) and not series.level and series.labels ? 'repository' group by 1, 2
    union all
    select 'clients', series.labels ->> 'client', sum(point.value)
    from series join ${sql.id(table)} point on point.series = series.id and point.at > now() - ${length}::interval
    where series.metric = 'requests' and series.labels ? 'client' group by 2
    union all
    select metric, labels ->> 'repository', sum(latest) from series
    where metric = any(${[...rankedMetrics]}::text[]) and level and labels ? 'repository' and not labels ? 'unit' group by 1, 2`;
  await sql`delete from leader where period = ${period}`.execute(tx);
  await sql`
    insert into leader (metric, period, rank, repository, value)
    select metric, ${period}, rank, repository, value from (
      select metric, repository, value, row_number() over (partition by metric order by value desc, repository) as rank from (${counted}) counted where value > 0) ranked
    where rank <= 20`.execute(tx);
}
