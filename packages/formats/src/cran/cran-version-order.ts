import { compareNaturally } from '../natural-order.ts';

/** Two or more numbers, between which points and dashes mean the same. https://cran.r-project.org/doc/manuals/R-exts.html#The-DESCRIPTION-file */
const pattern = /^\d{1,9}(?:[.-]\d{1,9}){1,40}$/;

export const isCranVersion = (version: string): boolean => pattern.test(version);

const readNumbers = (version: string) => version.split(/[.-]/).map(Number);

/** The same for all spellings of one version. */
export function versionKey(version: string): string {
  return isCranVersion(version) ? readNumbers(version).join('.') : version;
}

/** Negative when a is older than b; both are versions. Of two that begin alike the shorter is older. */
export function compareCranVersions(a: string, b: string): number {
  const [left, right] = [readNumbers(a), readNumbers(b)];
  const at = left.findIndex((number, index) => number !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at] ?? 0) - (right[at] ?? -1);
}

/** An order of any two texts; what is no version stands before all versions. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [isCranVersion(a), isCranVersion(b)];
  if (left && right) return compareCranVersions(a, b);
  return left ? 1 : right ? -1 : compareNaturally(a, b);
}
