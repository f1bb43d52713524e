import { findFormatId, getCard } from '@packhouse/contract/repositories/format-ids.ts';
import type { PolicyCriteria } from '@packhouse/contract/scanning/policy-routes.ts';
import { readVersionRange } from '@packhouse/contract/scanning/version-range.ts';
import { fitsText } from '@packhouse/kernel/access/path-pattern.ts';
import { findRules, normalName } from '../component/ecosystem.ts';

interface Package {
  ecosystem: string;
  name: string;
  version: string;
}

/** Whether packages of a format's kind belong to an ecosystem: its own, or one of the distributions that install such packages. */
function isOfType(type: string, ecosystem: string): boolean {
  const format = findFormatId(type);
  if (format === undefined) return false;
  const { ecosystem: own, distributions = [], libraries = [] } = getCard(format).scanning ?? {};
  return own === ecosystem || distributions.includes(ecosystem) || libraries.includes(ecosystem);
}

/** One version, a pattern of versions, or a range. What cannot be compared is in no range that has an end. */
function fitsVersion(asked: string, { ecosystem, version }: Package): boolean {
  const order = findRules(ecosystem);
  const range = readVersionRange(asked);
  if (!range) return fitsText(asked, version) || (order?.knows(asked) === true && order.knows(version) && order.compare(asked, version) === 0);
  const { from, to, includesFrom, includesTo } = range;
  const isAmong = (end: string, side: 1 | -1, isIncluded: boolean) => {
    if (end === '') return true;
    // Some ecosystems have versions of three numbers alone, and people write two or one.
    const bound = [end, `${end}.0`, `${end}.0.0`].find((one) => order?.knows(one));
    if (!order?.knows(version) || bound === undefined) return false;
    const distance = order.compare(version, bound) * side;
    return distance > 0 || (distance === 0 && isIncluded);
  };
  return isAmong(from, 1, includesFrom) && isAmong(to, -1, includesTo);
}

/** Whether a package is one of those that a rule is about: by its name or a pattern, the kind of package, and one of the versions. */
export function fitsPackage({ package_name: name, package_type: type, package_versions: versions = [] }: PolicyCriteria, held: Package): boolean {
  if (name === undefined) return true;
  if (type !== undefined && !isOfType(type, held.ecosystem)) return false;
  if (!fitsText(normalName(held.ecosystem, name), held.name)) return false;
  return versions.length === 0 || versions.some((version) => fitsVersion(version, held));
}
