import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { ScanningSchema } from './schema.ts';

/** What every part of the service works with. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<ScanningSchema>;
  platform: Platform;
  /** What the other services offer. */
  peers: Readonly<Peers>;
  log: Logger;
}
