import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';

type Sharing = Pick<Context, 'locks' | 'flights'>;

const waitStep = 150;

/**
 * Runs `work` in one process at a time. While another has the lock, `done` is asked whether its result is there already.
 * Ask for a name once at a time in one process: see `inOneFlight`.
 */
export async function alone<Result>({ locks }: Sharing, name: string, done: () => Promise<Result | undefined>, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const release = await locks.tryTake(name);
    try {
      const ready = await done();
      if (ready !== undefined) return ready;
      if (release) return await work();
    } finally {
      await release?.();
    }
    await wait(waitStep);
  }
}

/**
 * Lets all of this process who ask for the same at the same time have one result.
 * A failure that `isForOne` knows says that there is nothing to share: each of the others then departs for itself.
 */
export function inOneFlight<Result>(
  { flights }: Sharing,
  key: string,
  depart: () => Promise<Result>,
  isForOne: (error: unknown) => boolean = () => false,
): Promise<Result> {
  const start = () => {
    const started = depart().finally(() => flights.delete(key));
    flights.set(key, started);
    return started;
  };
  const flight = flights.get(key) as Promise<Result> | undefined;
  if (!flight) return start();
  return flight.catch((error: unknown) => {
    if (isForOne(error)) return start();
    throw error;
  });
}

/** Does it once for all who ask in all processes; whoever comes while it is done gets what `done` finds after it. */
export function onceForAll<Result>(context: Sharing, name: string, done: () => Promise<Result | undefined>, work: () => Promise<Result>): Promise<Result> {
  return inOneFlight(context, name, () => alone(context, name, done, work));
}
