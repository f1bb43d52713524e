import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Context } from './context.ts';
import { dispatchRoutes } from './dispatch/dispatch-routes.ts';
import { dryRunRoutes } from './dry-run/dry-run-routes.ts';
import { stepPump } from './engine/step-pump.ts';
import { up as pipelinesMigration } from './migrations/0001-pipelines.ts';
import { up as runnersMigration } from './migrations/0002-runners.ts';
import { up as secretsMigration } from './migrations/0003-secrets.ts';
import { up as enabledFromMigration } from './migrations/0004-enabled-from.ts';
import { pipelineRoutes } from './pipeline/pipeline-routes.ts';
import { logRoutes } from './run/log-routes.ts';
import { runRoutes } from './run/run-routes.ts';
import { runnerRoutes } from './runner/runner-routes.ts';
import type { PipelinesSchema } from './schema.ts';
import { secretRoutes } from './secret/secret-routes.ts';
import { eventFollower } from './trigger/event-follower.ts';
import { hookRoutes } from './trigger/hook-routes.ts';
import { schedulePump } from './trigger/schedule-pump.ts';
import { forgetRunsJob } from './upkeep/forget-runs-job.ts';

/** Pipelines: what is to happen with what was built, in which order, and who has to agree. */
export const pipelinesService = defineService<Peers>({
  name: 'pipelines',
  wireName: 'pipelines',
  migrations: {
    '0001-pipelines': { up: pipelinesMigration },
    '0002-runners': { up: runnersMigration },
    '0003-secrets': { up: secretsMigration, besideOlder: true },
    '0004-enabled-from': { up: enabledFromMigration, besideOlder: true },
  },
  async start(app, platform, peers) {
    const db = openDatabase<PipelinesSchema>(platform.databaseUrl, 'pipelines', { connections: 6 });
    const context: Context = { db, platform, peers, log: platform.logger('pipelines') };
    pipelineRoutes(app, context);
    runRoutes(app, context);
    logRoutes(app, context);
    hookRoutes(app, context);
    runnerRoutes(app, context);
    secretRoutes(app, context);
    dryRunRoutes(app, context);
    dispatchRoutes(app, context);
    platform.followers.register(eventFollower(context));
    platform.pumps.register(schedulePump(context));
    platform.pumps.register(stepPump(context));
    platform.jobs.register(forgetRunsJob(context));
    return { stop: () => db.destroy() };
  },
});
