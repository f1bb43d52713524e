export interface TurnLimits {
  /** At once, of all together. */
  atOnce: number;
  /** At once, of one. */
  each: number;
  /** How many wait, of all together; each keeps what it asks for until its turn; 100 unless told. */
  waiting?: number;
  /** How many wait, of one; unless told, as many as of all. */
  eachWaiting?: number;
  /** Milliseconds that somebody waits. */
  patience: number;
  /** What is thrown at who waited that long, or finds too many waiting. */
  refusal: () => Error;
}

export interface Turns {
  /** Answers how to give the turn back. @throws the limits' refusal when none is to be had in time */
  take(who: string): Promise<() => void>;
}

/** Lets a number of things happen at once, and of them a smaller number for each who asks; the others wait for their turn, first come first served. */
export function limitAtOnce({ atOnce, each, waiting: most = 100, eachWaiting = most, patience, refusal }: TurnLimits): Turns {
  let free = atOnce;
  const held = new Map<string, number>();
  const waiting = new Set<{ who: string; begin(): void }>();
  const countOf = (who: string) => held.get(who) ?? 0;
  const mayBegin = (who: string) => free > 0 && countOf(who) < each;
  const mayWait = (who: string) => waiting.size < most && [...waiting].filter((place) => place.who === who).length < eachWaiting;
  const begin = (who: string) => {
    free--;
    held.set(who, countOf(who) + 1);
  };
  const end = (who: string) => {
    free++;
    if (countOf(who) > 1) held.set(who, countOf(who) - 1);
    else held.delete(who);
    for (const next of waiting)
      if (mayBegin(next.who)) {
        next.begin();
        return;
      }
  };
  const wait = (who: string) =>
    new Promise<void>((resolve, reject) => {
      const place = {
        who,
        begin() {
          clearTimeout(timeout);
          waiting.delete(place);
          begin(who);
          resolve();
        },
      };
      const timeout = setTimeout(() => {
        waiting.delete(place);
        reject(refusal());
      }, patience);
      waiting.add(place);
    });
  return {
    async take(who) {
      if (mayBegin(who)) begin(who);
      else if (mayWait(who)) await wait(who);
      else throw refusal();
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        end(who);
      };
    },
  };
}
