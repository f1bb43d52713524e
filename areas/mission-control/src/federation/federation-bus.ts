const names = ['entities-updated', 'permissions-updated', 'permissions-pattern-updated', 'targets-updated', 'topology-updated', 'close-modal'] as const;
export type FederationEvent = (typeof names)[number];

const listeners = new Map<FederationEvent, Set<() => void>>();

/** Tells whoever listens in the console that something of a federation was changed. */
export function tellFederation(event: FederationEvent): void {
  for (const listener of listeners.get(event) ?? []) listener();
}

/** Calls back at each event of this name; answers how to stop. */
export function onFederation(event: FederationEvent, listener: () => void): () => void {
  const set = listeners.get(event) ?? new Set();
  listeners.set(event, set.add(listener));
  return () => void set.delete(listener);
}
