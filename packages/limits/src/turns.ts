import { AppError } from '@packhouse/contract/errors.ts';

export interface TurnLimits {
  /** At once, of all together. */
  atOnce: number;
  /** At once, of one; unless told, as many as of all. */
  each?: number;
  /** How many wait, of all together; each keeps what it asks for until its turn; 100 unless told. */
  waiting?: number;
  /** How many wait, of one; unless told, as many as of all. */
  eachWaiting?: number;
  /** Milliseconds that somebody waits; unless told, for as long as it takes. */
  patience?: number;
  /** This is thrown at who waited that long, or finds too many waiting; AppError `unavailable` unless told. */
  refusal?: () => Error;
}

export interface Turns {
  /** Answers how to give the turn back. @throws the limits' refusal when none is to be had in time */
  take(who?: string): Promise<() => void>;
  /** Does it in its turn. @throws the limits' refusal when none is to be had in time */
  run<Result>(work: () => Promise<Result>, who?: string): Promise<Result>;
}

const anybody = '';
const unavailable = () => new AppError('unavailable');

interface Place {
  who: string;
  begin(): void;
}

/** Who has a turn, and who waits for one in which order. */
class Line {
  readonly #limits: TurnLimits;
  #free: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Place>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#free = limits.atOnce;
  }

  mayBegin(who: string): boolean {
    const { each = Number.POSITIVE_INFINITY } = this.#limits;
    return this.#free > 0 && (this.#held.get(who) ?? 0) < each;
  }

  mayWait(who: string): boolean {
    const { waiting = 100, eachWaiting = waiting } = this.#limits;
    if (this.#waiting.size >= waiting) return false;
    return eachWaiting >= waiting || [...this.#waiting].filter((place) => place.who === who).length < eachWaiting;
  }

  begin(who: string): void {
    this.#free--;
    this.#held.set(who, (this.#held.get(who) ?? 0) + 1);
  }

  /** The place goes straight to the next in line who may have it. */
  end(who: string): void {
    this.#free++;
    const left = (this.#held.get(who) ?? 0) - 1;
    if (left > 0) this.#held.set(who, left);
    else this.#held.delete(who);
    for (const next of this.#waiting)
      if (this.mayBegin(next.who)) {
        next.begin();
        return;
      }
  }

  wait(who: string): Promise<void> {
    const { patience, refusal = unavailable } = this.#limits;
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timeout);
        this.#waiting.delete(place);
      };
      const place = {
        who,
        begin: () => {
          leave();
          this.begin(who);
          resolve();
        },
      };
      const giveUp = () => {
        leave();
        reject(refusal());
      };
      const timeout = patience === undefined ? undefined : setTimeout(giveUp, patience);
      this.#waiting.add(place);
    });
  }
}

/** Lets a number of things happen at once, and of them a smaller number for each who asks; the others wait for their turn, first come first served. */
export function limitAtOnce(limits: TurnLimits): Turns {
  const line = new Line(limits);
  const { refusal = unavailable } = limits;
  async function take(who = anybody): Promise<() => void> {
    if (line.mayBegin(who)) line.begin(who);
    else if (line.mayWait(who)) await line.wait(who);
    else throw refusal();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      line.end(who);
    };
  }
  return {
    take,
    async run(work, who) {
      const done = await take(who);
      try {
        return await work();
      } finally {
        done();
      }
    },
  };
}
