import { availableParallelism } from 'node:os';
import type { Config } from '@packhouse/kernel/config.ts';

/** The most connections to the database that one process opens: 54 in the pools of kernel and services, and 6 where jobs run. */
const connectionsPerProcess = 61;

/** How many connections the processes of this node may open at once, with a few to spare for commands beside it. */
export function getConnections({ workers = availableParallelism() }: Pick<Config, 'workers'>): number {
  const processes = workers === 1 ? 1 : workers + 1;
  return processes * connectionsPerProcess + 20;
}
