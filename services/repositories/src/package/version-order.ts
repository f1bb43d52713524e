import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getFormat } from '@packhouse/formats/formats.ts';

/** Orders versions by the rules of their format; where those call two spellings equal, the spelling decides, so that the order is total. */
export function compareVersions(format: FormatId, a: string, b: string): number {
  const rules = getFormat(format);
  return rules.compareVersions(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const isPreRelease = (version: string) => /^v?\d+\.\d+\.\d+-/.test(version) || /-snapshot$/i.test(version);

/**
 * The version that stands for a package: the one its publisher points at as the latest, else the highest release, else the highest.
 * With several repositories, the highest of their answers.
 */
export function newestVersion<Row extends { version: string; latest: string | null }>(format: FormatId, rows: readonly Row[]): Row | undefined {
  const highest = (candidates: readonly Row[]) =>
    candidates.reduce<Row | undefined>((best, row) => (best && compareVersions(format, best.version, row.version) >= 0 ? best : row), undefined);
  const pointed = rows.filter((row) => row.version === (row.latest ?? getFormat(format).newestName));
  return highest(pointed) ?? highest(rows.filter((row) => !isPreRelease(row.version))) ?? highest(rows);
}
