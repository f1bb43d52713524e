import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { advancePlace } from './follower-place.ts';
import { insertFollower, movePlace, type SeenRow, selectBehind, selectLags, takePlace } from './follower-queries.ts';
import type { Follower, Followers } from './followers.ts';
import type { FollowedEvent, Outbox } from './outbox.ts';

/** Events of one transaction at most, those of other types included. */
const batch = 500;
const gathering = 20;
/** Milliseconds between two passes that found something: while events come one after the other, each follower takes them in few transactions. */
const spacing = 200;
/** Nobody waits longer than this for an event whose notification was lost, or whose follower failed. */
const lookAgain = 2000;
const longestRest = 15_000;

interface Pass {
  found: boolean;
  /** More may be waiting. */
  hasMore: boolean;
}

/** Gives the follower what lies behind its place. */
async function runPass<Schema>({ db, name, types, take }: Follower<Schema>): Promise<Pass> {
  return db.transaction().execute(async (transaction) => {
    const row = await takePlace(transaction, name);
    if (!row) return { found: false, hasMore: false };
    // In a restored copy no transaction of the old cluster goes on, and its numbers say nothing here.
    const before = { id: row.place, gaps: row.moved ? [] : row.gaps };
    const rows = await selectBehind(transaction, before, { types, limit: batch });
    const seen = rows.filter((one): one is SeenRow & { id: number } => one.id !== null);
    const place = advancePlace(before, { ids: seen.map(({ id }) => id), xmin: rows[0]!.xmin, xmax: rows[0]!.xmax });
    const wanted = seen.flatMap(({ id, type, subject, data, at, transaction: by }): FollowedEvent[] =>
      data ? [{ id, type, subject, data, at, transaction: by }] : [],
    );
    if (wanted.length > 0) await take(wanted, transaction);
    const isSame = !row.moved && place.id === row.place && JSON.stringify(place.gaps) === JSON.stringify(row.gaps);
    if (!isSame) await movePlace(transaction, name, place);
    return { found: wanted.length > 0, hasMore: seen.length >= batch };
  });
}

/** Runs one follower in this process until it is stopped. */
class FollowerRunner<Schema> {
  readonly #follower: Follower<Schema>;
  readonly #logger: Logger;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #notBefore = 0;
  #passing: Promise<void> | undefined;
  #failures = 0;
  #isStopping = false;
  constructor(follower: Follower<Schema>, outbox: Outbox, logger: Logger) {
    this.#follower = follower;
    this.#logger = logger;
    const types = new Set(follower.types);
    this.#unsubscribe = outbox.subscribe(({ type }) => {
      // One that failed rests first.
      if (this.#failures === 0 && types.has(type)) this.#wake(follower.gather ?? gathering);
    });
    this.#wake(0);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#passing;
  }

  #wake(wait: number): void {
    const now = performance.now();
    const at = Math.max(now + wait, this.#notBefore);
    if (this.#isStopping || at >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = at;
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      const before = this.#passing ?? Promise.resolve();
      this.#passing = before.then(() => this.#pass());
    }, at - now).unref();
  }

  async #pass(): Promise<void> {
    // What comes meanwhile waits, too.
    this.#notBefore = performance.now() + spacing;
    try {
      let pass: Pass = { found: false, hasMore: true };
      while (pass.hasMore && !this.#isStopping) pass = await runPass(this.#follower);
      this.#failures = 0;
      this.#notBefore = pass.found ? performance.now() + spacing : 0;
      this.#wake(lookAgain);
    } catch (error) {
      if (this.#isStopping) return;
      this.#failures++;
      this.#logger.error({ err: error, follower: this.#follower.name, failures: this.#failures }, 'events could not be taken; they come again');
      this.#wake(Math.min(1000 * 2 ** (this.#failures - 1), longestRest));
    }
  }
}

export interface RunningFollowers {
  /** Waits for what is being taken. */
  stop(): Promise<void>;
}

export interface PostgresFollowers extends Followers {
  /** Starts giving events in this process; every follower is registered before. */
  run(): Promise<RunningFollowers>;
}

/** Followers of the outbox whose places are rows. */
export function postgresFollowers({ outbox, pool, logger }: { outbox: Outbox; pool: Pool; logger: Logger }): PostgresFollowers {
  const starts = new Map<string, () => Promise<RunningFollowers>>();
  return {
    register(follower) {
      if (starts.has(follower.name)) throw new Error(`There are two followers called ${follower.name}`);
      starts.set(follower.name, async () => {
        await insertFollower(follower.db, follower.name);
        return new FollowerRunner(follower, outbox, logger);
      });
    },
    readLags: () => selectLags(pool, [...starts.keys()]),
    async run() {
      const running = await Promise.all([...starts.values()].map((start) => start()));
      return {
        stop: async () => {
          await Promise.all(running.map((one) => one.stop()));
        },
      };
    },
  };
}
