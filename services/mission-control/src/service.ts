import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import { usageJob, warnJob } from './bucket/bucket-jobs.ts';
import { bucketRoutes } from './bucket/bucket-routes.ts';
import { settlePump } from './bucket/hear.ts';
import { findTarget } from './bucket/target.ts';
import type { Context } from './context.ts';
import { selectDeployment, selectDeployments } from './deployment/deployment-queries.ts';
import { makeHome } from './deployment/home.ts';
import { unitRoutes } from './deployment/unit-routes.ts';
import { up as deploymentsMigration } from './migrations/0001-deployments.ts';
import { up as bucketsMigration } from './migrations/0005-buckets.ts';
import type { MissionControlSchema } from './schema.ts';

/** Mission control: the platform deployments that are known here, and how they are. */
export const missionControlService = defineService<Peers>({
  name: 'mission-control',
  wireName: 'mc',
  migrations: { '0001-deployments': { up: deploymentsMigration }, '0005-buckets': { up: bucketsMigration } },
  async start(app, platform, peers) {
    const db = openDatabase<MissionControlSchema>(platform.databaseUrl, 'mission-control', { connections: 4 });
    const context: Context = { db, platform, peers, log: platform.logger('mc') };
    await makeHome(context);
    unitRoutes(app, context);
    const buckets = { ...context, targetOf: findTarget(context) };
    bucketRoutes(app, buckets);
    platform.pumps.register(settlePump(buckets));
    platform.jobs.register(usageJob(buckets));
    platform.jobs.register(warnJob(buckets));
    return {
      offers: { deployments: { list: () => selectDeployments(db), find: (id) => selectDeployment(db, id) } },
      stop: () => db.destroy(),
    };
  },
});
