import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getFormat } from '@packhouse/formats/formats.ts';

/** Where the drawing of versions begins: the same in every run, unless a run is to look at others. */
export const versionSeed = Number(process.env.PACKHOUSE_VERSION_SEED ?? 1);

/** How a format orders two versions, for comparison with the ecosystem's own tool. */
export function versionOrder(format: FormatId): (a: string, b: string) => -1 | 0 | 1 {
  const { compareVersions } = getFormat(format);
  return (a, b) => Math.sign(compareVersions(a, b)) as -1 | 0 | 1;
}

/** Versions put together at random from these pieces; the same every time for the same seed. */
export function randomVersions(
  count: number,
  starts: readonly string[],
  separators: readonly string[],
  pieces: readonly string[],
  seed = versionSeed,
): string[] {
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

/** Enough versions for ten thousand pairs of neighbours, where a tool refuses some of what is drawn. */
export function drawnVersions(starts: readonly string[], separators: readonly string[], pieces: readonly string[]): string[] {
  return randomVersions(40_000, starts, separators, pieces);
}

const withoutBuild = (version: string) => version.split('+')[0] ?? version;

/**
 * Every pair of neighbours that a format orders otherwise than the tool has told. Unless the tool orders build metadata,
 * versions that differ in nothing else may stand in any order.
 */
export function orderDifferences(
  format: FormatId,
  versions: readonly string[],
  told: readonly number[],
  { ordersBuilds = true }: { ordersBuilds?: boolean } = {},
): string[] {
  const compare = versionOrder(format);
  return told.flatMap((order, at) => {
    const [a = '', b = ''] = versions.slice(at, at + 2);
    const own = order === 0 && !ordersBuilds ? compare(withoutBuild(a), withoutBuild(b)) : compare(a, b);
    if (!ordersBuilds && withoutBuild(a) === withoutBuild(b)) return [];
    return own === order ? [] : [`${a} against ${b}: ${own}, but the tool says ${order}`];
  });
}
