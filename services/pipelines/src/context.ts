import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { PipelinesSchema } from './schema.ts';

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<PipelinesSchema>;
  platform: Platform;
  peers: Peers;
  log: Logger;
}
