import { forecastDays, leastForecastDays, type StorageForecast } from '@packhouse/contract/insight/insight-routes.ts';
import type { Context } from '../context.ts';
import { selectNow } from '../point/point-queries.ts';
import { toDate } from './span.ts';
import { selectLatest, selectPoints } from './trend-queries.ts';

const daySeconds = 86_400;
/** Nobody plans further ahead, in days. */
const mostDaysAhead = 3650;

/** The straight line that fits points best: how much it rises from one place to the next, and how far that may be off, by twice its standard error. */
export function fitLine(points: readonly { at: number; value: number }[]): { rise: number; spread: number } {
  const count = points.length;
  const middle = { at: points.reduce((sum, { at }) => sum + at, 0) / count, value: points.reduce((sum, { value }) => sum + value, 0) / count };
  const width = points.reduce((sum, { at }) => sum + (at - middle.at) ** 2, 0);
  const rise = points.reduce((sum, { at, value }) => sum + (at - middle.at) * (value - middle.value), 0) / width;
  const off = points.reduce((sum, { at, value }) => sum + (value - middle.value - rise * (at - middle.at)) ** 2, 0);
  return { rise, spread: 2 * Math.sqrt(off / (count - 2) / width) };
}

/** When so many free bytes are gone; null where that is not to be expected. */
export function findFull(free: number, { rise, spread }: ReturnType<typeof fitLine>, now: Date): StorageForecast['full'] {
  const after = (perDay: number) => {
    const days = perDay > 0 ? free / perDay : Number.POSITIVE_INFINITY;
    return days > mostDaysAhead ? null : new Date(now.getTime() + days * daySeconds * 1000).toISOString();
  };
  const earliest = rise > 0 ? after(rise + spread) : null;
  return earliest === null ? null : { earliest, latest: after(rise - spread) };
}

/** How much was stored on each of the last days, and when there is no room left if it goes on like this. */
export async function readForecast({ db, peers }: Pick<Context, 'db' | 'peers'>): Promise<StorageForecast> {
  const now = await selectNow(db);
  const to = (Math.floor(now.getTime() / 1000 / daySeconds) + 1) * daySeconds;
  const from = to - forecastDays * daySeconds;
  const extent = { table: 'point_1d', begin: toDate(from), from: toDate(from), to: toDate(to), step: daySeconds, whole: true };
  const sought = [{ metric: 'blobBytes', labels: {} }];
  const [course] = await selectPoints(db, sought, extent);
  const values = Array.from<number | null>({ length: forecastDays }).fill(null);
  for (const [which, value] of (course?.values ?? []).entries()) values[(course!.at[which]! - from) / daySeconds] = value;
  // What was looked at and is not in the points of days yet.
  for (const { at, value } of await selectLatest(db, sought)) if (at >= from) values[Math.floor((at - from) / daySeconds)] = value;
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const line = known.length < leastForecastDays ? undefined : fitLine(known);
  const disk = (await peers.storageUsage?.read())?.disk;
  return {
    from: toDate(from).toISOString(),
    values,
    days: known.length,
    perDay: line?.rise ?? null,
    spread: line?.spread ?? null,
    disk: disk ?? null,
    full: line && disk ? findFull(disk.free, line, now) : null,
  };
}
