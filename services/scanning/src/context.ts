import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Looks } from './inventory/looks.ts';
import type { ScanningSchema } from './schema.ts';

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<ScanningSchema>;
  platform: Platform;
  /** The other services offer this. */
  peers: Readonly<Peers>;
  log: Logger;
  /** Looks into content where nobody waits for it. */
  looks: Looks;
}
