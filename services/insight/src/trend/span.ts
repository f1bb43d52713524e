import { type InsightPeriod, insightSteps } from '@packhouse/contract/insight/insight-metrics.ts';

/** A period that ends now, and the period before: all in seconds since 1970. */
export interface Span {
  period: InsightPeriod;
  /** Points of this table are put together to steps. */
  table: string;
  step: number;
  /** Each point of the table is a step of its own. */
  whole: boolean;
  /** Begin of the period before. */
  before: number;
  from: number;
  /** End of the step that is still open. */
  to: number;
}

/** The table that tells each period, and how many seconds one of its points stands for. */
const tables: Readonly<Record<InsightPeriod, { table: string; width: number }>> = {
  day: { table: 'point_5m', width: 300 },
  week: { table: 'point_1h', width: 3600 },
  month: { table: 'point_1h', width: 3600 },
  year: { table: 'point_1d', width: 86_400 },
};

export function makeSpan(period: InsightPeriod, now: Date): Span {
  const { length, step } = insightSteps[period];
  const to = (Math.floor(now.getTime() / 1000 / step) + 1) * step;
  const { table, width } = tables[period];
  return { period, table, step, whole: width === step, before: to - 2 * length, from: to - length, to };
}

export const toDate = (seconds: number) => new Date(seconds * 1000);

/** A span as it is answered. */
export function tellSpan({ period, from, to, step }: Span): { period: InsightPeriod; from: string; to: string; step: number } {
  return { period, from: toDate(from).toISOString(), to: toDate(to).toISOString(), step };
}
