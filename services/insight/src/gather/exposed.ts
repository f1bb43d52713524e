import { type InsightMetric, insightMetrics } from '@packhouse/contract/insight/insight-metrics.ts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { type Amount, selectLevels } from '../point/point-queries.ts';

/** What happened, of all together: what each repository did stays in the charts, so that no collector gets as many series as there are repositories. */
const helps: Readonly<Partial<Record<InsightMetric, string>>> = {
  requests: 'Calls of clients that move content',
  refusals: 'Of these, refused for want of credentials, rights or quota',
  missing: 'Of these, for what is not there',
  failures: 'Of these, failed for the platform or an upstream',
  hits: 'What remote repositories were asked for and had kept',
  misses: 'What remote repositories were asked for and had to fetch',
  savedBytes: 'Bytes of files that remote repositories gave out of what they had kept',
  fetchedBytes: 'Bytes of files that remote repositories fetched and kept',
  downloads: 'Files that clients were given',
  uploads: 'Files that clients put here',
  scans: 'Contents that were looked into for what they consist of',
  deliveries: 'Messages of webhooks that receivers took',
  failedDeliveries: 'Attempts to send messages of webhooks that receivers did not take',
  storedBytes: 'Bytes of all files',
  storedFiles: 'Files of all repositories',
  trashBytes: 'Bytes in the trash',
  blobBytes: 'Bytes of the blob store',
  packages: 'Packages',
  users: 'Users',
  activeUsers: 'Users that moved content within a day',
  activeClients: 'Addresses of clients that moved content within a day',
  findings: 'Known vulnerabilities in what is stored, by severity',
  violations: 'Active violations of policies, by severity',
  waitingMessages: 'Messages of webhooks that wait to be sent',
  queuedJobs: 'Jobs that wait',
};

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Milliseconds for which one look at the database is good: all gauges of one answer are read of the same. */
const goodFor = 1000;

function rememberBriefly<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let known: { at: number; value: Promise<Value> } | undefined;
  return () => {
    if (known === undefined || performance.now() - known.at > goodFor) known = { at: performance.now(), value: read() };
    return known.value;
  };
}

interface GaugeOptions {
  name: string;
  help: string;
  registers: Registry[];
}

function makeGauge(options: GaugeOptions, read: () => Promise<readonly Amount[]>): void {
  new Gauge({
    ...options,
    labelNames: ['severity'],
    aggregator: 'max',
    async collect() {
      // Without the database nobody knows; everything else that is measured is told all the same.
      const levels = await read().catch(() => []);
      // Of what nobody has looked at yet there is nothing to say.
      this.reset();
      for (const { labels, value } of levels) this.set({ ...labels }, value);
    },
  });
}

export interface Exposed {
  /** Adds what was written down, so that collectors see the same as the charts do. */
  add(amounts: readonly Amount[]): void;
}

/**
 * Tells collectors what insight keeps. Counters are of each process since it started, as collectors expect; levels are the last that were looked at, the same
 * from every process. https://prometheus.io/docs/specs/om/open_metrics_spec/
 */
export function exposeInsight(registry: Registry, { db }: Pick<Context, 'db'>): Exposed {
  const registers = [registry];
  const counters = new Map<string, Counter>();
  const readLevels = rememberBriefly(() => selectLevels(db));
  for (const [metric, help = ''] of Object.entries(helps)) {
    const name = `packhouse_insight_${snake(metric)}`;
    if (insightMetrics[metric as InsightMetric].kind === 'counter') counters.set(metric, new Counter({ name, help, registers }));
    else makeGauge({ name, help, registers }, async () => (await readLevels()).filter((level) => level.metric === metric));
  }
  const programs = new Counter({ name: 'packhouse_insight_client_requests', help: 'Calls of clients by their programs', labelNames: ['client'], registers });
  return {
    add(amounts) {
      for (const { metric, labels, value } of amounts) {
        if (Object.keys(labels).length === 0) counters.get(metric)?.inc(value);
        else if (metric === 'requests' && labels.client !== undefined) programs.inc({ client: labels.client }, value);
      }
    },
  };
}
