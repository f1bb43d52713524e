import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which a judgement may keep others from the event loop at a time. */
const most = 10;

/** A share of the event loop for work that goes over many things. */
export interface Turn {
  /** It is time to let others have the loop. */
  isOver(): boolean;
  /** Lets them. */
  pass(): Promise<void>;
}

export function takeTurn(): Turn {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > most,
    async pass() {
      await setImmediate();
      began = performance.now();
    },
  };
}
