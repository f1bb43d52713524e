import { webServerUrl } from '@packhouse/contract/repositories/web-server-routes.ts';
import { isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { formats } from '@packhouse/formats/formats.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService, type Platform, type ServiceOffers } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { FastifyInstance } from 'fastify';
import { artifactActionRoutes } from './artifact/artifact-action-routes.ts';
import { artifactRoutes } from './artifact/artifact-routes.ts';
import { folderDownloadRoutes } from './artifact/folder-download-routes.ts';
import { watchFollower } from './artifact/watch-mail.ts';
import { buildConsoleRoutes } from './build/build-console-routes.ts';
import { buildDirectory } from './build/build-directory.ts';
import { announceDeletedRuns } from './build/build-events.ts';
import { buildUpkeepRoutes } from './build/build-upkeep-routes.ts';
import { nameAnswers } from './compatible/answer-headers.ts';
import { aqlRoutes } from './compatible/aql-routes.ts';
import { buildRestRoutes } from './compatible/build-rest-routes.ts';
import { cleanupRestRoutes } from './compatible/cleanup-rest-routes.ts';
import { descriptorRoutes } from './compatible/descriptor-routes.ts';
import { artifactRestRoutes } from './compatible/item-rest-routes.ts';
import { searchRoutes } from './compatible/item-search-routes.ts';
import { keyPairRestRoutes } from './compatible/key-pair-rest-routes.ts';
import { monitoringRoutes } from './compatible/monitoring-routes.ts';
import { replicationRestRoutes } from './compatible/replication-rest-routes.ts';
import { repositoryRestRoutes } from './compatible/repository-rest-routes.ts';
import { compatibleSearchRoutes } from './compatible/search-rest-routes.ts';
import { signingKeyRestRoutes } from './compatible/signing-key-rest-routes.ts';
import { storageInfoRoutes } from './compatible/storage-info-routes.ts';
import { storageRoutes } from './compatible/storage-routes.ts';
import { systemRoutes } from './compatible/system-routes.ts';
import { trustedKeyRestRoutes } from './compatible/trusted-key-rest-routes.ts';
import { vaultRestRoutes } from './compatible/vault-rest-routes.ts';
import { webServerRestRoutes } from './compatible/web-server-rest-routes.ts';
import type { Context } from './context.ts';
import { adoptCredentials } from './directory/adopt-credentials.ts';
import { openDirectory } from './directory/directory.ts';
import { findStoring } from './directory/find-storing.ts';
import { renewDirectory } from './directory/renew-directory.ts';
import { countTransfers } from './download/count-transfers.ts';
import { openDownloadCounts } from './download/download-counts.ts';
import { openIndexCache } from './download/index-cache.ts';
import { openTransfers } from './download/transfers.ts';
import { evidenceRoutes } from './evidence/evidence-routes.ts';
import { openFirewall } from './firewall/firewall.ts';
import { firewallRoutes } from './firewall/firewall-routes.ts';
import { repositoryActions } from './in-name-of/repository-actions.ts';
import { forgetEntries, refreshEntries } from './indexing/index-entries.ts';
import { keepContents } from './indexing/index-entry-queries.ts';
import { openCertificates } from './keys/certificates.ts';
import { keyRoutes } from './keys/key-routes.ts';
import { forgetPublishedKeys } from './keys/signer.ts';
import { signingRoutes } from './keys/signing-routes.ts';
import { migrations } from './migrations/migrations.ts';
import { migratePackages } from './package/migration-job.ts';
import { packageContents } from './package/package-contents.ts';
import { packageRoutes } from './package/package-routes.ts';
import { containerRoutes } from './protocols/container/container-routes.ts';
import { findWayToScan } from './protocols/container/fetch-image.ts';
import { protocolRoutes } from './protocols/engine/protocol-routes.ts';
import { hostRegistryRoutes } from './protocols/terraform/host-registry.ts';
import { stateRoutes } from './protocols/terraform/state-routes.ts';
import { openReaders } from './reading/readers.ts';
import { releaseBundleStorage } from './release-bundle/release-bundle-storage.ts';
import { listRepositoryCopying } from './replication/copying.ts';
import { followReplicated } from './replication/follow-replicated.ts';
import { replicationRoutes } from './replication/replication-routes.ts';
import { placing } from './repository/placing.ts';
import { repositoryInfoRoutes } from './repository/repository-info-routes.ts';
import { repositoryRoutes } from './repository/repository-routes.ts';
import type { RepositoriesSchema } from './schema.ts';
import { queueArchives } from './search/archive-job.ts';
import { consoleSearchRoutes } from './search/search-routes.ts';
import { registerJobs } from './service-jobs.ts';
import { onboardingRoutes } from './set-up/onboarding-routes.ts';
import { setupRoutes } from './set-up/setup-routes.ts';
import { openWebServer } from './set-up/web-server.ts';
import { webServerRoutes } from './set-up/web-server-routes.ts';
import { openLocks } from './storage/locks.ts';
import { openLookups } from './storage/lookup.ts';
import type { StorageHooks } from './storage/storage-hooks.ts';
import { archiveRoutes } from './upkeep/archive-routes.ts';
import { versionRoutes } from './upkeep/delete-versions.ts';
import { garbageRoutes } from './upkeep/garbage-routes.ts';
import { requireRoom } from './upkeep/quota.ts';
import { removePoliciesOf } from './upkeep/retention-policies.ts';
import { retentionRoutes } from './upkeep/retention-routes.ts';
import { storageUsage } from './upkeep/storage-usage.ts';
import { transferRoutes } from './upkeep/transfer-routes.ts';
import { trashRoutes } from './upkeep/trash-routes.ts';
import { usageRoutes } from './upkeep/usage-routes.ts';
import { adoptProxies } from './upstream/adopt-proxies.ts';
import { openProxies } from './upstream/proxies.ts';
import { proxyRoutes } from './upstream/proxy-routes.ts';
import { openRemotes } from './upstream/remotes.ts';

/** Lists what happens above storage when something is stored or taken away: all of it stands here. */
function makeHooks(context: () => Context): StorageHooks {
  return {
    requireRoom: (repository, contents) => requireRoom(context(), repository, contents),
    keepContents,
    refreshEntries: (tx, repository, artifactIds, refused) => refreshEntries(context(), tx, repository, artifactIds, refused),
    forgetEntries: (tx, repository, artifactIds) => forgetEntries(context(), tx, repository, artifactIds),
    announceRemoval: (tx, repository, artifactIds, by) => announceDeletedRuns(context(), tx, repository, artifactIds, by),
    findWayToScan: (repository, file) => findWayToScan(context(), repository, file),
    queueArchives: (tx, files) => queueArchives(context(), tx, files),
  };
}

function openContext(platform: Platform, peers: Readonly<Peers>): Context {
  const log = platform.logger('artifactory');
  const db = openDatabase<RepositoriesSchema>(platform.databaseUrl, 'repositories', { connections: 10 });
  const lookups = openLookups(db);
  const context: Context = {
    db,
    platform,
    peers,
    log,
    directory: openDirectory(db, lookups.directoryRevision),
    lookups,
    hooks: makeHooks(() => context),
    readers: openReaders(),
    locks: openLocks(platform.databaseUrl, log),
    flights: new Map(),
    downloads: openDownloadCounts(db, log),
    transfers: openTransfers(db, log),
    indexes: openIndexCache(),
    remotes: openRemotes(db),
    proxies: openProxies(db, platform.secrets),
    firewall: openFirewall(db, log),
    webServer: openWebServer(db),
    certificates: openCertificates(db, platform.secrets),
  };
  return context;
}

/** Forgets what is no longer so. */
function followEvents(context: Context): () => void {
  const followChanges = followReplicated(context);
  return context.platform.outbox.subscribe((event) => {
    if (event.type.startsWith('repository.')) {
      context.directory.forget();
      // Read again at once: who is told of what happens in a repository follows from where it is now.
      void context.directory.list().catch(() => undefined);
    }
    if (event.type === 'transfer-limit.changed') void context.transfers.flush();
    if (event.type === 'proxy.changed') context.proxies.forget();
    if (event.type.startsWith('firewall.')) context.firewall.renew();
    if (event.type === 'key.changed') {
      context.certificates.forget();
      forgetPublishedKeys();
    }
    followChanges(event);
    if (event.type === 'web-server.changed') context.webServer.forget();
    if (event.type === 'repository.cache.expired') context.remotes.rests.clear();
  });
}

function findEntry(context: Context, key: string): DirectoryEntry | undefined {
  const found = context.directory.peek(key);
  return found && (found.class === 'virtual' ? found : { ...found, scanned: found.settings.scanned });
}

/** Gives what the other services, and the kernel, may ask this one. */
function readOffers(context: Context): ServiceOffers<Peers> {
  const { endSharing, ...placed } = placing(context);
  return {
    placeOf: (key) => context.directory.peek(key),
    clientUrl: async () => webServerUrl(await context.webServer.current()),
    repositories: {
      list: async () => (await context.directory.list()).filter(({ key }) => !isBuildRepository(key) && !isReleaseBundleRepository(key)),
      keepers: async () => (await context.directory.list()).filter(({ key }) => isBuildRepository(key) || isReleaseBundleRepository(key)),
      storing: (keys) => findStoring(context, keys),
      peek: (key) => findEntry(context, key),
      ...placed,
      forgetProject: async (key) => {
        await endSharing(key);
        await removePoliciesOf(context, key);
      },
      formats: formats.map(({ id }) => id),
    },
    builds: buildDirectory(context),
    proxies: context.proxies,
    contents: packageContents(context.db, context.platform.blobs),
    repositoryCopying: () => listRepositoryCopying(context),
    releaseBundles: releaseBundleStorage(context),
    repositoryActions: repositoryActions(context),
    storageUsage: storageUsage(context),
  };
}

/** Serves what is found and stored: searches, builds, files and packages. */
async function storedRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await aqlRoutes(app, context);
  await searchRoutes(app, context);
  await compatibleSearchRoutes(app, context);
  consoleSearchRoutes(app, context);
  await buildRestRoutes(app, context);
  buildConsoleRoutes(app, context);
  buildUpkeepRoutes(app, context);
  await storageRoutes(app, context);
  await artifactRestRoutes(app, context);
  await evidenceRoutes(app, context);
  await protocolRoutes(app, context);
}

async function registerKeyRoutes(app: FastifyInstance, context: Context): Promise<void> {
  keyRoutes(app, context);
  await signingRoutes(app, context);
  await signingKeyRestRoutes(app, context);
  keyPairRestRoutes(app, context);
  vaultRestRoutes(app, context);
  trustedKeyRestRoutes(app, context);
}

/** Repositories of every format: storing, resolving, browsing and keeping house. */
export const repositoriesService = defineService<Peers>({
  name: 'repositories',
  wireName: 'artifactory',
  migrations,
  async start(app, platform, peers) {
    const context = openContext(platform, peers);
    const { db } = context;
    await adoptProxies(db, platform.secrets, context.log);
    await adoptCredentials(db, platform.secrets, context.log);
    platform.outgoing.useProxy(() => context.proxies.usual());
    await context.firewall.load();
    const unsubscribe = followEvents(context);
    renewDirectory(app, context);
    countTransfers(app, context);
    nameAnswers(app, context);
    repositoryRoutes(app, context);
    repositoryInfoRoutes(app, context);
    proxyRoutes(app, context);
    firewallRoutes(app, context);
    webServerRoutes(app, context);
    containerRoutes(app, context);
    onboardingRoutes(app, context);
    packageRoutes(app, context);
    registerJobs(context);
    platform.followers.register(watchFollower(context));
    await migratePackages(context);
    setupRoutes(app, context);
    garbageRoutes(app, context);
    usageRoutes(app, context);
    transferRoutes(app, context);
    folderDownloadRoutes(app, context);
    await storageInfoRoutes(app, context);
    trashRoutes(app, context);
    retentionRoutes(app, context);
    cleanupRestRoutes(app, context);
    archiveRoutes(app, context);
    versionRoutes(app, context);
    await systemRoutes(app, context);
    await descriptorRoutes(app, context);
    monitoringRoutes(app, context);
    replicationRoutes(app, context);
    await replicationRestRoutes(app, context);
    webServerRestRoutes(app, context);
    await repositoryRestRoutes(app, context);
    artifactRoutes(app, context);
    artifactActionRoutes(app, context);
    await stateRoutes(app, context);
    await hostRegistryRoutes(app, context);
    await registerKeyRoutes(app, context);
    await storedRoutes(app, context);
    return {
      offers: readOffers(context),
      async stop() {
        unsubscribe();
        await context.downloads.stop();
        await context.firewall.records.stop();
        await context.transfers.stop();
        await context.readers.stop();
        await context.locks.stop();
        await db.destroy();
      },
    };
  },
});
