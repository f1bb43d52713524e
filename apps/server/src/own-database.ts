import type { Config } from '@packhouse/kernel/config.ts';
import { runningPostgresUrl } from '@packhouse/kernel/database/embedded-postgres.ts';
import { openLogging } from '@packhouse/kernel/logs/logging.ts';
import { embeddedFolder, embeddedPasswordFile, openDatabaseSource } from './database-source.ts';
import { getHolder, lockHome } from './home-lock.ts';

/** Gives a command the database of this installation: the one of a server that runs now, else the embedded one, started for as long as the work takes. */
export async function withOwnDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl === undefined && (await getHolder(config.home))) {
    const url = await runningPostgresUrl(embeddedFolder(config.home), embeddedPasswordFile(config.home));
    if (url) return work(url);
  }
  const unlock = config.databaseUrl === undefined ? await lockHome(config.home) : undefined;
  const logging = openLogging(config);
  try {
    const database = await openDatabaseSource(config, logging);
    try {
      return await work(database.url);
    } finally {
      await database.stop();
    }
  } finally {
    logging.close();
    await unlock?.();
  }
}
