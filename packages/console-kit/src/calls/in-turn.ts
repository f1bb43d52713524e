/** Work that is asked for more often than it should be done. */
export interface InTurn {
  /** Something has changed: the work is done soon, once for all who ask until then. */
  ask(): void;
  stop(): void;
}

/** A burst of changes is waited for this long. */
const gathering = 250;
/** The pause after the work is so many times as long as the work took, so that a storm of changes costs a bounded share of the time. */
const restFactor = 4;
const shortestRest = 1000;

/** Does work in turn: soon after it was asked for, never twice at once, and with a rest in between; whoever asks meanwhile is answered by the next turn. */
export function inTurn(work: () => Promise<unknown>): InTurn {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isAsked = false;
  let isStopped = false;

  const plan = (delay: number) => {
    timer = setTimeout(() => void turn(), delay);
  };
  async function turn(): Promise<void> {
    isBusy = true;
    isAsked = false;
    const began = performance.now();
    // What cannot be asked for says so where it is shown.
    await work().catch(() => undefined);
    const rest = Math.max(shortestRest, (performance.now() - began) * restFactor);
    if (isStopped) return;
    timer = setTimeout(() => {
      isBusy = false;
      if (isAsked) plan(0);
      else timer = undefined;
    }, rest);
  }
  return {
    ask() {
      if (isStopped) return;
      isAsked = true;
      if (!isBusy && timer === undefined) plan(gathering);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
