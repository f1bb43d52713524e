// https://learn.microsoft.com/en-us/nuget/concepts/package-versioning

interface NugetVersion {
  numbers: bigint[];
  prerelease: string;
  metadata: string;
}

const pattern = /^(?<numbers>\d{1,10}(?:\.\d{1,10}){0,3})(?:-(?<prerelease>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+(?<metadata>[0-9A-Za-z.-]+))?$/;

function read(text: string): NugetVersion | undefined {
  const groups = text.length > 200 ? undefined : pattern.exec(text)?.groups;
  if (!groups) return undefined;
  const numbers = groups.numbers!.split('.').map(BigInt);
  while (numbers.length < 3) numbers.push(0n);
  return { numbers, prerelease: groups.prerelease ?? '', metadata: groups.metadata ?? '' };
}

/** The spelling that addresses use, before lower-casing: three or four numbers, no build metadata; undefined for what is no version. */
export function normaliseVersion(text: string): string | undefined {
  const version = read(text);
  if (!version) return undefined;
  const { numbers, prerelease } = version;
  const shown = numbers.length === 4 && numbers[3] === 0n ? numbers.slice(0, 3) : numbers;
  return `${shown.join('.')}${prerelease ? `-${prerelease}` : ''}`;
}

/** Versions that clients without support for them must not see. */
export function needsSemver2(text: string): boolean {
  const version = read(text);
  return version !== undefined && (version.metadata !== '' || version.prerelease.includes('.'));
}

export const isPrerelease = (text: string) => (read(text)?.prerelease ?? '') !== '';

function comparePrereleases(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
  const [left, right] = [a.toLowerCase().split('.'), b.toLowerCase().split('.')];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [one, other] = [left[at], right[at]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    if (isNumber && BigInt(one) === BigInt(other)) continue;
    return (isNumber ? BigInt(one) < BigInt(other) : one < other) ? -1 : 1;
  }
  return 0;
}

/** NuGet's order: up to four numbers, then the pre-release as in semantic versions but without regard to case. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [read(a), read(b)];
  if (!left || !right) return left ? 1 : right ? -1 : a < b ? -1 : a > b ? 1 : 0;
  for (let at = 0; at < 4; at++) {
    const [one, other] = [left.numbers[at] ?? 0n, right.numbers[at] ?? 0n];
    if (one !== other) return one < other ? -1 : 1;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}
