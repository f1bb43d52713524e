import type { Serializable } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';

/** The workers that can be told something. One that has just died is among the cluster's for some milliseconds more. */
export function connectedWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? [worker] : []));
}

/** Tells a worker something. Where its channel is closed the message is lost, as the worker is; without the listener that would end the primary. */
export function tellWorker(worker: Worker, message: Serializable): void {
  worker.send(message, () => undefined);
}
