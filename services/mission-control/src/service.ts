import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Deployments } from '@packhouse/peers/deployments.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import { mailEndsJob, usageJob, warnJob } from './bucket/bucket-jobs.ts';
import { bucketRoutes } from './bucket/bucket-routes.ts';
import { hearLicences, settlePump } from './bucket/hear.ts';
import { findTarget } from './bucket/target.ts';
import type { Context } from './context.ts';
import { beaconPump } from './deployment/beacon-pump.ts';
import { beaconRoutes } from './deployment/beacon-routes.ts';
import { compatibleDeploymentRoutes } from './deployment/compatible-deployment-routes.ts';
import { findConnections } from './deployment/connections.ts';
import { selectBeacon, selectDeployment, selectDeployments } from './deployment/deployment-queries.ts';
import { makeHome } from './deployment/home.ts';
import { reportPump } from './deployment/report-pump.ts';
import { unitRoutes } from './deployment/unit-routes.ts';
import { usageRoutes } from './deployment/usage-routes.ts';
import { federationPump } from './federation/federation-pump.ts';
import { federationRoutes } from './federation/federation-routes.ts';
import { up as deploymentsMigration } from './migrations/0001-deployments.ts';
import { up as bucketsMigration } from './migrations/0005-buckets.ts';
import { up as reportsMigration } from './migrations/0006-reports.ts';
import { up as federationMigration } from './migrations/0007-federation.ts';
import { up as toldMigration } from './migrations/0008-told-of-beacons.ts';
import { up as strangeMigration } from './migrations/0009-strange-licences.ts';
import { up as passwordsMigration } from './migrations/0010-passwords-of-federations.ts';
import type { MissionControlSchema } from './schema.ts';

function offerDeployments({ db }: Context): Deployments {
  return {
    list: () => selectDeployments(db),
    find: (id) => selectDeployment(db, id),
    beacon: async (id) => {
      const row = await selectBeacon(db, id);
      return row && { at: row.at, beacon: row.body };
    },
    connections: async (id) => {
      const found = findConnections(await selectDeployments(db));
      return id === undefined ? found : found.filter(({ source, target }) => source === id || target === id);
    },
  };
}

/** Mission control: the platform deployments that are known here, and how they are. */
export const missionControlService = defineService<Peers>({
  name: 'mission-control',
  wireName: 'mc',
  migrations: {
    '0001-deployments': { up: deploymentsMigration },
    '0005-buckets': { up: bucketsMigration },
    '0006-reports': { up: reportsMigration },
    '0007-federation': { up: federationMigration },
    '0008-told-of-beacons': { up: toldMigration },
    '0009-strange-licences': { up: strangeMigration },
    '0010-passwords-of-federations': { up: passwordsMigration, besideOlder: true },
  },
  async start(app, platform, peers) {
    const db = openDatabase<MissionControlSchema>(platform.databaseUrl, 'mission-control', { connections: 4 });
    const context: Context = { db, platform, peers, log: platform.logger('mc'), listeners: [] };
    await makeHome(context);
    unitRoutes(app, context);
    const buckets = { ...context, targetOf: findTarget(context) };
    bucketRoutes(app, buckets);
    context.listeners.push((id, beacon) =>
      hearLicences(
        buckets,
        id,
        beacon.licences.map(({ jti }) => jti),
        { isAll: beacon.licenceCount === beacon.licences.length },
      ),
    );
    platform.pumps.register(settlePump(buckets));
    platform.jobs.register(usageJob(buckets));
    platform.jobs.register(warnJob(buckets));
    platform.jobs.register(mailEndsJob(buckets));
    beaconRoutes(app, context);
    usageRoutes(app, context);
    compatibleDeploymentRoutes(app, context);
    platform.pumps.register(beaconPump(context));
    platform.pumps.register(reportPump(context));
    federationRoutes(app, context);
    platform.pumps.register(federationPump(context));
    return { offers: { deployments: offerDeployments(context) }, stop: () => db.destroy() };
  },
});
