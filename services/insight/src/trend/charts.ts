import type { InsightCounter, InsightMetric } from '@packhouse/contract/insight/insight-metrics.ts';
import type { TrendChart } from '@packhouse/contract/insight/insight-routes.ts';

/** A chart of figures of the whole platform. */
interface FigureChart extends Pick<TrendChart, 'id' | 'kind' | 'unit'> {
  metrics: readonly InsightMetric[];
}

/** Those whose lines are always the same, in the order in which they are read. */
export const figureCharts = {
  traffic: { id: 'traffic', kind: 'counter', unit: 'bytes', metrics: ['sent', 'received'] },
  files: { id: 'files', kind: 'counter', unit: 'count', metrics: ['downloads', 'uploads'] },
  callers: { id: 'callers', kind: 'level', unit: 'count', metrics: ['activeUsers', 'activeClients'] },
  cache: { id: 'cache', kind: 'counter', unit: 'count', metrics: ['hits', 'misses'] },
  saved: { id: 'saved', kind: 'counter', unit: 'bytes', metrics: ['savedBytes', 'fetchedBytes'] },
  scans: { id: 'scans', kind: 'counter', unit: 'count', metrics: ['scans'] },
  deliveries: { id: 'deliveries', kind: 'counter', unit: 'count', metrics: ['deliveries', 'failedDeliveries'] },
  waiting: { id: 'waiting', kind: 'level', unit: 'count', metrics: ['waitingMessages', 'queuedJobs'] },
} as const satisfies Readonly<Record<string, FigureChart>>;

interface OwnChart extends FigureChart {
  /** Only of those of which anything is known: local repositories fetch nothing. */
  isOptional?: boolean;
}

/** Charts of one repository or project. */
export const ownCharts: readonly OwnChart[] = [
  { id: 'requests', kind: 'counter', unit: 'count', metrics: ['requests'] },
  { id: 'traffic', kind: 'counter', unit: 'bytes', metrics: ['sent', 'received'] },
  { id: 'files', kind: 'counter', unit: 'count', metrics: ['downloads', 'uploads'] satisfies InsightCounter[] },
  { id: 'storage', kind: 'level', unit: 'bytes', metrics: ['storedBytes'] },
  { id: 'saved', kind: 'counter', unit: 'bytes', metrics: ['savedBytes', 'fetchedBytes'], isOptional: true },
];
