const suffixes = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p'];

interface ApkVersion {
  numbers: string[];
  letter: string;
  suffixes: { rank: number; number: number }[];
  revision: number;
}

/** `1.2.3a_rc4-r5`. https://gitlab.alpinelinux.org/alpine/apk-tools/-/blob/master/doc/apk-package.5.scd */
function parse(version: string): ApkVersion | undefined {
  const groups = /^(?<numbers>\d+(?:\.\d+)*)(?<letter>[a-z]?)(?<suffixes>(?:_[a-z]+\d*)*)(?:~[0-9a-f]+)?(?:-r(?<revision>\d+))?$/.exec(version)?.groups;
  if (!groups) return undefined;
  const found = [...(groups.suffixes ?? '').matchAll(/_([a-z]+)(\d*)/g)].map(([, name = '', number]) => ({
    rank: suffixes.indexOf(name),
    number: Number(number),
  }));
  if (found.some(({ rank }) => rank < 0)) return undefined;
  return { numbers: groups.numbers!.split('.'), letter: groups.letter ?? '', suffixes: found, revision: Number(groups.revision ?? 0) };
}

/** After the first number, one with leading zeros is a fraction: 1.01 is older than 1.1. */
function compareNumbers(a: string, b: string, isFirst: boolean): number {
  if (!isFirst && (a.startsWith('0') || b.startsWith('0'))) {
    const [x, y] = [a, b].map((text) => /^0*/.exec(text)![0].length) as [number, number];
    if (x !== y) return y - x;
  }
  const [x, y] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return x.length - y.length || (x < y ? -1 : x > y ? 1 : 0);
}

export function compareApkVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return left ? 1 : right ? -1 : a < b ? -1 : a > b ? 1 : 0;
  for (let at = 0; at < Math.max(left.numbers.length, right.numbers.length); at++) {
    const [x, y] = [left.numbers[at], right.numbers[at]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const difference = compareNumbers(x, y, at === 0);
    if (difference !== 0) return difference;
  }
  if (left.letter !== right.letter) return left.letter < right.letter ? -1 : 1;
  const none = { rank: suffixes.indexOf(''), number: 0 };
  for (let at = 0; at < Math.max(left.suffixes.length, right.suffixes.length); at++) {
    const [x, y] = [left.suffixes[at] ?? none, right.suffixes[at] ?? none];
    if (x.rank !== y.rank || x.number !== y.number) return x.rank - y.rank || x.number - y.number;
  }
  return left.revision - right.revision;
}
