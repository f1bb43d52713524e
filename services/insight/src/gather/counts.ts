import { randomUUID } from 'node:crypto';
import type { InsightCounter } from '@packhouse/contract/insight/insight-metrics.ts';
import type { CountedCall, Insight } from '@packhouse/peers/insight.ts';
import type { Context } from '../context.ts';
import { withPartitions } from '../point/partitions.ts';
import { type Amount, addCounts, selectNow } from '../point/point-queries.ts';

/** Milliseconds that counts gather before they are written down. */
const flushInterval = 60_000;
/** Batches that wait while the database is away: an hour. */
const mostWaiting = 60;
/** Repositories that are counted one by one within a minute; all others count together. */
const mostRepositories = 20_000;

type Tally = Record<Exclude<InsightCounter, 'beats'>, number> & { format: string };

const makeTally = (format: string): Tally => ({ format, requests: 0, refusals: 0, missing: 0, failures: 0, received: 0, sent: 0, hits: 0, misses: 0 });

const isRefusal = (status: number) => status === 401 || status === 403 || status === 407 || status === 413 || status === 429 || status === 451;

/** The project of each repository that is in one. */
type Projects = ReadonlyMap<string, string>;

/** Adds up what was counted: of each repository, of each format, of each project, and of all together. */
function listAmounts(tallies: ReadonlyMap<string, Tally>, projects: Projects): Amount[] {
  const amounts = new Map<string, Amount>();
  const add = (metric: string, labels: Record<string, string>, value: number) => {
    const key = `${metric} ${JSON.stringify(labels)}`;
    const known = amounts.get(key);
    amounts.set(key, { metric, labels, value: (known?.value ?? 0) + value });
  };
  add('beats', {}, 1);
  for (const [repository, { format, ...counts }] of tallies)
    for (const [metric, value] of Object.entries(counts)) {
      if (value === 0) continue;
      if (repository !== '') add(metric, { repository, format }, value);
      if (format !== '') add(metric, { format }, value);
      const project = projects.get(repository);
      if (project !== undefined) add(metric, { project }, value);
      add(metric, {}, value);
    }
  return [...amounts.values()];
}

export interface Counts extends Pick<Insight, 'countCall' | 'countCache'> {
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

/** Counts in memory, in each process for itself, and writes it down together: a request costs the increments of a few numbers. */
export function openCounts({ db, log, peers }: Pick<Context, 'db' | 'log' | 'peers'>, everyMilliseconds = flushInterval): Counts {
  let tallies = new Map<string, Tally>();
  let waiting: { id: string; amounts: readonly Amount[] }[] = [];
  let flushing = Promise.resolve();

  function findTally(repository: CountedCall['repository']): Tally {
    const known = tallies.get(repository?.key ?? '');
    if (known) return known;
    const isOne = repository !== undefined && tallies.size < mostRepositories;
    const key = isOne ? repository.key : '';
    const tally = tallies.get(key) ?? makeTally(isOne ? repository.format : '');
    tallies.set(key, tally);
    return tally;
  }

  async function write(): Promise<void> {
    const projects = tallies.size === 0 ? new Map<string, string>() : await readProjects({ peers, log });
    waiting = [...waiting, { id: randomUUID(), amounts: listAmounts(tallies, projects) }].slice(-mostWaiting);
    tallies = new Map();
    try {
      for (let batch = waiting[0]; batch; batch = waiting[0]) {
        const { id, amounts } = batch;
        await withPartitions(db, [await selectNow(db)], () => addCounts(db, id, amounts));
        waiting = waiting.slice(1);
      }
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
    countCall({ repository, status, received, sent }) {
      const tally = findTally(repository);
      tally.requests++;
      tally.received += received;
      tally.sent += sent;
      if (status >= 500) tally.failures++;
      else if (status === 404) tally.missing++;
      else if (isRefusal(status)) tally.refusals++;
    },
    countCache(repository, isHit) {
      findTally(repository)[isHit ? 'hits' : 'misses']++;
    },
    flush,
    async stop() {
      clearInterval(timer);
      if (tallies.size > 0) await flush();
      await flushing;
    },
  };
}
