import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { diskRoom } from '../blobs/free-space.ts';
import type { Followers } from '../events/followers.ts';

export interface PlatformMetrics {
  registry: Registry;
  /** Duration of requests by method, route pattern and status. */
  requests: Histogram<'method' | 'route' | 'status'>;
  received: Counter;
  sent: Counter;
  jobs: Histogram<'job' | 'outcome'>;
}

/** A registry with what every process measures; services add their own to it. */
export function createMetrics(options: { processMetrics: boolean }): PlatformMetrics {
  const registry = new Registry() as Registry;
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'packhouse_http_request_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    received: new Counter({ name: 'packhouse_http_received_bytes', help: 'Bytes of request bodies', registers }),
    sent: new Counter({ name: 'packhouse_http_sent_bytes', help: 'Bytes of response bodies', registers }),
    jobs: new Histogram({
      name: 'packhouse_job_seconds',
      help: 'Duration of jobs',
      labelNames: ['job', 'outcome'],
      buckets: [0.01, 0.1, 1, 10, 60, 600],
      registers,
    }),
  };
}

/** Measures how far behind those who follow events are; all processes ask the same database. */
export function measureFollowers(registry: Registry, followers: Pick<Followers, 'readLags'>): void {
  new Gauge({
    name: 'packhouse_follower_lag_seconds',
    help: 'Age of the oldest event that a follower was not given yet',
    labelNames: ['follower'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      // Without the database nobody knows; everything else that is measured is told all the same.
      const lags = await followers.readLags().catch(() => []);
      this.reset();
      for (const { name, seconds } of lags) this.set({ follower: name }, seconds);
    },
  });
}

/** Measures how much of the disk under a folder can still be written; all processes of a node mean the same disk. */
export function measureDisk(registry: Registry, folder: string): void {
  new Gauge({
    name: 'packhouse_storage_free_bytes',
    help: 'Free bytes on the disk of the blob store',
    registers: [registry],
    aggregator: 'min',
    async collect() {
      this.set((await diskRoom(folder)).free);
    },
  });
}
