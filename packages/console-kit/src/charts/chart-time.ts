import type { InsightPeriod } from '@packhouse/contract/insight/insight-metrics.ts';
import { language } from '../words/i18n.ts';

/** A period, or so many days: each step of these is a day, by UTC. */
export type ChartPeriod = InsightPeriod | 'days';

const axis: Readonly<Record<ChartPeriod, Intl.DateTimeFormatOptions>> = {
  day: { hour: 'numeric', minute: '2-digit' },
  week: { weekday: 'short', day: 'numeric' },
  month: { day: 'numeric', month: 'short' },
  year: { month: 'short', year: '2-digit' },
  days: { day: 'numeric', month: 'short', timeZone: 'UTC' },
};

const whole: Readonly<Record<ChartPeriod, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  month: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  // A day of the year is one by UTC, as it was counted.
  year: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  days: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
};

const write = (at: Date, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language(), options).format(at);

/** A point of the time axis, in the viewer's zone. */
export const axisTime = (period: ChartPeriod, at: Date) => write(at, axis[period]);

/** When a step begins. */
export const stepTime = (period: ChartPeriod, at: Date) => write(at, whole[period]);

/** Most points of time that an axis names. */
const mostMarks = 5;
/** Right of this a name would leave the chart. */
const lastPlace = 0.9;

/** Whether a step is the first of its day, in the viewer's zone. */
const beginsDay = (at: number, step: number) => new Date(at).getDate() !== new Date(at - step).getDate();

/** Whether a step is the first of four hours of its day, in the viewer's zone. */
const beginsHours = (at: number, step: number) => {
  const [hours, before] = [at, at - step].map((time) => new Date(time).getHours());
  return hours !== before && hours! % 4 === 0;
};

const begins = { day: beginsHours, week: beginsDay, month: beginsDay } as const;

/**
 * The steps that an axis names, by their numbers. Where days or hours are named, a name stands where they begin: in between it would say
 * that one begins there.
 */
export function axisMarks(period: ChartPeriod, { from, step, count }: { from: number; step: number; count: number }): number[] {
  if (period === 'year' || period === 'days') return Array.from({ length: mostMarks }, (_, at) => Math.round((at / mostMarks) * count));
  const places = Array.from({ length: count }, (_, at) => at).filter((at) => begins[period](from + at * step, step));
  const every = Math.ceil(places.length / mostMarks);
  return places.filter((at, index) => index % every === 0 && at / count <= lastPlace);
}
