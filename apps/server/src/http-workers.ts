import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { closeLostConnections } from './lost-connections.ts';
import { connectedWorkers, tellWorker } from './worker-channel.ts';
import { type WatchMessage, watchWorker } from './worker-watch.ts';

/** The primary and its HTTP workers say this to each other. */
export type Message =
  | WatchMessage
  | { packhouse: 'begin'; databaseUrl: string }
  | { packhouse: 'ready'; port: number }
  | { packhouse: 'failed'; message: string }
  | { packhouse: 'drain' | 'stop' | 'hurry' }
  | { packhouse: 'collect'; id: number }
  | { packhouse: 'measurements'; id: number; metrics: unknown[] }
  | { packhouse: 'metrics wanted'; id: number }
  | { packhouse: 'metrics'; id: number; text: string };

export interface HttpWorkers {
  /** Lets them serve; resolves with the port when all of them take connections. */
  begin(options: BeginOptions): Promise<number>;
  drain(): void;
  stop(): Promise<void>;
  /** Breaks off the requests that still run. */
  hurry(): void;
}

export interface BeginOptions {
  databaseUrl: string;
  /** The primary's own measurements. */
  registry: Registry;
}

const collectTimeout = 3000;
/** With Node's four threads, four uploads that wait for the disk would keep everybody else from theirs. */
const fileThreads = '16';
/**
 * Large documents among small things leave holes in the allocator's memory that the system never gets back, the more so since glibc keeps ever larger ones
 * there. These are given back as soon as they are free, and threads share two such memories. https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
const allocation = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024), MALLOC_ARENA_MAX: '2' };

/** Asks every worker for its measurements and sums them up. */
function collector(options: () => BeginOptions | undefined) {
  let nextId = 0;
  const waiting = new Map<number, (metrics: unknown[]) => void>();
  async function collect(): Promise<string> {
    const answers = connectedWorkers().map((worker) => {
      const id = nextId++;
      tellWorker(worker, { packhouse: 'collect', id });
      return new Promise<unknown[]>((resolve) => {
        waiting.set(id, resolve);
        setTimeout(() => resolve([]), collectTimeout).unref();
      }).finally(() => waiting.delete(id));
    });
    const registry = options()?.registry;
    const parts = [...(await Promise.all(answers)), (await registry?.getMetricsAsJSON()) ?? []];
    const sum = AggregatorRegistry.aggregate(parts as object[]);
    if (registry) sum.setContentType(registry.contentType as never);
    return sum.metrics();
  }
  return { collect, arrived: (id: number, metrics: unknown[]) => waiting.get(id)?.(metrics) };
}

function broadcast(message: Message): void {
  for (const worker of connectedWorkers()) tellWorker(worker, message);
}

/** Forks the HTTP workers, which load the sources while the primary prepares the database, and keeps their number up. */
export function forkHttpWorkers(count: number, logger: Logger): HttpWorkers {
  let begun: BeginOptions | undefined;
  const { collect, arrived } = collector(() => begun);
  let isStopping = false;
  let restartDelay = 200;
  cluster.setupPrimary({ args: ['http-worker'], serialization: 'json' });

  function startOne(): Promise<number> {
    const worker: Worker = cluster.fork({ ...allocation, ...process.env, UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? fileThreads });
    if (begun) tellWorker(worker, { packhouse: 'begin', databaseUrl: begun.databaseUrl });
    // Without a listener a channel that breaks would end the primary, and everything with it.
    worker.on('error', (err) => logger.warn({ err }, 'the channel to an HTTP worker broke'));
    watchWorker(worker, logger);
    closeLostConnections(worker);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: Message) => {
        if (message.packhouse === 'ready') {
          restartDelay = 200;
          resolve(message.port);
        }
        if (message.packhouse === 'failed') reject(new Error(message.message));
        if (message.packhouse === 'measurements') arrived(message.id, message.metrics);
        if (message.packhouse === 'metrics wanted')
          collect().then(
            (text) => tellWorker(worker, { packhouse: 'metrics', id: message.id, text }),
            (err: unknown) => logger.error({ err }, 'the measurements could not be summed up'),
          );
      });
      worker.once('exit', (code, signal) => {
        reject(new Error(`An HTTP worker ended while it started (${signal ?? code})`));
        if (isStopping) return;
        logger.error({ code, signal }, 'an HTTP worker ended; another one is started');
        setTimeout(() => {
          if (!isStopping) startOne().catch((error) => logger.error({ err: error }, 'an HTTP worker does not start'));
        }, restartDelay).unref();
        restartDelay = Math.min(restartDelay * 2, 10_000);
      });
    });
  }

  const starting = Promise.all(Array.from({ length: count }, startOne));
  // Whoever begins hears of it; until then nobody waits.
  starting.catch(() => undefined);
  return {
    async begin(options) {
      begun = options;
      broadcast({ packhouse: 'begin', databaseUrl: options.databaseUrl });
      return (await starting)[0]!;
    },
    drain: () => broadcast({ packhouse: 'drain' }),
    async stop() {
      isStopping = true;
      const ended = Object.values(cluster.workers ?? {}).map((worker) => new Promise((resolve) => worker?.once('exit', resolve)));
      broadcast({ packhouse: 'stop' });
      await Promise.all(ended);
    },
    hurry: () => broadcast({ packhouse: 'hurry' }),
  };
}

interface Orders {
  begin(databaseUrl: string): void;
  drain(): void;
  stop(): void;
  hurry(): void;
}

/** The worker's end: answers the primary's questions and asks for the sums of all. */
export function joinPrimary(registry: () => Registry | undefined, orders: Orders) {
  const tell = (message: Message) => process.connected && process.send?.(message, undefined, undefined, () => undefined);
  const waiting = new Map<number, (text: string) => void>();
  let nextId = 0;
  process.on('message', (message: Message) => {
    if (message.packhouse === 'are you there') tell({ packhouse: 'here' });
    if (message.packhouse === 'begin') orders.begin(message.databaseUrl);
    if (message.packhouse === 'drain') orders.drain();
    if (message.packhouse === 'stop') orders.stop();
    if (message.packhouse === 'hurry') orders.hurry();
    if (message.packhouse === 'metrics') waiting.get(message.id)?.(message.text);
    if (message.packhouse === 'collect')
      Promise.resolve(registry()?.getMetricsAsJSON() ?? []).then(
        (metrics) => tell({ packhouse: 'measurements', id: message.id, metrics }),
        () => tell({ packhouse: 'measurements', id: message.id, metrics: [] }),
      );
  });
  // The primary is gone, whichever way: there is nobody left to restart us or to end us.
  process.on('disconnect', () => orders.stop());
  return {
    tell,
    async collectMetrics(): Promise<string> {
      const id = nextId++;
      tell({ packhouse: 'metrics wanted', id });
      try {
        return await new Promise<string>((resolve) => waiting.set(id, resolve));
      } finally {
        waiting.delete(id);
      }
    },
  };
}
