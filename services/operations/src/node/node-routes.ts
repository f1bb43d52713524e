import { highAvailability, nodeStatus, peerTracker } from '@packhouse/contract/operations-status-routes.ts';
import { handle } from '@packhouse/kernel/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { nodesOf, peersOf, recordsOf, serviceStatusOf } from './node-status.ts';
import { selectProcesses } from './process-queries.ts';

export function nodeRoutes(app: FastifyInstance, { db, platform }: Context): void {
  const nodes = async () => nodesOf(await selectProcesses(db));
  handle(app, platform, highAvailability, async () => serviceStatusOf(await nodes()));
  handle(app, platform, nodeStatus, async () => recordsOf(await nodes()));
  handle(app, platform, peerTracker, async () => peersOf(await nodes()));
}
