import { useSyncExternalStore } from 'react';

/** Whether the server answers, and since when it does not. */
export interface Connection {
  readonly reachable: boolean;
  /** When it answered last, while it does not. */
  readonly lastAnswer: Date | undefined;
}

const reached: Connection = { reachable: true, lastAnswer: undefined };
const watchers = new Set<(connection: Connection) => void>();
let current = reached;
let answeredAt = new Date();

/** Notes how the last call went; calls do so themselves. */
export function noteReachable(reachable: boolean): void {
  if (reachable) answeredAt = new Date();
  if (reachable === current.reachable) return;
  current = reachable ? reached : { reachable, lastAnswer: answeredAt };
  for (const watcher of watchers) watcher(current);
}

/** Calls back whenever the server is lost or found again. */
export function watchConnection(watcher: (connection: Connection) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether the server answers; renders again when that changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, () => current);
}
