import { type NodeStorage, storageStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { knownNodes } from '../node/online-nodes.ts';
import type { Kind } from '../peer/questions.ts';
import { type StorageLook, StorageLooks } from './look-at-storage.ts';

/** Milliseconds that another node has to say how its storage is: longer than it waits for the store itself. */
const patience = 8000;

const howIsStorage = { name: 'how-is-storage' } satisfies Pick<Kind<object, StorageLook>, 'name'>;

/** How the blob store is, as every node that is online sees it: a disk may be full, gone or read-only for one of them alone. Gives what the other services may ask, too. */
export function storageRoutes(app: FastifyInstance, context: Context): () => Promise<NodeStorage[]> {
  const { platform, questions, nodeId, processId } = context;
  const looks = new StorageLooks(context);
  questions.register({ ...howIsStorage, answer: () => looks.look() });

  async function readStorage(id: string): Promise<NodeStorage> {
    const target = id === nodeId ? { nodeId, processId } : { nodeId: id };
    // A node that has just gone, or knows no such question yet, hides nothing of the others.
    const look = await questions.ask<object, StorageLook>(target, howIsStorage, {}, patience).catch((): StorageLook => ({ state: 'Unknown' }));
    return { node_id: id, ...look };
  }

  const readAll = async () => {
    const online = (await knownNodes(context)).filter((node) => node.online);
    return Promise.all(online.map(({ id }) => readStorage(id)));
  };

  handle(app, platform, storageStatus, async () => ({ nodes: await readAll() }));
  return readAll;
}
