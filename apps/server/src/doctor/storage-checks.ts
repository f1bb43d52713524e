import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '@packhouse/kernel/config.ts';
import { migrationState } from '@packhouse/kernel/database/database.ts';
import { DatabaseClient } from '@packhouse/kernel/database/database-client.ts';
import { runningPostgresUrl } from '@packhouse/kernel/database/embedded-postgres.ts';
import { kernelMigrations, kernelSchema } from '@packhouse/kernel/database/kernel-migrations.ts';
import { openLogging } from '@packhouse/kernel/logs/logging.ts';
import { openBlobStore } from '@packhouse/kernel/start-platform.ts';
import { getConnections } from '../connections.ts';
import { embeddedFolder, embeddedPasswordFile, oldestPostgres, openDatabaseSource, probeDatabase } from '../database-source.ts';
import { getHolder, lockHome } from '../home-lock.ts';
import { configuredServices } from '../services.ts';
import { bad, type Finding, good, readWords, warning } from './finding.ts';

/** A database to look at, for as long as the looking takes. */
interface OpenDatabase {
  url: string;
  about: string;
  close(): Promise<void>;
}

async function openForChecks(config: Config): Promise<OpenDatabase | undefined> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, about: 'the configured database', close: async () => undefined };
  const folder = embeddedFolder(config.home);
  if (await getHolder(config.home)) {
    const url = await runningPostgresUrl(folder, embeddedPasswordFile(config.home));
    return url === undefined ? undefined : { url, about: 'the embedded PostgreSQL (running)', close: async () => undefined };
  }
  if (!existsSync(folder)) return undefined;
  const unlock = await lockHome(config.home);
  const logging = openLogging(config);
  const database = await openDatabaseSource(config, logging).catch(async (error) => {
    logging.close();
    await unlock();
    throw error;
  });
  return {
    url: database.url,
    about: 'the embedded PostgreSQL (started for this check)',
    async close() {
      await database.stop();
      logging.close();
      await unlock();
    },
  };
}

async function checkVersion(url: string, about: string): Promise<Finding> {
  const version = await probeDatabase(url);
  const words = `${about} runs PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  return version >= oldestPostgres * 10_000 ? good(words) : bad(words, `Move to PostgreSQL ${oldestPostgres} or newer.`);
}

async function checkMigrations(url: string, config: Config): Promise<Finding[]> {
  const schemas = [{ name: kernelSchema, migrations: kernelMigrations }, ...configuredServices(config)];
  const findings: Finding[] = [];
  for (const { name, migrations } of schemas) {
    const { pending, unknown } = await migrationState(url, name, migrations);
    if (unknown.length > 0) findings.push(bad(`schema ${name} was set up by a newer version (${unknown.join(', ')})`, 'Start that version or a newer one.'));
    else if (pending.length > 0)
      findings.push(warning(`schema ${name} lacks ${pending.join(', ')}`, 'The next start does it by itself; or run: packhouse migrate'));
    else findings.push(good(`schema ${name} is up to date`));
  }
  return findings;
}

/** The embedded server is started with enough; one of the person's own may be shared with others. */
async function checkConnections(url: string, config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined) return [];
  const client = new DatabaseClient({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ max_connections: string }>('show max_connections');
    const allowed = Number(rows[0]!.max_connections);
    const needed = getConnections(config);
    if (allowed >= needed) return [good(`takes ${allowed} connections; this node opens ${needed} at most`)];
    return [
      warning(
        `takes ${allowed} connections, and this node may open ${needed}`,
        `Set max_connections of PostgreSQL to ${needed} for each node, or PACKHOUSE_WORKERS lower.`,
      ),
    ];
  } finally {
    await client.end();
  }
}

async function checkClock(url: string): Promise<Finding> {
  const client = new DatabaseClient({ connectionString: url });
  await client.connect();
  try {
    const sent = Date.now();
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const skew = Math.abs(rows[0]!.now.getTime() - (sent + Date.now()) / 2);
    const words = `this machine and the database differ by ${(skew / 1000).toFixed(1)} s`;
    return skew < 2000 ? good(words) : bad(words, 'Keep the clocks of all machines in step with NTP; tokens and sessions expire wrongly otherwise.');
  } finally {
    await client.end();
  }
}

/** Database, its schemas and the clock that goes with it. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  let database: OpenDatabase | undefined;
  try {
    database = await openForChecks(config);
    if (!database) return [good('the embedded PostgreSQL is set up at the first start')];
    return [
      await checkVersion(database.url, database.about),
      ...(await checkConnections(database.url, config)),
      ...(await checkMigrations(database.url, config)),
      await checkClock(database.url),
    ];
  } catch (error) {
    const mend = config.databaseUrl === undefined ? `See ${config.home}/logs/platform/postgres.log.` : 'Check DATABASE_URL, the server and its access rules.';
    return [bad(readWords(error), mend)];
  } finally {
    await database?.close();
  }
}

/** Writes, reads and deletes a small blob. */
export async function checkBlobStore(config: Config): Promise<Finding[]> {
  const where = config.blobs.s3 ? `bucket ${config.blobs.s3.bucket}` : `${config.home}/blobs`;
  try {
    const store = await openBlobStore(config);
    const staged = await store.stage(Readable.from([Buffer.from(`packhouse doctor ${Date.now()} ${process.pid}`)], { objectMode: false }));
    await staged.promote();
    const back = await buffer(await store.open(staged.sha256));
    await store.delete(staged.sha256);
    if (back.length !== staged.size) return [bad(`${where} gives back other bytes than it was given`, 'Check the disk or the store.')];
    return [good(`${where} takes, gives and deletes`)];
  } catch (error) {
    const mend = config.blobs.s3 ? 'Check endpoint, bucket, keys and region under blobs.s3.' : 'Check the rights and the free space of the directory.';
    return [bad(`${where} cannot be used: ${readWords(error)}`, mend)];
  }
}
