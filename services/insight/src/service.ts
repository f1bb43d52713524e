import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Context } from './context.ts';
import { callersJob, callersJobName } from './gather/callers-job.ts';
import { openCounts } from './gather/counts.ts';
import { eventFollower } from './gather/event-follower.ts';
import { exposeInsight } from './gather/exposed.ts';
import { findingsJob, levelsJob, levelsJobName, queueFindings, storedJob } from './gather/levels-job.ts';
import { noteLevels } from './gather/note.ts';
import { up as insightMigration } from './migrations/0001-insight.ts';
import { up as coverChartsMigration } from './migrations/0002-cover-charts.ts';
import { up as callersMigration } from './migrations/0003-callers.ts';
import { keepPartitions } from './point/partitions.ts';
import { hasLevels, selectNow } from './point/point-queries.ts';
import { rollupJob, rollupJobName } from './rollup/rollup.ts';
import type { InsightSchema } from './schema.ts';
import { insightRoutes } from './trend/insight-routes.ts';
import { selectLeaders } from './trend/trend-queries.ts';
import { partitionJob } from './upkeep/partition-job.ts';

/** Milliseconds after which the first minute was written down. */
const firstRollup = 75_000;

/** Insight: what happens here, and how much there is, over time. */
export const insightService = defineService<Peers>({
  name: 'insight',
  wireName: 'insight',
  migrations: {
    '0001-insight': { up: insightMigration },
    '0002-cover-charts': { up: coverChartsMigration },
    '0003-callers': { up: callersMigration, besideOlder: true },
  },
  async start(app, platform, peers) {
    const db = openDatabase<InsightSchema>(platform.databaseUrl, 'insight', { connections: 3 });
    const context: Context = { db, platform, peers, log: platform.logger('insight') };
    const exposed = exposeInsight(platform.metrics, context);
    const counts = openCounts(context, { exposed });
    await keepPartitions(db, await selectNow(db));
    insightRoutes(app, context);
    platform.jobs.register(levelsJob(context));
    platform.jobs.register(storedJob(context));
    platform.jobs.register(findingsJob(context));
    platform.jobs.register(callersJob(context));
    platform.jobs.register(rollupJob(context));
    platform.jobs.register(partitionJob(context));
    platform.followers.register(eventFollower(context, exposed));
    // Nobody has to wait an hour for the first look; others have started by then.
    if (!(await hasLevels(db))) {
      await platform.jobs.add(levelsJobName, {}, { key: levelsJobName, delay: 10_000 });
      await platform.jobs.add(callersJobName, {}, { key: callersJobName, delay: firstRollup });
      await platform.jobs.add(rollupJobName, {}, { key: rollupJobName, delay: firstRollup });
    }
    return {
      offers: {
        insight: {
          countCall: counts.countCall,
          countCache: counts.countCache,
          count: counts.count,
          note: (unit, at, levels) => noteLevels(context, unit, at, levels),
          lookAtFindings: () => queueFindings(context),
          top: (metric, { period, limit }) => selectLeaders(db, metric, period, limit),
        },
      },
      async stop() {
        await counts.stop();
        await db.destroy();
      },
    };
  },
});
