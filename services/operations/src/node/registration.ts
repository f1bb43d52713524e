import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { getWireName } from '@packhouse/contract/shell/service-names.ts';
import type { Context } from '../context.ts';
import { nodeAddress } from './node-address.ts';
import { deleteGoneProcesses, stopProcess, upsertProcess } from './process-queries.ts';

/** Milliseconds between two signs of life. */
const heartbeat = 10_000;

/** Makes this process known among the nodes and gives signs of life; returns how to sign off. */
export async function registerProcess(context: Context, listening: () => AddressInfo | string | null): Promise<() => Promise<void>> {
  const { db, platform, nodeId, processId, log } = context;
  const { config } = platform;
  // What the system refuses to say about itself must not end the process either.
  const sign = async () =>
    upsertProcess(db, {
      id: processId,
      node_id: nodeId,
      kind: cluster.isWorker ? 'http' : 'main',
      pid: process.pid,
      address: nodeAddress(config, listening()),
      version: platform.version,
      services: config.services.map(getWireName),
      stopped_at: null,
    });
  await sign();
  await deleteGoneProcesses(db);
  let underWay: Promise<void> = Promise.resolve();
  const beat = () => {
    // A database that is away for a while must not end the process: the next beat tries again.
    underWay = sign().catch((error: Error) => log.warn({ err: error }, 'the sign of life could not be written'));
  };
  const timer = setInterval(beat, heartbeat).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
    await stopProcess(db, processId).catch((error: Error) => log.warn({ err: error }, 'this process could not sign off'));
  };
}
