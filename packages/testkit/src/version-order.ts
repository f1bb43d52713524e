import type { FormatId } from '@packhouse/contract/format-ids.ts';
import { formatOf } from '@packhouse/formats/formats.ts';

/** How a format orders two versions, for comparison with the ecosystem's own tool. */
export function versionOrder(format: FormatId): (a: string, b: string) => -1 | 0 | 1 {
  const { compareVersions } = formatOf(format);
  return (a, b) => Math.sign(compareVersions(a, b)) as -1 | 0 | 1;
}

/** Versions put together at random from these pieces; the same every time for the same seed. */
export function randomVersions(count: number, starts: readonly string[], separators: readonly string[], pieces: readonly string[], seed = 1): string[] {
  let state = seed;
  const next = (limit: number): number => {
    // A linear congruential generator: good enough to mix, and repeatable.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = (from: readonly string[]): string => from[next(from.length)] ?? '';
  return Array.from({ length: count }, () => {
    const tail = Array.from({ length: next(4) }, () => `${pick(separators)}${pick(pieces)}`);
    return `${pick(starts)}${tail.join('')}`;
  });
}
