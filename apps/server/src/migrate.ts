import { readConfig } from '@packhouse/kernel/config.ts';
import { migrateAll } from '@packhouse/kernel/start-platform.ts';
import { withOwnDatabase } from './own-database.ts';
import { configuredServices } from './services.ts';
import { terminal } from './terminal.ts';

/** `packhouse migrate`: brings the database forward and ends. */
export async function migrateCommand(): Promise<void> {
  const config = readConfig(process.env);
  const services = configuredServices(config);
  await withOwnDatabase(config, (url) => terminal().step('migrations', () => migrateAll(url, services)));
}
