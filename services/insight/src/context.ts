import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { InsightSchema } from './schema.ts';

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<InsightSchema>;
  platform: Platform;
  peers: Readonly<Peers>;
  log: Logger;
}
