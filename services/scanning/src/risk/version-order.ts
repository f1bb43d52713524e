import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { KnownVersion } from '@packhouse/peers/package-contents.ts';
import { findEcosystem, findRules } from '../component/ecosystem.ts';

/** What is newer than a version and was not taken back. */
interface Newer {
  count: number;
  /** The newest of them. */
  latest: KnownVersion | undefined;
}

/** Versions of a package, each once and put in order once, so that each is judged by all others in next to no time. */
export interface VersionOrder {
  readonly all: readonly KnownVersion[];
  /** When the first and the last came, as milliseconds. */
  readonly oldest: number;
  readonly newest: number;
  find(version: string): KnownVersion | undefined;
  newerThan(one: KnownVersion): Newer;
}

/** Each version as it was first here; what any repository says of its end holds for all. */
function gatherVersions(versions: readonly KnownVersion[]): Map<string, KnownVersion> {
  const first = new Map<string, KnownVersion>();
  for (const one of versions) {
    const before = first.get(one.version);
    if (!before || one.at < before.at)
      first.set(one.version, { ...one, deprecated: one.deprecated ?? before?.deprecated ?? null, yanked: one.yanked || (before?.yanked ?? false) });
  }
  return first;
}

/** By when they came. */
function newerByTime(versions: readonly KnownVersion[]): (one: KnownVersion) => Newer {
  const kept = versions.filter(({ yanked }) => !yanked).toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return ({ at }) => {
    let [low, high] = [0, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (kept[middle]!.at > at) high = middle;
      else low = middle + 1;
    }
    const count = kept.length - low;
    return { count, latest: count > 0 ? kept.at(-1) : undefined };
  };
}

/** By the order of their ecosystem, in which several may be equal. */
function newerByRules(versions: readonly KnownVersion[], compare: (a: string, b: string) => number): (one: KnownVersion) => Newer {
  const sorted = versions.toSorted((one, other) => compare(one.version, other.version));
  const newer = new Map<string, Newer>();
  let beyond: Newer = { count: 0, latest: undefined };
  for (let end = sorted.length; end > 0; ) {
    let begin = end - 1;
    while (begin > 0 && compare(sorted[begin - 1]!.version, sorted[end - 1]!.version) === 0) begin--;
    const equal = sorted.slice(begin, end);
    for (const { version } of equal) newer.set(version, beyond);
    const kept = equal.filter(({ yanked }) => !yanked);
    beyond = { count: beyond.count + kept.length, latest: beyond.latest ?? kept[0] };
    end = begin;
  }
  return ({ version }) => newer.get(version)!;
}

/** Orders versions as their ecosystem does; those that it does not know, and others beside those, by when they came. */
export function orderVersions(format: FormatId, versions: readonly KnownVersion[]): VersionOrder {
  const first = gatherVersions(versions);
  const all = [...first.values()];
  const times = all.map(({ at }) => at.getTime());
  const rules = findRules(findEcosystem(format) ?? '');
  const isKnown = (one: KnownVersion) => rules?.knows(one.version) ?? false;
  const { known = [], unknown = [] } = Object.groupBy(all, (one) => (isKnown(one) ? 'known' : 'unknown'));
  const byTime = newerByTime(all);
  const unknownByTime = newerByTime(unknown);
  const byRules = newerByRules(known, (a, b) => rules?.compare(a, b) ?? 0);
  return {
    all,
    oldest: Math.min(...times),
    newest: Math.max(...times),
    find: (version) => first.get(version),
    newerThan(one) {
      if (!isKnown(one)) return byTime(one);
      const [ordered, others] = [byRules(one), unknownByTime(one)];
      return { count: ordered.count + others.count, latest: ordered.latest ?? others.latest };
    },
  };
}
