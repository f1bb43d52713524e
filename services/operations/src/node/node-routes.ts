import { highAvailability, nodeStatus, peerTracker } from '@packhouse/contract/operations/operations-status-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getRecords, makePeers, makeServiceStatus } from './node-status.ts';
import { knownNodes } from './online-nodes.ts';

export function nodeRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  const nodes = () => knownNodes(context);
  handle(app, platform, highAvailability, async () => makeServiceStatus(await nodes(), await platform.followers.readLags()));
  handle(app, platform, nodeStatus, async () => getRecords(await nodes()));
  handle(app, platform, peerTracker, async () => makePeers(await nodes()));
}
