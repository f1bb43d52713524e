import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { ReleaseBundleStorage } from '@packhouse/peers/release-bundle-storage.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DistributionSchema } from './schema.ts';

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<DistributionSchema>;
  platform: Platform;
  peers: Peers;
  log: Logger;
  storage: ReleaseBundleStorage;
}
