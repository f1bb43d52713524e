import { join } from 'node:path';
import { AppError } from '@packhouse/contract/errors.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { openConsole, ping } from '@packhouse/contract/shell/system-routes.ts';
import type { FastifyInstance } from 'fastify';
import { fileSecrets } from './access/file-secrets.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import { fileBlobs } from './blobs/file-blobs.ts';
import { guardStore, OtherStoreError, requireSameStore } from './blobs/store-mark.ts';
import type { Config } from './config.ts';
import { requireBearable } from './database/beside-older.ts';
import { migrate } from './database/database.ts';
import { openPool } from './database/database-client.ts';
import { kernelMigrations, kernelSchema } from './database/kernel-migrations.ts';
import { serveEventStream } from './events/event-stream.ts';
import { postgresFollowers, type RunningFollowers } from './events/postgres-followers.ts';
import { PostgresOutbox } from './events/postgres-outbox.ts';
import { serveApiDescription } from './http/api-description.ts';
import { serveApiPage } from './http/api-page.ts';
import { createApp, handle, protocolScope } from './http/http.ts';
import { serveMetrics } from './http/metrics-route.ts';
import { graphileJobs, type JobRunner, migrateJobs } from './jobs/graphile-jobs.ts';
import { forgetEventsJob, requireSameMasterKey } from './jobs/kernel-upkeep.ts';
import type { Logging } from './logs/logging.ts';
import { createMetrics, measureDisk, measureFollowers } from './logs/metrics.ts';
import { getBytes } from './logs/rotating-file.ts';
import { undiciOutgoing } from './outgoing/undici-outgoing.ts';
import type { Identity, KernelOffers, Platform, RunningService, Service } from './platform.ts';
import { platformPumps, type RunningPumps } from './pump/running-pumps.ts';

export interface StartOptions<Peers extends object> {
  config: Config;
  databaseUrl: string;
  version: string;
  services: readonly Service<Peers>[];
  logging: Logging;
  /** Run queued jobs in this process. */
  runsJobs: boolean;
  announce?: (text: string) => void;
  /** Who asks, unless a service says it; without either, requests are refused as `unavailable`. */
  identity?: Identity;
  /** Registers further routes (the console's files) after those of the services. */
  extend?: (app: FastifyInstance, platform: Platform, peers: Peers) => void | Promise<void>;
  /** The measurements of all processes of the family, where there are several. */
  collectMetrics?: () => Promise<string>;
  /** Told what was just done and how long it took, in milliseconds. */
  onStep?: (step: string, milliseconds: number) => void;
}

/** The platform as it runs in one process. */
export interface RunningPlatform<Peers extends object = object> {
  platform: Platform;
  /** The services offer each other this. */
  peers: Peers;
  app: FastifyInstance;
  /** Tells load balancers at the health addresses to send nothing more, and callers that their connections close; everything is still answered. */
  drain(): void;
  /** Ends requests, jobs and connections, in this order, each after its work under way. */
  stop(): Promise<void>;
}

/** Brings every schema forward. Safe to call from several processes at once. @throws ServersThereError when servers of the version before cannot bear it */
export async function migrateAll(databaseUrl: string, services: readonly Pick<Service, 'name' | 'migrations'>[]): Promise<void> {
  await requireBearable(databaseUrl, [{ name: kernelSchema, migrations: kernelMigrations }, ...services]);
  await migrate(databaseUrl, kernelSchema, kernelMigrations);
  await migrateJobs(databaseUrl);
  for (const service of services) await migrate(databaseUrl, service.name, service.migrations);
}

const notReady = () => {
  throw new AppError('unavailable');
};
const noIdentity: Identity = {
  actorOf: async () => notReady(),
  peerOf: async () => notReady(),
  actorByCredentials: async () => notReady(),
  actorByToken: async () => notReady(),
  actorOfUser: async () => notReady(),
  issueShortToken: async () => notReady(),
  issueAccessToken: async () => notReady(),
  endAccessToken: async () => notReady(),
  ownAccount: { profile: async () => notReady(), tokens: async () => notReady(), revokeToken: async () => notReady() },
  basicRealm: () => notReady(),
  anonymousAllowed: async () => false,
  audit: async () => undefined,
};

/** Where the configured blob store is, in words. */
export function describeStore(config: Config): string {
  return config.blobs.s3 ? `s3://${config.blobs.s3.bucket}/${config.blobs.s3.prefix}` : join(config.home, 'blobs');
}

/** The blob store that the configuration asks for. */
export async function openBlobStore(config: Config): Promise<BlobStore> {
  if (config.blobs.s3) {
    const { s3Blobs } = await import('./blobs/s3-blobs.ts');
    return s3Blobs(config.blobs.s3);
  }
  const { keepFree } = config.blobs;
  return fileBlobs(join(config.home, 'blobs'), keepFree === undefined ? undefined : getBytes(keepFree));
}

/** The platform's own addresses, beside those of the services. */
function serveSystem(app: FastifyInstance, platform: Platform, told: KernelOffers, collectMetrics: () => Promise<string>): void {
  handle(app, platform, ping, async () => ({ status: 'ok' as const, version: platform.version }));
  serveEventStream(app, platform, (key) => told.placeOf?.(key));
  void protocolScope(app, (scope) => {
    serveMetrics(scope, platform, collectMetrics);
    serveApiDescription(scope, platform);
    serveApiPage(scope, platform);
    handle(scope, platform, openConsole, async (_, { reply }) => reply.redirect(`${prefixes.console}/`));
  });
}

/** The configuration, with the address that was chosen in the console where it has none of its own. */
function withCustomBaseUrl(config: Config, custom: () => string | undefined): Config {
  return {
    ...config,
    get baseUrl() {
      return config.baseUrl ?? custom();
    },
  };
}

/** The platform's connections, and how to end them. */
async function connect(options: Omit<StartOptions<object>, 'services' | 'extend'>, told: KernelOffers) {
  const { config, databaseUrl, logging } = options;
  const logger = logging.logger('platform');
  const pool = openPool(databaseUrl, { max: 4, application_name: 'packhouse' });
  const metrics = createMetrics({ processMetrics: true });
  const opened = await openBlobStore(config);
  const { store: blobs, verified } = guardStore(opened, () => requireSameStore(pool, opened, describeStore(config)));
  if (blobs.kind === 'filesystem') measureDisk(metrics.registry, config.home);
  const outbox = new PostgresOutbox({ databaseUrl, pool, logger });
  const followers = postgresFollowers({ outbox, pool, logger });
  measureFollowers(metrics.registry, followers);
  const jobs = graphileJobs({ databaseUrl, pool, logger: logging.logger('platform', 'jobs'), duration: metrics.jobs });
  const pumps = platformPumps({ outbox, logger });
  const outgoing = undiciOutgoing({ ...config.outgoing, userAgent: `Packhouse/${options.version}` });
  const platform: Platform = {
    config: withCustomBaseUrl(config, () => told.customBaseUrl?.()),
    databaseUrl,
    version: options.version,
    blobs,
    outbox,
    followers,
    jobs,
    pumps,
    outgoing,
    secrets: fileSecrets(config),
    metrics: metrics.registry,
    get identity() {
      return told.identity ?? options.identity ?? noIdentity;
    },
    get customBaseUrl() {
      return told.customBaseUrl?.();
    },
    logger: (service) => logging.logger(service),
    announce: options.announce ?? (() => undefined),
  };
  const end = async () => {
    await outbox.stop();
    await outgoing.close();
    await pool.end();
  };
  try {
    await requireSameMasterKey(pool, platform.secrets);
    await verified().catch((error: unknown) => {
      if (error instanceof OtherStoreError) throw error;
      logger.warn({ err: error }, 'the blob store cannot be reached; whether it is the one of this database is looked at before anything is stored');
    });
    await outbox.start();
  } catch (error) {
    await end();
    throw error;
  }
  jobs.register(forgetEventsJob(pool));
  return { platform, jobs, followers, pumps, metrics, logger, end };
}

/** Starts the platform in this process: connections, then services in their order, then jobs. Nothing listens yet. */
export async function startPlatform<Peers extends object>(options: StartOptions<Peers>): Promise<RunningPlatform<Peers>> {
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    options.onStep?.(step, performance.now() - start);
    return result;
  };
  const told: KernelOffers = {};
  const peers = {} as Peers;
  const { platform, jobs, followers, pumps, metrics, logger, end } = await timed('connections', () => connect(options, told));
  let isDraining = false;
  const app = createApp({ logger, requestLogger: options.logging.requestLogger(), platform, isDraining: () => isDraining, metrics });
  serveSystem(app, platform, told, options.collectMetrics ?? (() => metrics.registry.metrics()));
  const running: RunningService[] = [];
  let runner: JobRunner | undefined;
  let following: RunningFollowers | undefined;
  let pumping: RunningPumps | undefined;
  function drain(): void {
    isDraining = true;
  }
  async function stop(): Promise<void> {
    drain();
    await app.close();
    await pumping?.stop();
    await following?.stop();
    await runner?.stop();
    for (const service of running.toReversed()) await service.stop();
    await end();
  }
  try {
    for (const service of options.services) {
      const started = await timed(`service ${service.name}`, () => service.start(app, platform, peers));
      running.push(started);
      const { identity, customBaseUrl, placeOf: getPlace, ...others } = started.offers ?? {};
      Object.assign(told, { ...(identity && { identity }), ...(customBaseUrl && { customBaseUrl }), ...(getPlace && { placeOf: getPlace }) });
      Object.assign(peers, others);
    }
    await options.extend?.(app, platform, peers);
    await timed('routes', async () => void (await app.ready()));
    if (options.runsJobs) {
      runner = await timed('jobs', () => jobs.run());
      following = await timed('followers', () => followers.run());
      pumping = pumps.run();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { platform, peers, app, drain, stop };
}
