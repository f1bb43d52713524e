import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Directory } from './directory/directory.ts';
import type { DownloadCounts } from './download/download-counts.ts';
import type { IndexCache } from './download/index-cache.ts';
import type { Transfers } from './download/transfers.ts';
import type { Firewall } from './firewall/firewall.ts';
import type { Certificates } from './keys/certificates.ts';
import type { Readers } from './reading/readers.ts';
import type { RepositoriesSchema } from './schema.ts';
import type { WebServerSettings } from './set-up/web-server.ts';
import type { Locks } from './storage/locks.ts';
import type { Lookups } from './storage/lookup.ts';
import type { StorageHooks } from './storage/storage-hooks.ts';
import type { Proxies } from './upstream/proxies.ts';
import type { Remotes } from './upstream/remotes.ts';

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<RepositoriesSchema>;
  platform: Platform;
  /** The other services offer this. */
  peers: Readonly<Peers>;
  log: Logger;
  directory: Directory;
  lookups: Lookups;
  /** The floors above do this when something is stored or taken away. */
  hooks: StorageHooks;
  /** Reads what strangers made, where nobody waits for it. */
  readers: Readers;
  /** Locks that all processes of the installation share. */
  locks: Locks;
  /** Work under way in this process that others who need its result wait for, by its name. */
  flights: Map<string, Promise<unknown>>;
  downloads: DownloadCounts;
  /** The data transfer of the month. */
  transfers: Transfers;
  indexes: IndexCache;
  remotes: Remotes;
  proxies: Proxies;
  /** What may not come in from upstreams. */
  firewall: Firewall;
  webServer: WebServerSettings;
  certificates: Certificates;
  /** Name of the pair that signs release bundles, where a service makes any. */
  releaseBundleKeyPair?: () => Promise<string>;
}
