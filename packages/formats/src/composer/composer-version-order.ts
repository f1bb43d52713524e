import { compareNaturally } from '../natural-order.ts';

/** From old to new; a release, and any number behind it, stands where `release` does. */
const stabilities: readonly string[] = ['dev', 'alpha', 'beta', 'rc', 'release', 'patch'];
const released = stabilities.indexOf('release');
const spellings: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', p: 'patch', pl: 'patch' };

/** https://github.com/composer/semver/blob/main/src/VersionParser.php */
const pattern = /^v?(\d{1,18}(?:\.\d{1,18}){0,3})[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d{1,18}){0,4}))?([.-]?dev)?(?:\+\S{0,100})?$/i;
/** A branch of a line of releases, which is newer than all of them. */
const line = /^v?(\d{1,18}(?:\.\d{1,18}){0,2})(?:\.[xX*])+-dev$/;
const openEnd = 9_999_999;

/** Numbers, four before the first word, and words. */
type Token = number | string;

function parse(version: string): Token[] | undefined {
  const [, numbers, word = '', counts = '', dev] = pattern.exec(version.slice(0, 200)) ?? [];
  if (numbers === undefined) return undefined;
  const four = [...numbers.split('.').map(Number), 0, 0, 0].slice(0, 4);
  const spelling = word.toLowerCase();
  // What stands behind `stable` is not looked at.
  if (spelling === 'stable') return four;
  const words = spelling === '' ? [] : [spellings[spelling] ?? spelling, ...counts.split(/[.-]/).filter(Boolean).map(Number)];
  return [...four, ...words, ...(dev === undefined ? [] : ['dev'])];
}

function parseLine(version: string): Token[] | undefined {
  const numbers = line.exec(version.slice(0, 200))?.[1]?.split('.').map(Number);
  return numbers && [...numbers, ...Array<number>(4 - numbers.length).fill(openEnd), 'dev'];
}

export const isComposerVersion = (version: string): boolean => parse(version) !== undefined;

/** Whether it is the head of a branch, listed apart from releases. https://getcomposer.org/doc/articles/versions.md#branches */
export function isDevelopment(version: string): boolean {
  return /^dev-/i.test(version) || /-dev$/i.test(version) || parse(version)?.at(-1) === 'dev';
}

const getRank = (token: Token | undefined) => (typeof token === 'string' ? stabilities.indexOf(token) : released);

/** As PHP itself compares versions, token by token: https://www.php.net/version_compare */
function compareTokens(one: readonly Token[], other: readonly Token[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at], other[at]];
    const numbers = (typeof a === 'number' ? a : -1) - (typeof b === 'number' ? b : -1);
    const distance = getRank(a) - getRank(b) || (typeof a === 'string' ? 0 : numbers);
    if (distance !== 0) return distance;
  }
  return 0;
}

/** The same for all spellings of one version. */
export function versionKey(version: string): string {
  return parse(version)?.join('-') ?? version;
}

/** Negative when a is older than b; both are versions. Branches such as `dev-main` have no order. https://getcomposer.org/doc/articles/versions.md */
export function compareComposerVersions(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)];
  return one && other ? compareTokens(one, other) : 0;
}

/** An order of any two texts: branches without numbers before all versions, by their names. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [a, b].map((version) => parse(version) ?? parseLine(version));
  if (one && other) return compareTokens(one, other);
  return one ? 1 : other ? -1 : compareNaturally(a, b);
}
