import { readConfig } from '@packhouse/kernel/config.ts';
import { openLogging } from '@packhouse/kernel/logs/logging.ts';
import { runningPostgresUrl } from '@packhouse/kernel/postgres/embedded-postgres.ts';
import { migrateAll } from '@packhouse/kernel/start-platform.ts';
import { embeddedFolder, embeddedPasswordFile, openDatabaseSource } from './database-source.ts';
import { holderOf, lockHome } from './home-lock.ts';
import { configuredServices } from './services.ts';
import { terminal } from './terminal.ts';

/** `packhouse migrate`: brings the database forward and ends. */
export async function migrateCommand(): Promise<void> {
  const out = terminal();
  const config = readConfig(process.env);
  const services = configuredServices(config);
  if (config.databaseUrl === undefined && (await holderOf(config.home))) {
    const url = await runningPostgresUrl(embeddedFolder(config.home), embeddedPasswordFile(config.home));
    if (url) return out.step('migrations', () => migrateAll(url, services));
  }
  const unlock = config.databaseUrl === undefined ? await lockHome(config.home) : undefined;
  const logging = openLogging(config);
  try {
    const database = await openDatabaseSource(config, logging);
    try {
      await out.step('migrations', () => migrateAll(database.url, services));
    } finally {
      await database.stop();
    }
  } finally {
    logging.close();
    await unlock?.();
  }
}
