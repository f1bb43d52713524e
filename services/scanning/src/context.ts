import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { ScanningSchema } from './schema.ts';

/** What every part of the service works with. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<ScanningSchema>;
  platform: Platform;
  log: Logger;
}
