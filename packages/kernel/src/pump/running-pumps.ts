import type { Logger } from 'pino';
import type { Outbox } from '../events/outbox.ts';
import type { Pump, Pumps } from './pump.ts';

/** Milliseconds after which what became due by itself is found. */
const lookAgain = 1000;
const longestRest = 15_000;
/** Work that is under way at a stop may end within this. */
const grace = 5000;

interface Options {
  outbox: Pick<Outbox, 'subscribe'>;
  logger: Logger;
}

/** Runs one pump in this process until it is stopped. */
class PumpRunner<Item> {
  readonly #pump: Pump<Item>;
  readonly #logger: Logger;
  readonly #unsubscribe: () => void;
  readonly #cut = new AbortController();
  readonly #working = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  /** Work may have come while the last was claimed. */
  #isWanted = false;
  /** More may have been due than there was room for. */
  #isFull = false;
  #isEnding = false;
  #failures = 0;
  #isStopping = false;
  constructor(pump: Pump<Item>, { outbox, logger }: Options) {
    this.#pump = pump;
    this.#logger = logger;
    this.#unsubscribe = outbox.subscribe(({ type }) => {
      if (this.#failures === 0 && pump.wakes(type)) this.#wake();
    });
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#claiming;
    const timer = setTimeout(() => this.#cut.abort(), grace);
    await Promise.all(this.#working);
    clearTimeout(timer);
  }

  #wake(): void {
    this.#isWanted = true;
    if (this.#isStopping || this.#claiming) return;
    clearTimeout(this.#timer);
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined;
      this.#rest();
    });
  }

  #rest(): void {
    if (this.#isStopping) return;
    const usual = this.#isWanted ? 0 : lookAgain;
    const wait = this.#failures === 0 ? usual : Math.min(1000 * 2 ** (this.#failures - 1), longestRest);
    this.#timer = setTimeout(() => this.#wake(), wait).unref();
  }

  async #claim(): Promise<void> {
    this.#isWanted = false;
    const free = this.#pump.width - this.#working.size;
    // The next item that ends wakes the pump.
    this.#isFull = free <= 0;
    if (free <= 0) return;
    try {
      const items = await this.#pump.claim(free);
      this.#failures = 0;
      this.#isFull = items.length >= free;
      for (const item of items) this.#start(item);
    } catch (error) {
      this.#failures++;
      this.#logger.error({ err: error, pump: this.#pump.name, failures: this.#failures }, 'work could not be claimed; it is tried again');
    }
  }

  /** Items that end together are followed by one claim for all of them. */
  #wakeAtEnd(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    setImmediate(() => {
      this.#isEnding = false;
      if (this.#failures === 0) this.#wake();
    });
  }

  #start(item: Item): void {
    const work = this.#pump
      .work(item, this.#cut.signal)
      .catch((error: unknown) => {
        if (!this.#cut.signal.aborted) this.#logger.error({ err: error, pump: this.#pump.name }, 'work failed; it is taken again when its lease has ended');
      })
      .finally(() => {
        this.#working.delete(work);
        if (this.#isFull || this.#pump.endsBringWork !== false) this.#wakeAtEnd();
      });
    this.#working.add(work);
  }
}

export interface RunningPumps {
  /** Claims nothing more, and waits a little for what is under way. */
  stop(): Promise<void>;
}

export interface PlatformPumps extends Pumps {
  /** Starts working in this process; every pump is registered before. */
  run(): RunningPumps;
}

/** Pumps that look at their rows every second, and at once when an event tells of work. */
export function platformPumps(options: Options): PlatformPumps {
  const starts = new Map<string, () => RunningPumps>();
  return {
    register(pump) {
      if (starts.has(pump.name)) throw new Error(`There are two pumps called ${pump.name}`);
      starts.set(pump.name, () => new PumpRunner(pump, options));
    },
    run() {
      const running = [...starts.values()].map((start) => start());
      return {
        stop: async () => {
          await Promise.all(running.map((one) => one.stop()));
        },
      };
    },
  };
}
