import { AppError } from '@packhouse/contract/errors.ts';

/** Lets `running` calls run at once and `waiting` more wait; what comes on top is refused, so that a flood cannot eat all memory and processor time. */
export function bounded(running: number, waiting: number) {
  let active = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (active >= running) {
      if (queue.length >= waiting) throw new AppError('unavailable');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else active++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      // The place goes straight to the next in line.
      if (next) next();
      else active--;
    }
  };
}
