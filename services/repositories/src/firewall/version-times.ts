import { getFormat } from '@packhouse/formats/formats.ts';
import type { OfferRules } from '@packhouse/formats/offers.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { askUpstream, upstreamUrl } from '../upstream/upstream.ts';
import { keepVersionTimes, selectVersionTimes } from './version-time-queries.ts';

/** So many versions are asked about at once, and so many for one judgement; what is left is asked about with the next. */
const atOnce = 8;
const most = 400;
/** An upstream that did not say when a version was published is asked again after this. */
const askAgain = 60 * 60 * 1000;
const longestAnswer = 64 * 1024;

type Published = NonNullable<OfferRules<unknown>['published']>;

/** Nothing where the upstream says that it does not know; undefined where there is nothing to ask. @throws AppError */
async function askTime(context: Context, repository: RemoteRepository, rules: Published, name: string, version: string): Promise<Date | null | undefined> {
  const asked = rules.request(name, version);
  if (!asked) return undefined;
  const { path, query, headers, method } = asked;
  const answer = await askUpstream(context, repository, { url: upstreamUrl(repository, path, query), method, headers });
  const isAnswer = answer.status === 200;
  if (!isAnswer || method === 'HEAD') answer.body.destroy();
  if (!isAnswer) return null;
  const body = method === 'HEAD' ? '' : (await readUpTo(answer.body, longestAnswer)).toString();
  const time = Date.parse(rules.read({ headers: answer.headers, body }) ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

/** Times that upstreams tell of one version at a time. What they said once is kept: a version is published once. */
export interface VersionTimes {
  /** In the words of an offer. */
  times: ReadonlyMap<string, string>;
  /** Some could not be asked about, or not yet. */
  incomplete: boolean;
}

async function askTimes(context: Context, repository: RemoteRepository, rules: Published, name: string, versions: readonly string[]) {
  const found: { version: string; published: Date | null }[] = [];
  const waiting = [...versions];
  let failed = false;
  async function ask(): Promise<void> {
    for (let version = waiting.shift(); version !== undefined && !failed; version = waiting.shift()) {
      try {
        const published = await askTime(context, repository, rules, name, version);
        if (published !== undefined) found.push({ version, published });
      } catch (err) {
        failed = true;
        context.log.warn({ err, repository: repository.key, package: name, version }, 'an upstream did not say when a version was published');
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask));
  if (found.length > 0) await keepVersionTimes(context.db, repository, name, found);
  return { found, failed };
}

/** When versions of a package were published, as far as the upstream says so of each; the newest are asked about first. */
export async function readVersionTimes(context: Context, repository: RemoteRepository, name: string, versions: readonly string[]): Promise<VersionTimes> {
  const { offers, compareVersions } = getFormat(repository.format);
  const times = new Map<string, string>();
  if (!offers?.published || versions.length === 0) return { times, incomplete: false };
  const settled = new Set<string>();
  for (const { version, published_at, asked_at } of await selectVersionTimes(context.db, repository, name, versions)) {
    if (published_at) times.set(version, published_at.toISOString());
    if (published_at || asked_at.getTime() > Date.now() - askAgain) settled.add(version);
  }
  const open = versions.filter((version) => !settled.has(version)).toSorted((one, other) => compareVersions(other, one));
  if (open.length === 0) return { times, incomplete: false };
  const { found, failed } = await askTimes(context, repository, offers.published, name, open.slice(0, most));
  for (const { version, published } of found) if (published) times.set(version, published.toISOString());
  return { times, incomplete: failed || open.length > most };
}
