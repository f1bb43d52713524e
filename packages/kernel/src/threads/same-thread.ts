import { LRUCache } from 'lru-cache';
import { type Piscina, queueOptionsSymbol } from 'piscina';

type LoadBalancer = NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer'];

/** Pieces of work that are remembered by the thread that did them. */
const mostRemembered = 1000;

/** Marks an order as about the same as others: a thread that did one of them may still know what it read. */
export const about = (subject: string | undefined) => (subject === undefined ? {} : { [queueOptionsSymbol]: { subject } });

/** Gives work to the thread that did the like before, if it is free, and else to the first that is: whoever is busy is not waited for. */
export function preferSameThread(): NonNullable<LoadBalancer> {
  const last = new LRUCache<string, number>({ max: mostRemembered });
  return (task, workers) => {
    const { subject } = (task[queueOptionsSymbol] ?? {}) as { subject?: string };
    const free = workers.filter(({ currentUsage }) => currentUsage === 0);
    const same = subject === undefined ? undefined : free.find(({ id }) => id === last.get(subject));
    const chosen = same ?? free[0] ?? null;
    if (subject !== undefined && chosen) last.set(subject, chosen.id);
    return chosen;
  };
}
