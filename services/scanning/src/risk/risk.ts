import type { OperationalRisk } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import type { Support } from '@packhouse/contract/scanning/support.ts';
import type { KnownVersion } from '@packhouse/peers/package-contents.ts';
import { findEcosystem, findRules } from '../component/ecosystem.ts';
import type { TargetRow } from '../target/target.ts';
import { judgeRisk } from './risk-rules.ts';

const month = 30.44 * 24 * 60 * 60_000;
/** Of more things that are not supported nobody reads. */
const mostTold = 50;
const monthsSince = (at: Date) => Math.max(0, Math.floor((Date.now() - at.getTime()) / month));

/** Orders versions as their ecosystem does, else by when they came. */
function isNewer(format: TargetRow['format'], other: KnownVersion, one: KnownVersion): boolean {
  const rules = findRules(findEcosystem(format) ?? '');
  if (!rules?.knows(other.version) || !rules.knows(one.version)) return other.at > one.at;
  return rules.compare(other.version, one.version) > 0;
}

/** How risky it is to go on with a version, by the versions of its package that are known and by what of it is not supported any more; undefined when it is none of them. */
export function findRisk(
  target: Pick<TargetRow, 'format' | 'package' | 'version'>,
  versions: readonly KnownVersion[],
  support: readonly Support[],
): OperationalRisk | undefined {
  const first = new Map<string, KnownVersion>();
  for (const one of versions) {
    const before = first.get(one.version);
    if (!before || one.at < before.at)
      first.set(one.version, { ...one, deprecated: one.deprecated ?? before?.deprecated ?? null, yanked: one.yanked || (before?.yanked ?? false) });
  }
  const own = first.get(target.version);
  if (!own) return undefined;
  const all = [...first.values()];
  const newer = all.filter((one) => isNewer(target.format, one, own) && !one.yanked);
  const latest = newer.reduce((best, one) => (isNewer(target.format, one, best) ? one : best), own);
  const newest = Math.max(...all.map(({ at }) => at.getTime()));
  const oldest = Math.min(...all.map(({ at }) => at.getTime()));
  const facts = {
    released: own.at.toISOString(),
    age_months: monthsSince(own.at),
    newer_versions: newer.length,
    latest_version: latest.version,
    cadence: Math.round((all.length / Math.max(1, (newest - oldest) / month / 12)) * 10) / 10,
    deprecated: own.deprecated,
    yanked: own.yanked,
    ...(support.length > 0 ? { support: support.slice(0, mostTold) } : {}),
  };
  const { level, said } = judgeRisk(facts, monthsSince(new Date(newest)));
  return { name: target.package, version: target.version, level, reasons: said.map(({ message }) => message), said, facts };
}
