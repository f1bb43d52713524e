import type { InsightLevel } from '@packhouse/peers/insight.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

/** How much of something, of what. */
export type Amount = InsightLevel;

const given = (amounts: readonly Amount[]): RawBuilder<unknown> => sql`
  select * from unnest(${amounts.map(({ metric }) => metric)}::text[], ${amounts.map(({ labels }) => JSON.stringify(labels))}::text[]::jsonb[],
    ${amounts.map(({ value }) => value)}::double precision[]) as given(metric, labels, value)`;

/** Makes the series that there are none of yet. Always in the same order, so that no two writers wait for each other. */
async function makeSeries(db: Db, amounts: readonly Amount[], level: boolean): Promise<void> {
  await sql`
    insert into series (metric, labels, level) select metric, labels, ${level} from (${given(amounts)}) given
    where not exists (select from series known where known.metric = given.metric and known.labels = given.labels)
    group by metric, labels order by metric, labels on conflict do nothing`.execute(db);
}

/**
 * Adds counts to the five minutes of this moment, by the clock of the database: once for each `id`, however often it is tried.
 * Two processes add to the same rows; always in the same order.
 */
export async function addCounts(db: Db, id: string, amounts: readonly Amount[]): Promise<void> {
  await makeSeries(db, amounts, false);
  await sql`
    with first as (insert into written (id) values (${id}) on conflict do nothing returning id)
    insert into point_5m (series, at, value, peak, n)
    select series.id, date_bin('5 minutes', now(), 'epoch'), value, value, 1
    from (${given(amounts)}) given join series using (metric, labels) where exists (select from first) order by series.id
    on conflict (series, at) do update
      set value = point_5m.value + excluded.value, peak = point_5m.value + excluded.value, n = point_5m.n + 1, changed_at = now()`.execute(db);
}

/** Adds counts to the five minutes that begin then, for a caller whose transaction sees to it that each counts once. */
export async function addPoints(tx: Db, amounts: readonly Amount[], at: Date): Promise<void> {
  if (amounts.length === 0) return;
  await makeSeries(tx, amounts, false);
  await sql`
    insert into point_5m (series, at, value, peak, n)
    select series.id, ${at}::timestamptz, value, value, 1 from (${given(amounts)}) given join series using (metric, labels) order by series.id
    on conflict (series, at) do update
      set value = point_5m.value + excluded.value, peak = point_5m.value + excluded.value, n = point_5m.n + 1, changed_at = now()`.execute(tx);
}

/** Forgets which counts were written down, long after anybody could try again. */
export async function forgetWritten(db: Db): Promise<void> {
  await sql`delete from written where at < now() - interval '1 day'`.execute(db);
}

/** Writes how things stood at a moment, or now: what has changed since the last time, and everything once a day. Doing so twice changes nothing. */
export async function setLevels(db: Db, amounts: readonly Amount[], at?: Date): Promise<void> {
  await makeSeries(db, amounts, true);
  await sql`
    with moment as (select coalesce(${at ?? null}::timestamptz, now()) as at),
    changed as (
      select series.id, given.value, moment.at from (${given(amounts)}) given join series using (metric, labels) cross join moment
      where latest is distinct from given.value or date_trunc('day', latest_at, 'UTC') <> date_trunc('day', moment.at, 'UTC')),
    written as (
      insert into point_5m (series, at, value, peak, n)
      select id, date_bin('5 minutes', at, 'epoch'), value, value, 1 from changed order by id
      on conflict (series, at) do update
        set value = excluded.value, peak = greatest(point_5m.peak, excluded.peak), n = point_5m.n + 1, changed_at = now())
    update series set latest = changed.value, latest_at = changed.at from changed
    where series.id = changed.id and (series.latest_at is null or series.latest_at <= changed.at)`.execute(db);
}

/** Whether levels say something else than what is known, or are the first of their day. */
export async function hasNews(db: Db, amounts: readonly Amount[], at: Date): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    select exists (
      select from unnest(${amounts.map(({ metric }) => metric)}::text[], ${amounts.map(({ labels }) => JSON.stringify(labels))}::text[]::jsonb[],
        ${amounts.map(({ value }) => value)}::double precision[]) as given(metric, labels, value)
      where not exists (select from series where series.metric = given.metric and series.labels = given.labels and series.latest = given.value
        and date_trunc('day', series.latest_at, 'UTC') = date_trunc('day', ${at}::timestamptz, 'UTC'))) as news`.execute(db);
  return rows[0]!.news;
}

/** Repositories, or projects, of which something was held when they were last looked at. */
export async function selectHolding(db: Db, metric: string, of: 'repository' | 'project' = 'repository'): Promise<readonly Readonly<Record<string, string>>[]> {
  const { rows } = await sql<{ labels: Record<string, string> }>`
    select labels from series where metric = ${metric} and labels ? ${of} and not labels ? 'unit' and latest > 0`.execute(db);
  return rows.map(({ labels }) => labels);
}

/** Formats of which something was held when they were last looked at, most first. */
export async function selectHoldingFormats(db: Db, metric: string, limit = 1000): Promise<readonly Readonly<Record<string, string>>[]> {
  const { rows } = await sql<{ labels: Record<string, string> }>`
    select labels from series where metric = ${metric} and labels ? 'format' and not labels ?| '{repository,unit}' and latest > 0
    order by latest desc, id limit ${limit}`.execute(db);
  return rows.map(({ labels }) => labels);
}

/** How things stood with all of a metric together, and by severity, when they were last looked at here. */
export async function selectLevels(db: Db): Promise<Amount[]> {
  const { rows } = await sql<Amount>`
    select metric, labels, latest as value from series
    where level and latest is not null and (labels = '{}' or (labels ? 'severity' and not labels ? 'unit'))`.execute(db);
  return rows;
}

export async function hasLevels(db: Db): Promise<boolean> {
  return (await db.selectFrom('series').select('id').where('level', '=', true).limit(1).execute()).length > 0;
}

/** The moment by the clock of the database, which all processes share. */
export async function selectNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]!.now;
}
