import { randomUUID } from 'node:crypto';
import { openDatabase } from '@packhouse/kernel/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Context } from './context.ts';
import { up as processMigration } from './migrations/0001-process.ts';
import { forgetProcessesJob } from './node/forget-processes-job.ts';
import { nodeIdOf } from './node/node-id.ts';
import { nodeRoutes } from './node/node-routes.ts';
import { registerProcess } from './node/registration.ts';
import type { OperationsSchema } from './schema.ts';

/** How the platform itself is doing: nodes and processes. Every node runs it. */
export const operationsService = defineService({
  name: 'operations',
  wireName: 'operations',
  migrations: {
    '0001-process': { up: processMigration },
  },
  async start(app, platform) {
    const db = openDatabase<OperationsSchema>(platform.databaseUrl, 'operations', { connections: 3 });
    const context: Context = { db, platform, log: platform.logger('platform'), nodeId: nodeIdOf(platform.config), processId: randomUUID() };
    nodeRoutes(app, context);
    platform.jobs.register(forgetProcessesJob(context));
    const signOff = await registerProcess(context, () => app.server.address());
    return {
      async stop() {
        await signOff();
        await db.destroy();
      },
    };
  },
});
