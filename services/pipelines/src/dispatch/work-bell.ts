import type { Context } from '../context.ts';

/** Rings for runners that wait: there may be work. */
export interface WorkBell {
  /** Returns when it rang, after so many milliseconds, or when nobody waits any more. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Lets everybody go, for good. */
  close(): void;
  readonly isClosed: boolean;
}

/** Hears of every change of a run, and of the runners themselves, in the installation. */
export function hangWorkBell({ platform }: Pick<Context, 'platform'>): WorkBell {
  const waiting = new Set<() => void>();
  let isClosed = false;
  const ring = () => {
    for (const go of waiting) go();
  };
  const unsubscribe = platform.outbox.subscribe(({ type }) => {
    if (type === 'pipeline.run.changed' || type === 'pipeline.runner.changed') ring();
  });
  return {
    get isClosed() {
      return isClosed;
    },
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          signal.removeEventListener('abort', go);
          resolve();
        };
        const timer = setTimeout(go, milliseconds);
        waiting.add(go);
        signal.addEventListener('abort', go);
        if (isClosed || signal.aborted) go();
      }),
    close() {
      isClosed = true;
      unsubscribe();
      ring();
    },
  };
}
