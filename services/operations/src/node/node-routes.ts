import { AppError } from '@packhouse/contract/errors.ts';
import {
  highAvailability,
  nodeStatus,
  peerTracker,
  removeConsoleTopologyNode,
  removeTopologyNode,
} from '@packhouse/contract/operations/operations-status-routes.ts';
import { operationsWords } from '@packhouse/contract/operations/operations-words.ts';
import { getServiceType } from '@packhouse/contract/shell/service-names.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getRecords, makePeers, makeServiceStatus } from './node-status.ts';
import { knownNodes } from './online-nodes.ts';
import { deleteSilentProcesses } from './process-queries.ts';

type Place = { service_id: string; node_id: string };

/** A service is named by its type, alone or with a node behind an `@`. @throws AppError `not_found`, or `conflict` while the node is online */
async function removeNode(context: Context, { service_id: service, node_id: id }: Place, { actor, address }: Pick<HandlerContext, 'actor' | 'address'>) {
  const { db, platform } = context;
  const [type = ''] = service.split('@');
  const node = (await knownNodes(context)).find((one) => one.id === id);
  if (!node?.processes.some(({ services }) => services.some((name) => getServiceType(name) === type))) throw new AppError(operationsWords.no_node);
  if (node.online) throw new AppError(operationsWords.node_online, { id });
  await db.transaction().execute(async (tx) => {
    await deleteSilentProcesses(tx, id);
    await platform.identity.audit({ actor: actor.name, address, action: 'node.removed', subject: id }, tx);
  });
}

export function nodeRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  const nodes = () => knownNodes(context);
  handle(app, platform, highAvailability, async () => makeServiceStatus(await nodes(), await platform.followers.readLags()));
  handle(app, platform, nodeStatus, async () => getRecords(await nodes()));
  for (const removal of [removeTopologyNode, removeConsoleTopologyNode]) handle(app, platform, removal, ({ params }, by) => removeNode(context, params, by));
  handle(app, platform, peerTracker, async () => makePeers(await nodes()));
}
