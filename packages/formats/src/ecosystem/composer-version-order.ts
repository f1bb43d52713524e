/** From old to new; nothing behind the numbers is a stable release. */
const stabilities: readonly string[] = ['dev', 'alpha', 'beta', 'rc', '', 'patch'];
const spellings: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', stable: '', p: 'patch', pl: 'patch' };

/** https://github.com/composer/semver/blob/main/src/VersionParser.php */
const pattern = /^v?(\d{1,18}(?:\.\d{1,18}){0,3})(?:[._-]?(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d{1,18}){0,4}))?([.-]?dev)?(?:\+\S{0,100})?$/i;

interface Parsed {
  numbers: number[];
  stability: number;
  /** Of the stability: `rc1` and `rc1.2`. */
  counts: number[];
}

function parse(version: string): Parsed | undefined {
  const [, numbers, word = '', counts = '', dev] = pattern.exec(version.slice(0, 200)) ?? [];
  if (numbers === undefined) return undefined;
  const spelling = word.toLowerCase();
  const stability = stabilities.indexOf(dev === undefined ? (spellings[spelling] ?? spelling) : 'dev');
  return { numbers: numbers.split('.').map(Number), stability, counts: counts.split(/[.-]/).filter(Boolean).map(Number) };
}

export const isComposerVersion = (version: string): boolean => parse(version) !== undefined;

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const distance = (a[at] ?? 0) - (b[at] ?? 0);
    if (distance !== 0) return distance;
  }
  return 0;
}

/** Negative when a is older than b; both are versions. Branches such as `dev-main` have no order. https://getcomposer.org/doc/articles/versions.md */
export function compareComposerVersions(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)];
  if (!one || !other) return 0;
  return compareNumbers(one.numbers, other.numbers) || one.stability - other.stability || compareNumbers(one.counts, other.counts);
}
