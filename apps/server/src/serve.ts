import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '@packhouse/kernel/config.ts';
import { type Logging, openLogging } from '@packhouse/kernel/logs/logging.ts';
import { type DatabaseSource, openDatabaseSource } from './database-source.ts';
import { lockHome } from './home-lock.ts';
import { forkHttpWorkers, type HttpWorkers } from './http-workers.ts';
import { type Terminal, terminal } from './terminal.ts';
import { version } from './version.ts';

/** This has been started and must be stopped, last first. */
type Stops = (() => Promise<void> | void)[];

interface Family {
  port: number;
  drain(): void;
  hurry(): void;
}

async function stopAll(stops: Stops): Promise<void> {
  while (stops.length > 0) await stops.pop()!();
}

function consoleUrl(config: Config, port: number): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `${config.baseUrl?.replace(/\/$/, '') ?? `http://${host}:${port}`}/ui/`;
}

/** The sources of the services are most of what a start loads: the workers load theirs at the same time, and the database starts. */
const loadPlatform = () => import('./platform-start.ts');
type PlatformStart = Awaited<ReturnType<typeof loadPlatform>>;

async function prepareDatabase(config: Config, out: Terminal, logging: Logging, stops: Stops): Promise<{ database: DatabaseSource; platform: PlatformStart }> {
  const loading = out.step('sources', loadPlatform);
  // Whether the database starts is heard first.
  loading.catch(() => undefined);
  const database = await out.step(config.databaseUrl ? 'database' : 'embedded PostgreSQL', () => openDatabaseSource(config, logging));
  stops.push(() => database.stop());
  const platform = await loading;
  await out.step('migrations', () => platform.migrateAll(database.url, platform.configuredServices(config)));
  return { database, platform };
}

interface FamilyOptions {
  config: Config;
  database: DatabaseSource;
  platform: PlatformStart;
  /** None where this process alone serves. */
  workers: HttpWorkers | undefined;
  logging: Logging;
}

async function startFamily({ config, database, platform, workers, logging }: FamilyOptions, out: Terminal, stops: Stops): Promise<Family> {
  const { runPlatform, stopPlatform, listen } = platform;
  const hurry = new AbortController();
  const running = await runPlatform({
    config,
    databaseUrl: database.url,
    logging,
    runsJobs: true,
    announce: out.say,
    onStep: out.done,
  });
  stops.push(() => stopPlatform(running, hurry.signal));
  if (!workers) return { port: await out.step('listening', () => listen(running, config)), drain: running.drain, hurry: () => hurry.abort() };
  // They stop before what they stand on.
  stops.push(() => workers.stop());
  const port = await out.step('HTTP workers', () => workers.begin({ databaseUrl: database.url, registry: running.platform.metrics }));
  return {
    port,
    drain: workers.drain,
    hurry() {
      hurry.abort();
      workers.hurry();
    },
  };
}

interface Stopping {
  /** Waits until load balancers have turned away; ends early when `hurry` fires. */
  drain(hurry: AbortSignal): Promise<void>;
  hurry(): void;
}

/** A first signal stops after the requests under way; a second one breaks them off. SIGTERM, which comes from a machine, drains before. */
function stopOnSignal(stops: Stops, { drain, hurry }: Stopping, out: Terminal): void {
  const impatience = new AbortController();
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      impatience.abort();
      return hurry();
    }
    isStopping = true;
    out.say('stopping (again to break off what still runs)');
    const drained = signal === 'SIGTERM' ? drain(impatience.signal) : Promise.resolve();
    drained
      .then(() => stopAll(stops))
      .then(
        () => {
          out.say('stopped');
          process.exit(0);
        },
        (error: Error) => {
          process.stderr.write(`${error.message}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

/** Builds what is stale of the console, in a process of its own so that its memory is given back. */
function buildConsole(): Promise<void> {
  const builder = spawn(process.execPath, [fileURLToPath(new URL('../../../tools/build-console.ts', import.meta.url))], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [builder.stdout, builder.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    builder.once('error', reject);
    builder.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`The console could not be built:\n${output.trim()}`))));
  });
}

/** `packhouse serve`: everything, in this process and its HTTP workers. Resolves when the platform is ready. */
export async function serve(): Promise<void> {
  const out = terminal();
  const config = readConfig(process.env);
  const start = performance.now();
  out.say(`Packhouse ${version}, data in ${config.home}`);
  const stops: Stops = [await lockHome(config.home)];
  let family: Family | undefined;
  const drain = async (signal: AbortSignal) => {
    if (!family || config.drainSeconds === 0) return;
    family.drain();
    out.say(`draining for ${config.drainSeconds} s`);
    await setTimeout(config.drainSeconds * 1000, undefined, { signal }).catch(() => undefined);
  };
  stopOnSignal(stops, { drain, hurry: () => family?.hurry() }, out);
  const logging = openLogging(config);
  stops.push(() => logging.close());
  try {
    if (process.argv.includes('--build-console')) await out.step('console', buildConsole);
    const count = config.workers ?? availableParallelism();
    const workers = count === 1 ? undefined : forkHttpWorkers(count, logging.logger('platform'));
    if (workers) stops.push(() => workers.stop());
    const { database, platform } = await prepareDatabase(config, out, logging, stops);
    const first = config.services.includes('access')
      ? await out.step('administrator', () => platform.ensureAdministrator({ config, databaseUrl: database.url }))
      : undefined;
    family = await startFamily({ config, database, platform, workers, logging }, out, stops);
    out.done('started in', performance.now() - start);
    if (first?.password)
      out.say(`\nSign in as admin with the password ${first.password}\nIt is shown this once; a new one is asked for at the first sign-in.\n`);
    out.say(`ready ${consoleUrl(config, family.port)}`);
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

/** `packhouse work`: jobs only, beside any number of serving nodes on the same database. */
export async function work(): Promise<void> {
  const out = terminal();
  const config = readConfig(process.env);
  const stops: Stops = [];
  // Beside a `serve` on the same home there is nothing to lock; with a database of one's own home there is.
  if (config.databaseUrl === undefined) stops.push(await lockHome(config.home));
  stopOnSignal(stops, { drain: async () => undefined, hurry: () => undefined }, out);
  const logging = openLogging(config);
  stops.push(() => logging.close());
  try {
    const { database, platform } = await prepareDatabase(config, out, logging, stops);
    const running = await platform.runPlatform({ config, databaseUrl: database.url, logging, runsJobs: true, announce: out.say, onStep: out.done });
    stops.push(() => running.stop());
    out.say('working');
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}
