import { randomUUID } from 'node:crypto';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { configuredSecrets, scrubber } from '@packhouse/kernel/logs/scrub.ts';
import { getNodeId } from '@packhouse/kernel/node-id.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Context } from './context.ts';
import { logRoutes } from './log/log-routes.ts';
import { up as processMigration } from './migrations/0001-process.ts';
import { up as questionMigration } from './migrations/0002-question.ts';
import { up as bundleMigration } from './migrations/0003-bundle.ts';
import { up as saidMigration } from './migrations/0004-said.ts';
import { forgetProcessesJob } from './node/forget-processes-job.ts';
import { nodeRoutes } from './node/node-routes.ts';
import { makeServiceStatus } from './node/node-status.ts';
import { knownNodes } from './node/online-nodes.ts';
import { registerProcess } from './node/registration.ts';
import { openQuestions } from './peer/questions.ts';
import type { OperationsSchema } from './schema.ts';
import { storageRoutes } from './storage/storage-routes.ts';
import { forgetSupportBundlesJob, supportBundleJob } from './support-bundle/support-bundle-job.ts';
import { supportBundleRoutes } from './support-bundle/support-bundle-routes.ts';

/** How the platform itself is doing: nodes and processes, what they log, and bundles of both for those who help. Every node runs it. */
export const operationsService = defineService<Peers>({
  name: 'operations',
  wireName: 'operations',
  migrations: {
    '0001-process': { up: processMigration },
    '0002-question': { up: questionMigration },
    '0003-bundle': { up: bundleMigration },
    '0004-said': { up: saidMigration },
  },
  async start(app, platform) {
    const db = openDatabase<OperationsSchema>(platform.databaseUrl, 'operations', { connections: 3 });
    const own = { db, platform, log: platform.logger('platform'), nodeId: getNodeId(platform.config), processId: randomUUID() };
    const questions = openQuestions(own);
    const context: Context = { ...own, questions, scrub: scrubber(configuredSecrets(platform.config, platform.databaseUrl)) };
    nodeRoutes(app, context);
    const storage = storageRoutes(app, context);
    logRoutes(app, context);
    supportBundleRoutes(app, context);
    platform.jobs.register(supportBundleJob(context));
    platform.jobs.register(forgetSupportBundlesJob(context));
    platform.jobs.register(forgetProcessesJob(context));
    const signOff = await registerProcess(context, () => app.server.address());
    return {
      offers: { health: { services: async () => makeServiceStatus(await knownNodes(context)).services, storage } },
      async stop() {
        await signOff();
        await questions.stop();
        await db.destroy();
      },
    };
  },
});
