import { createHmac, randomUUID } from 'node:crypto';
import type { Insight } from '@packhouse/peers/insight.ts';
import type { Context } from '../context.ts';
import { withPartitions } from '../point/partitions.ts';
import { type Amount, addCounts, selectNow } from '../point/point-queries.ts';
import { rememberCallers } from './caller-queries.ts';
import type { Exposed } from './exposed.ts';
import { type Projects, Tally } from './tally.ts';

/** Milliseconds that counts gather before they are written down. */
const flushInterval = 60_000;
/** Batches that wait while the database is away: an hour. */
const mostWaiting = 60;
/** Characters of a mark: enough to tell callers apart. */
const markLength = 24;

export interface Counts extends Pick<Insight, 'countCall' | 'countCache' | 'count'> {
  /** Writes down what has gathered. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Where the directory cannot be asked, calls count all the same: for no project. */
async function readProjects({ peers, log }: Pick<Context, 'peers' | 'log'>): Promise<Projects> {
  try {
    const repositories = (await peers.repositories?.list()) ?? [];
    return new Map(repositories.flatMap(({ key, projectKey }) => (projectKey === undefined ? [] : [[key, projectKey] as const])));
  } catch (err) {
    log.warn({ err }, 'which project each repository is in could not be read; this minute counts for none');
    return new Map();
  }
}

/** What tells users and addresses apart in the database, which need not know who they are. */
function markCallers({ platform }: Pick<Context, 'platform'>): (names: ReadonlySet<string>) => string[] {
  const key = platform.secrets.derive('insight callers');
  return (names) => [...names].map((name) => createHmac('sha256', key).update(name).digest('base64url').slice(0, markLength));
}

interface CountsOptions {
  everyMilliseconds?: number;
  /** Is told what was counted, for collectors. */
  exposed?: Pick<Exposed, 'add'>;
}

/** Counts in memory, in each process for itself, and writes it down together: a request costs the increments of a few numbers. */
export function openCounts(context: Context, { everyMilliseconds = flushInterval, exposed }: CountsOptions = {}): Counts {
  const { db, log, peers } = context;
  const mark = markCallers(context);
  let tally = new Tally();
  let waiting: { id: string; amounts: readonly Amount[] }[] = [];
  let flushing = Promise.resolve();

  async function writeWaiting(): Promise<void> {
    for (let batch = waiting[0]; batch; batch = waiting[0]) {
      const { id, amounts } = batch;
      await withPartitions(db, [await selectNow(db)], () => addCounts(db, id, amounts));
      waiting = waiting.slice(1);
    }
  }

  async function write(): Promise<void> {
    const ended = tally;
    tally = new Tally();
    const amounts = ended.listAmounts(ended.isEmpty ? new Map<string, string>() : await readProjects({ peers, log }));
    exposed?.add(amounts);
    waiting = [...waiting, { id: randomUUID(), amounts }].slice(-mostWaiting);
    try {
      await writeWaiting();
      await rememberCallers(db, 'user', mark(ended.users));
      await rememberCallers(db, 'address', mark(ended.addresses));
    } catch (err) {
      log.warn({ err, waiting: waiting.length }, 'counts could not be written down; it will be tried again');
    }
  }

  /** One after another. */
  function flush(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  const timer = setInterval(() => void flush(), everyMilliseconds);
  timer.unref();

  return {
    countCall: (call) => tally.countCall(call),
    countCache: (repository, isHit, bytes = 0) => tally.countCache(repository, isHit, bytes),
    count: (metric) => tally.count(metric),
    flush,
    async stop() {
      clearInterval(timer);
      if (!tally.isEmpty) await flush();
      await flushing;
    },
  };
}
