import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { MissionControlSchema } from './schema.ts';

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<MissionControlSchema>;
  platform: Platform;
  peers: Peers;
  log: Logger;
  /** These are told of every beacon of another deployment, after it was kept. */
  listeners: ((deployment: string, beacon: Beacon) => Promise<void>)[];
}
