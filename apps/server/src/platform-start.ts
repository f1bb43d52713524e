/** Everything of a start that brings the services' sources along; loaded while other parts of the start go on. */
export { ensureAdministrator } from '@packhouse/access-service/administrator/first-administrator.ts';
export { migrateAll } from '@packhouse/kernel/start-platform.ts';
export { listen, runPlatform, stopPlatform } from './run-platform.ts';
export { configuredServices } from './services.ts';
