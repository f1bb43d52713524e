import { AppError } from '@packhouse/contract/errors.ts';
import { operationsWords } from '@packhouse/contract/operations/operations-words.ts';
import type { Context } from '../context.ts';
import type { Target } from '../peer/questions.ts';
import { findNodes, type KnownNode } from './node-status.ts';
import { selectProcesses } from './process-queries.ts';

/** Every node that is known, online or not. */
export async function knownNodes({ db }: Pick<Context, 'db'>): Promise<KnownNode[]> {
  return findNodes(await selectProcesses(db));
}

/** Whom to ask: this node itself unless another one is named. @throws AppError `not_found`, or `unavailable` when it is offline */
export async function onlineNode(context: Context, id = context.nodeId): Promise<Target> {
  if (id === context.nodeId) return { nodeId: id, processId: context.processId };
  const node = (await knownNodes(context)).find((one) => one.id === id);
  if (!node) throw new AppError(operationsWords.no_node);
  if (!node.online) throw new AppError(operationsWords.node_offline, { id });
  return { nodeId: id };
}
