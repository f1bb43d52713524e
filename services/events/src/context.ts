import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { EventsSchema } from './schema.ts';

/** Milliseconds that a receiver has until its answer begins, and until all of it has come. */
export interface Patience {
  head: number;
  all: number;
}

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<EventsSchema>;
  platform: Platform;
  peers: Peers;
  log: Logger;
  patience: Patience;
}
