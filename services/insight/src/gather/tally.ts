import type { InsightCounter } from '@packhouse/contract/insight/insight-metrics.ts';
import type { CountedCall } from '@packhouse/peers/insight.ts';
import type { Amount } from '../point/point-queries.ts';
import { findProgram } from './program.ts';

/** Repositories that are counted one by one within a minute; all others count together. */
const mostRepositories = 20_000;
/** Users, and addresses, that are told apart within a minute. */
const mostCallers = 20_000;

/** What is counted of each repository. */
const ofRepositories = ['requests', 'refusals', 'missing', 'failures', 'received', 'sent', 'hits', 'misses', 'downloads', 'savedBytes'] as const;
type OfRepository = (typeof ofRepositories)[number];

type RepositoryTally = Record<OfRepository, number> & { format: string };

const makeTally = (format: string): RepositoryTally => ({
  format,
  requests: 0,
  refusals: 0,
  missing: 0,
  failures: 0,
  received: 0,
  sent: 0,
  hits: 0,
  misses: 0,
  downloads: 0,
  savedBytes: 0,
});

const isRefusal = (status: number) => status === 401 || status === 403 || status === 407 || status === 413 || status === 429 || status === 451;
const isGood = (status: number) => status === 200 || status === 206;

/** The project of each repository that is in one. */
export type Projects = ReadonlyMap<string, string>;

/** Adds amounts up, each of its labels. */
export class Amounts {
  readonly #amounts = new Map<string, Amount>();

  add(metric: string, labels: Record<string, string>, value: number): void {
    const key = `${metric} ${JSON.stringify(labels)}`;
    this.#amounts.set(key, { metric, labels, value: (this.#amounts.get(key)?.value ?? 0) + value });
  }

  /** Of a repository, of its format, of its project, and of all together. An empty name stands for what is not known. */
  addEverywhere(metric: string, { key, format }: { key: string; format: string }, value: number, projects: Projects): void {
    if (key !== '') this.add(metric, { repository: key, format }, value);
    if (format !== '') this.add(metric, { format }, value);
    const project = projects.get(key);
    if (project !== undefined) this.add(metric, { project }, value);
    this.add(metric, {}, value);
  }

  list(): Amount[] {
    return [...this.#amounts.values()];
  }
}

/** What one process counted within a minute. */
export class Tally {
  readonly #repositories = new Map<string, RepositoryTally>();
  readonly #programs = new Map<string, number>();
  readonly #plain = new Map<InsightCounter, number>();
  readonly users = new Set<string>();
  readonly addresses = new Set<string>();

  get isEmpty(): boolean {
    return this.#repositories.size === 0 && this.#plain.size === 0;
  }

  #find(repository: CountedCall['repository']): RepositoryTally {
    const known = this.#repositories.get(repository?.key ?? '');
    if (known) return known;
    const isOne = repository !== undefined && this.#repositories.size < mostRepositories;
    const key = isOne ? repository.key : '';
    const tally = this.#repositories.get(key) ?? makeTally(isOne ? repository.format : '');
    this.#repositories.set(key, tally);
    return tally;
  }

  countCall({ repository, status, received, sent, isDownload, caller }: CountedCall): void {
    const tally = this.#find(repository);
    tally.requests++;
    tally.received += received;
    tally.sent += sent;
    if (status >= 500) tally.failures++;
    else if (status === 404) tally.missing++;
    else if (isRefusal(status)) tally.refusals++;
    else if (isDownload && isGood(status)) tally.downloads++;
    const program = findProgram(caller.agent);
    this.#programs.set(program, (this.#programs.get(program) ?? 0) + 1);
    if (caller.user !== undefined && this.users.size < mostCallers) this.users.add(caller.user);
    if (this.addresses.size < mostCallers) this.addresses.add(caller.address);
  }

  countCache(repository: { key: string; format: string }, isHit: boolean, bytes: number): void {
    const tally = this.#find(repository);
    tally[isHit ? 'hits' : 'misses']++;
    if (isHit) tally.savedBytes += bytes;
  }

  count(metric: InsightCounter): void {
    this.#plain.set(metric, (this.#plain.get(metric) ?? 0) + 1);
  }

  /** All of it, and that this process counted. */
  listAmounts(projects: Projects): Amount[] {
    const amounts = new Amounts();
    amounts.add('beats', {}, 1);
    for (const [key, tally] of this.#repositories)
      for (const metric of ofRepositories) if (tally[metric] > 0) amounts.addEverywhere(metric, { key, format: tally.format }, tally[metric], projects);
    for (const [client, value] of this.#programs) amounts.add('requests', { client }, value);
    for (const [metric, value] of this.#plain) amounts.add(metric, {}, value);
    return amounts.list();
  }
}
