import type { InsightPeriod, Ranked } from '@packhouse/contract/insight/insight-metrics.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { Generated } from 'kysely';

/** The last known of a level, so that only what has changed is written again. */
export interface SeriesTable {
  id: Generated<number>;
  metric: string;
  labels: Readonly<Record<string, string>>;
  level: boolean;
  latest: number | null;
  latest_at: Date | null;
}

/** `value`: what happened within the bucket, or how things stood at its end. `peak`: the most of any five minutes in it. `n`: writings that it is made of. */
export interface PointTable {
  series: number;
  at: Date;
  value: number;
  peak: number;
  n: number;
  changed_at: Date;
}

/** What was written down once, so that a process that does not know whether it was tries again without harm. */
export interface WrittenTable {
  id: string;
  at: Generated<Date>;
}

export interface RollupTable {
  name: string;
  watermark: Date;
}

/** Repositories with the most of something in a period; of `clients`, programs with the most requests. */
export interface LeaderTable {
  metric: Ranked;
  period: InsightPeriod;
  rank: number;
  repository: string;
  value: number;
}

/** Who moved content within a day. */
export interface CallerTable {
  kind: 'user' | 'address';
  /** Tells whether two are the same, and nothing else. */
  mark: string;
  seen_at: Generated<Date>;
}

export interface InsightSchema {
  caller: CallerTable;
  series: SeriesTable;
  point_5m: PointTable;
  point_1h: PointTable;
  point_1d: PointTable;
  written: WrittenTable;
  rollup: RollupTable;
  leader: LeaderTable;
}

export type Db = KernelDb<InsightSchema>;
