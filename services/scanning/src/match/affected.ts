import type { AdvisoryRules } from '@packhouse/formats/advisory-rules.ts';
import { findRules } from '../component/ecosystem.ts';
import type { AffectedRange, AffectedSpec } from '../osv/osv-record.ts';

export interface Verdict {
  affected: 'yes' | 'no' | 'unknown';
  /** Versions without the vulnerability, the nearest first. */
  fixedVersions: string[];
}

const harmless: Verdict = { affected: 'no', fixedVersions: [] };
const undecided: Verdict = { affected: 'unknown', fixedVersions: [] };

/** `0` stands before every version. */
const isStart = (version: string) => version === '0';

const comparable = (range: AffectedRange, order: AdvisoryRules) =>
  range.events.every(({ version, kind }) => order.knows(version) || (kind === 'introduced' && isStart(version)));

/** Whether a range holds a version. https://ossf.github.io/osv-schema/#evaluation */
function holds(range: AffectedRange, version: string, order: AdvisoryRules): boolean {
  const against = (other: string) => (isStart(other) ? 1 : order.compare(version, other));
  const limits = range.events.filter(({ kind }) => kind === 'limit');
  if (limits.length > 0 && !limits.some((limit) => against(limit.version) < 0)) return false;
  const sorted = range.events
    .filter(({ kind }) => kind !== 'limit')
    .toSorted((a, b) =>
      isStart(a.version) || isStart(b.version) ? Number(isStart(b.version)) - Number(isStart(a.version)) : order.compare(a.version, b.version),
    );
  let isAffected = false;
  for (const event of sorted) {
    const distance = against(event.version);
    if (event.kind === 'introduced' && distance >= 0) isAffected = true;
    if (event.kind === 'fixed' && distance >= 0) isAffected = false;
    if (event.kind === 'last_affected' && distance > 0) isAffected = false;
  }
  return isAffected;
}

/** Fixes of a range that lie above a version. */
function fixesAbove(range: AffectedRange, version: string, order: AdvisoryRules): string[] {
  return range.events
    .filter((event) => event.kind === 'fixed' && order.knows(event.version) && order.compare(event.version, version) > 0)
    .map((event) => event.version);
}

/** Whether an advisory is about a version, and which versions are free of it. What cannot be compared is `unknown`, never silently `no`. */
export function judge(ecosystem: string, version: string, spec: AffectedSpec): Verdict {
  const order = findRules(ecosystem);
  if (order?.knows(version)) {
    const isNamed = spec.versions.some((named) => named === version || (order.knows(named) && order.compare(named, version) === 0));
    const holding = spec.ranges.filter((range) => comparable(range, order) && holds(range, version, order));
    if (holding.length > 0 || isNamed) {
      const ranges = holding.length > 0 ? holding : spec.ranges;
      const fixes = new Set(ranges.flatMap((range) => fixesAbove(range, version, order)));
      return { affected: 'yes', fixedVersions: [...fixes].sort((a, b) => order.compare(a, b)) };
    }
    if (spec.onlyCommits || spec.ranges.some((range) => !comparable(range, order))) return undecided;
    return harmless;
  }
  if (spec.versions.includes(version)) return { affected: 'yes', fixedVersions: [] };
  return spec.ranges.length > 0 || spec.onlyCommits ? undecided : harmless;
}

/** Whether an advisory for one release of a distribution applies to another's packages: without a release it is for all. */
export function appliesToRelease(suffix: string, distro: string): boolean {
  return suffix === '' || suffix.split(':')[0] === distro;
}
