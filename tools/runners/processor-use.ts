import { cpus } from 'node:os';

/** What all processors together have done so far, in milliseconds. */
function readTimes(): { idle: number; all: number } {
  const sum = { idle: 0, all: 0 };
  for (const { times } of cpus()) {
    sum.idle += times.idle;
    sum.all += Object.values(times).reduce((total, one) => total + one, 0);
  }
  return sum;
}

/** Watches how much of the machine is used from now on; what it gives tells so, in percent. Little means that something waits. */
export function watchProcessors(): () => number {
  const before = readTimes();
  return () => {
    const now = readTimes();
    const all = now.all - before.all;
    return all === 0 ? 0 : Math.round((100 * (all - (now.idle - before.idle))) / all);
  };
}
