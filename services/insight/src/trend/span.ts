import { type InsightPeriod, insightSteps } from '@packhouse/contract/insight/insight-metrics.ts';

/** A period that ends now, and the period before: all in seconds since 1970. */
export interface Span {
  period: InsightPeriod;
  /** Points of this table are put together to steps. */
  table: string;
  step: number;
  /** Begin of the period before. */
  before: number;
  from: number;
  /** End of the step that is still open. */
  to: number;
}

const tables: Readonly<Record<InsightPeriod, string>> = { day: 'point_5m', week: 'point_1h', month: 'point_1h', year: 'point_1d' };

export function makeSpan(period: InsightPeriod, now: Date): Span {
  const { length, step } = insightSteps[period];
  const to = (Math.floor(now.getTime() / 1000 / step) + 1) * step;
  return { period, table: tables[period], step, before: to - 2 * length, from: to - length, to };
}

export const toDate = (seconds: number) => new Date(seconds * 1000);

/** A span as it is answered. */
export function tellSpan({ period, from, to, step }: Span): { period: InsightPeriod; from: string; to: string; step: number } {
  return { period, from: toDate(from).toISOString(), to: toDate(to).toISOString(), step };
}
