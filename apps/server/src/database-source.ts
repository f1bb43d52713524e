import { join } from 'node:path';
import type { Config } from '@packhouse/kernel/config.ts';
import { describeAddress } from '@packhouse/kernel/database/database-address.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@packhouse/kernel/database/embedded-postgres.ts';
import type { Logging } from '@packhouse/kernel/logs/logging.ts';
import { getConnections } from './connections.ts';
import { requireSessions, TransactionPoolerError, withProbe } from './pooler.ts';

export interface DatabaseSource {
  url: string;
  kind: 'embedded' | 'outside';
  stop(): Promise<void>;
}

export const embeddedFolder = (home: string) => join(home, 'postgres');
export const embeddedPasswordFile = (home: string) => join(home, 'keys', 'postgres.password');

/** The oldest major version of PostgreSQL that the platform runs on. */
export const oldestPostgres = 15;

/** The server's version number, e.g. 150004. @throws with words for the person who starts the platform. */
export async function probeDatabase(url: string): Promise<number> {
  const place = describeAddress(url);
  try {
    return await withProbe(url, async (client) => {
      const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
      await requireSessions(client, url, place);
      return Number(rows[0]!.server_version_num);
    });
  } catch (cause) {
    if (cause instanceof TransactionPoolerError) throw cause;
    throw new Error(`The database ${place} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** Keeps the embedded server running: should it end by itself, it is started again at the same address. */
async function superviseEmbedded(config: Config, logging: Logging): Promise<DatabaseSource> {
  const logger = logging.logger('platform', 'postgres');
  let isStopping = false;
  const start = (port?: number) =>
    startEmbeddedPostgres({
      folder: embeddedFolder(config.home),
      passwordFile: embeddedPasswordFile(config.home),
      settings: { max_connections: String(getConnections(config)) },
      onLog: (text) => logger.info(text.trimEnd()),
      ...(port === undefined ? {} : { port }),
    });
  let current: EmbeddedPostgres = await start();
  const { url, port } = { url: current.url(), port: current.port };

  async function watch(): Promise<void> {
    for (let wait = 200; ; wait = Math.min(wait * 2, 10_000)) {
      await current.ended;
      if (isStopping) return;
      logger.error('the embedded PostgreSQL ended; it is started again');
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (isStopping) return;
      try {
        current = await start(port);
        wait = 200;
      } catch (error) {
        logger.error({ err: error }, 'the embedded PostgreSQL does not start');
      }
    }
  }

  const watching = watch();
  return {
    url,
    kind: 'embedded',
    async stop() {
      isStopping = true;
      await current.stop();
      await watching;
    },
  };
}

/** The configured database, or the embedded one, started. The caller holds the lock of the home directory. */
export async function openDatabaseSource(config: Config, logging: Logging): Promise<DatabaseSource> {
  if (config.databaseUrl === undefined) return superviseEmbedded(config, logging);
  const version = await probeDatabase(config.databaseUrl);
  if (version < oldestPostgres * 10_000) throw new Error(`PostgreSQL ${oldestPostgres} or newer is needed; the database runs ${Math.floor(version / 10_000)}`);
  return { url: config.databaseUrl, kind: 'outside', stop: async () => undefined };
}
