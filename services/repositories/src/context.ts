import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DownloadCounts } from './download/download-counts.ts';
import type { Certificates } from './keys/certificates.ts';
import type { Proxies } from './proxy/proxies.ts';
import type { Directory } from './repository/directory.ts';
import type { IndexCache } from './resolution/index-cache.ts';
import type { Remotes } from './resolution/remotes.ts';
import type { RepositoriesSchema } from './schema.ts';
import type { Lookups } from './storage/lookup.ts';
import type { WebServerSettings } from './web-server/web-server.ts';

/** What every part of the service works with. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<RepositoriesSchema>;
  platform: Platform;
  log: Logger;
  directory: Directory;
  lookups: Lookups;
  downloads: DownloadCounts;
  indexes: IndexCache;
  remotes: Remotes;
  proxies: Proxies;
  webServer: WebServerSettings;
  certificates: Certificates;
  /** Name of the pair that signs release bundles, where a service makes any. */
  bundleKeyPair?: () => Promise<string>;
}
