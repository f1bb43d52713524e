import { language } from '@packhouse/console-kit/console-kit.ts';
import type { InsightPeriod } from '@packhouse/contract/insight/insight-metrics.ts';

const axis: Readonly<Record<InsightPeriod, Intl.DateTimeFormatOptions>> = {
  day: { hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short', day: 'numeric' },
  month: { day: 'numeric', month: 'short' },
  year: { month: 'short', year: '2-digit' },
};

const whole: Readonly<Record<InsightPeriod, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  month: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  year: { day: 'numeric', month: 'short', year: 'numeric' },
};

const write = (at: Date, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language(), options).format(at);

/** A point of the time axis, in the viewer's zone. */
export const axisTime = (period: InsightPeriod, at: Date) => write(at, axis[period]);

/** When a step begins. A day of the year is one by UTC, as it was counted. */
export const stepTime = (period: InsightPeriod, at: Date) => write(at, period === 'year' ? { ...whole.year, timeZone: 'UTC' } : whole[period]);
