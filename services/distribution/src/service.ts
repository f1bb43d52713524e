import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import { archiveRoutes } from './archive/archive-routes.ts';
import { exportJob } from './archive/export-job.ts';
import { disableAll } from './cleanup/cleanup.ts';
import { cleanupJob, scheduledCleanupJob } from './cleanup/cleanup-job.ts';
import { lifecyclePromotionRoutes } from './compatible/lifecycle-promotion-routes.ts';
import { lifecycleRoutes } from './compatible/lifecycle-routes.ts';
import { lifecycleRunRoutes } from './compatible/lifecycle-run-routes.ts';
import { releaseBundleCleanupRoutes } from './compatible/release-bundle-cleanup-routes.ts';
import { compatibleReleaseBundleRoutes } from './compatible/release-bundle-rest-routes.ts';
import { compatibleRunRoutes } from './compatible/run-routes.ts';
import type { Context } from './context.ts';
import { releaseBundleActions } from './in-name-of/release-bundle-actions.ts';
import { up as distributionMigration } from './migrations/0001-distribution.ts';
import { up as incomingMigration } from './migrations/0002-incoming.ts';
import { up as ordersMigration } from './migrations/0003-orders.ts';
import { up as ordersOfPlaceMigration } from './migrations/0004-orders-of-place.ts';
import { up as saidMigration } from './migrations/0005-said.ts';
import { up as promotionsMigration } from './migrations/0006-promotions.ts';
import { up as exportsMigration } from './migrations/0007-exports.ts';
import { up as targetDeploymentsMigration } from './migrations/0008-target-deployments.ts';
import { up as releaseBundleCleanupMigration } from './migrations/0009-release-bundle-cleanup.ts';
import { promotionJob } from './promotion/promotion-job.ts';
import { promotionRoutes } from './promotion/promotion-routes.ts';
import { clearSilentJob } from './receive/clear-silent-job.ts';
import { forgetIncomingJob } from './receive/forget-incoming-job.ts';
import { receiveRoutes } from './receive/receive-routes.ts';
import { signingRoutes } from './receive/signing-routes.ts';
import { releaseBundleDirectory, releaseBundleFiles } from './release-bundle/release-bundle-files.ts';
import { releaseBundleNameRoutes } from './release-bundle/release-bundle-name-routes.ts';
import { releaseBundleRoutes } from './release-bundle/release-bundle-routes.ts';
import { repositoryRoutes } from './release-bundle/repository-routes.ts';
import { chosenKeyPair } from './release-bundle/signing-key.ts';
import { artifactActionRoutes } from './run/artifact-action-routes.ts';
import { listReleaseBundleCopying } from './run/release-bundle-copying.ts';
import { runRoutes } from './run/run-routes.ts';
import { siteJob } from './run/site-job.ts';
import type { DistributionSchema } from './schema.ts';
import { deploymentTargetRoutes } from './target/deployment-target-routes.ts';
import { targetRoutes } from './target/target-routes.ts';

/** Signed sets of files, and how they reach other platform deployments. */
export const distributionService = defineService<Peers>({
  name: 'distribution',
  wireName: 'distribution',
  migrations: {
    '0001-distribution': { up: distributionMigration },
    '0002-incoming': { up: incomingMigration },
    '0003-orders': { up: ordersMigration },
    '0004-orders-of-place': { up: ordersOfPlaceMigration },
    '0005-said': { up: saidMigration },
    '0006-promotions': { up: promotionsMigration },
    '0007-exports': { up: exportsMigration },
    '0008-target-deployments': { up: targetDeploymentsMigration },
    '0009-release-bundle-cleanup': { up: releaseBundleCleanupMigration },
  },
  async start(app, platform, peers) {
    const { releaseBundles: storage } = peers;
    if (!storage) throw new AppError(distributionWords.repositories_service_missing);
    const db = openDatabase<DistributionSchema>(platform.databaseUrl, 'distribution', { connections: 6 });
    const context: Context = { db, platform, peers, log: platform.logger('distribution'), storage };
    storage.signsWith(() => chosenKeyPair(db));
    releaseBundleRoutes(app, context);
    releaseBundleNameRoutes(app, context);
    repositoryRoutes(app, context);
    runRoutes(app, context);
    artifactActionRoutes(app, context);
    targetRoutes(app, context);
    deploymentTargetRoutes(app, context);
    signingRoutes(app, context);
    await receiveRoutes(app, context);
    compatibleReleaseBundleRoutes(app, context);
    compatibleRunRoutes(app, context);
    releaseBundleCleanupRoutes(app, context);
    lifecycleRoutes(app, context);
    lifecycleRunRoutes(app, context);
    promotionRoutes(app, context);
    lifecyclePromotionRoutes(app, context);
    await archiveRoutes(app, context);
    platform.jobs.register(siteJob(context));
    platform.jobs.register(exportJob(context));
    platform.jobs.register(promotionJob(context));
    platform.jobs.register(cleanupJob(context));
    platform.jobs.register(scheduledCleanupJob(context));
    platform.jobs.register(forgetIncomingJob(context));
    platform.jobs.register(clearSilentJob(context));
    return {
      offers: {
        releaseBundleCopying: () => listReleaseBundleCopying(context),
        releaseBundleActions: releaseBundleActions(context),
        disableReleaseBundleCleanups: (doer) => disableAll(context, doer),
        releaseBundleFiles: releaseBundleFiles(db),
        releaseBundleDirectory: releaseBundleDirectory(db),
      },
      stop: () => db.destroy(),
    };
  },
});
