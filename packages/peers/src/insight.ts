import type { InsightCounter, InsightPeriod, RankedMetric } from '@packhouse/contract/insight/insight-metrics.ts';

/** The repository that a client asked. */
interface AskedRepository {
  key: string;
  format: string;
}

/** How one call of a client ended. */
export interface CountedCall {
  /** Absent where no repository of that name exists. */
  repository: AskedRepository | undefined;
  status: number;
  /** Bytes over the connection. */
  received: number;
  sent: number;
  /** A file was asked for, not only what is known of it. */
  isDownload: boolean;
  caller: Caller;
}

/** Who made a call. */
export interface Caller {
  /** Absent of those who did not say who they are. */
  user?: string | undefined;
  /** Of the network. */
  address: string;
  /** As the program says what it is. */
  agent?: string | undefined;
}

/** How things stood with something at a moment. */
export interface InsightLevel {
  metric: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Insight takes in what happens, in memory: counting costs no query, and what a process has not written down within a minute is lost with it. */
export interface Insight {
  countCall(call: CountedCall): void;
  /** A remote repository had what it was asked for, or has to fetch it. `bytes`: of the file that it had and gives out. */
  countCache(repository: AskedRepository, isHit: boolean, bytes?: number): void;
  /** Something happened that belongs to no repository. */
  count(metric: Extract<InsightCounter, 'deliveries' | 'failedDeliveries'>): void;
  /** Keeps how things stood in another deployment. Levels that insight does not know, and those of more than a week ago or of the future, are left out. */
  note(unit: string, at: Date, levels: readonly InsightLevel[]): Promise<void>;
  /** Has it looked at again what was found, because that may have changed: once, some seconds later, however often this is called meanwhile. */
  lookAtFindings(): Promise<void>;
  /** Repositories with the most of it in a period, most first; twenty at most. */
  top(metric: RankedMetric, options: { period: InsightPeriod; limit: number }): Promise<readonly { repository: string; value: number }[]>;
}
