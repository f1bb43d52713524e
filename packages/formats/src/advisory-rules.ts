import { LRUCache } from 'lru-cache';
import semver from 'semver';

/** How advisories about packages of a format are written, in the words of their ecosystem. https://ossf.github.io/osv-schema/ */
export interface AdvisoryRules {
  /** Whether it is a version at all; others are compared by their text only. */
  knows(version: string): boolean;
  /** Negative when a is older than b; both are known. */
  compare(a: string, b: string): number;
  /** The one spelling of a name under which packages and advisories meet; as it is written unless said. */
  normalName?(name: string): string;
  /** The one spelling of a version; as it is written unless said. */
  normalVersion?(version: string): string;
  /** This stands between the parts of a name; a slash unless said. */
  readonly nameSeparator?: string;
  /** Distributions whose advisories name packages as they are installed; all others name what these were built from. */
  readonly namedAlone?: readonly string[];
  /** For distributions: the release as advisories name it, empty when there is none; as the distribution says unless said. */
  releaseName?(version: string): string;
}

/** Semantic versions; loosely read ones have a leading `v` and the like. Reading one takes many times what comparing takes, and whoever orders versions compares each with many. */
export function semanticRules(loose: boolean): Pick<AdvisoryRules, 'knows' | 'compare'> {
  const known = new LRUCache<string, semver.SemVer | false>({ max: 10_000 });
  const read = (version: string) => {
    const before = known.get(version);
    if (before !== undefined) return before;
    const found = semver.parse(version, { loose }) ?? false;
    // Anything longer is no version.
    if (version.length <= 256) known.set(version, found);
    return found;
  };
  return { knows: (version) => read(version) !== false, compare: (a, b) => semver.compare(read(a) || a, read(b) || b, { loose }) };
}

/** Versions of a distribution begin with a digit; anything longer than a file name is none. */
export function numberedRules(compare: AdvisoryRules['compare']): Pick<AdvisoryRules, 'knows' | 'compare'> {
  return { knows: (version) => /^\d[^\s]{0,254}$/.test(version), compare };
}
