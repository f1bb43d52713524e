/**
 * What insight keeps over time. A counter adds up what happened, a level is how things stood. `everywhere`: it is kept of each repository, too.
 * Label names are few and their values bounded: repositories that exist, formats, severities, deployments that are known.
 */
export const insightMetrics = {
  /** Calls of clients that move content. */
  requests: { kind: 'counter' },
  /** Of these: refused for want of credentials, rights or quota. */
  refusals: { kind: 'counter' },
  /** Of these: nothing was there. */
  missing: { kind: 'counter' },
  /** Of these: the platform, or an upstream, failed. */
  failures: { kind: 'counter' },
  /** Bytes from clients, and to them, as they went over the connection. */
  received: { kind: 'counter' },
  sent: { kind: 'counter' },
  /** What remote repositories were asked for and had kept; what they had to fetch. */
  hits: { kind: 'counter' },
  misses: { kind: 'counter' },
  /** Bytes of files that remote repositories gave out of what they had kept, and that they fetched and kept. */
  savedBytes: { kind: 'counter' },
  fetchedBytes: { kind: 'counter' },
  /** Files that clients were given, and that they put there. */
  downloads: { kind: 'counter' },
  uploads: { kind: 'counter' },
  /** Contents that were looked into for what they consist of. */
  scans: { kind: 'counter' },
  /** Attempts to send messages of webhooks: that the receiver took, and that it did not. */
  deliveries: { kind: 'counter' },
  failedDeliveries: { kind: 'counter' },
  /** A process counted in these minutes: without it nobody knows. */
  beats: { kind: 'counter' },
  storedBytes: { kind: 'level' },
  storedFiles: { kind: 'level' },
  trashBytes: { kind: 'level' },
  blobBytes: { kind: 'level' },
  packages: { kind: 'level' },
  users: { kind: 'level' },
  findings: { kind: 'level' },
  /** Active ones. */
  violations: { kind: 'level' },
  waitingMessages: { kind: 'level' },
  queuedJobs: { kind: 'level' },
  /** Users, and addresses of clients, that moved content within a day. */
  activeUsers: { kind: 'level' },
  activeClients: { kind: 'level' },
} as const;

export type InsightMetric = keyof typeof insightMetrics;

type OfKind<Kind extends string> = { [Name in InsightMetric]: (typeof insightMetrics)[Name]['kind'] extends Kind ? Name : never }[InsightMetric];
export type InsightCounter = OfKind<'counter'>;
export type InsightLevelName = OfKind<'level'>;

export function isInsightLevel(metric: string): metric is InsightLevelName {
  return metric in insightMetrics && insightMetrics[metric as InsightMetric].kind === 'level';
}

/** Repositories can be ranked by these. */
export const rankedMetrics = ['requests', 'received', 'sent', 'hits', 'misses', 'storedBytes'] as const;
export type RankedMetric = (typeof rankedMetrics)[number];

/** What is ranked: repositories, and programs of clients by their requests. */
export type Ranked = RankedMetric | 'clients';

/** How far back trends look. */
export const insightPeriods = ['day', 'week', 'month', 'year'] as const;
export type InsightPeriod = (typeof insightPeriods)[number];

const hour = 3600;

/** Seconds that a period lasts, and that one point of its charts stands for. Days are those of UTC, so no clock that is put forward or back matters. */
export const insightSteps: Readonly<Record<InsightPeriod, { length: number; step: number }>> = {
  day: { length: 24 * hour, step: hour / 12 },
  week: { length: 7 * 24 * hour, step: hour },
  month: { length: 30 * 24 * hour, step: 6 * hour },
  year: { length: 365 * 24 * hour, step: 24 * hour },
};
