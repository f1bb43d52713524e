import type { OperationalRisk } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import type { Support } from '@packhouse/contract/scanning/support.ts';
import type { TargetRow } from '../target/target.ts';
import { judgeRisk } from './risk-rules.ts';
import type { VersionOrder } from './version-order.ts';

const month = 30.44 * 24 * 60 * 60_000;
/** Of more things that are not supported nobody reads. */
const mostTold = 50;
const monthsSince = (at: Date) => Math.max(0, Math.floor((Date.now() - at.getTime()) / month));

/** How risky it is to go on with a version, by the versions of its package that are known and by what of it is not supported any more; undefined when it is none of them. */
export function findRisk(
  target: Pick<TargetRow, 'format' | 'package' | 'version'>,
  versions: VersionOrder,
  support: readonly Support[],
): OperationalRisk | undefined {
  const own = versions.find(target.version);
  if (!own) return undefined;
  const { all, newest, oldest } = versions;
  const { count, latest = own } = versions.newerThan(own);
  const facts = {
    released: own.at.toISOString(),
    age_months: monthsSince(own.at),
    newer_versions: count,
    latest_version: latest.version,
    cadence: Math.round((all.length / Math.max(1, (newest - oldest) / month / 12)) * 10) / 10,
    deprecated: own.deprecated,
    yanked: own.yanked,
    ...(support.length > 0 ? { support: support.slice(0, mostTold) } : {}),
  };
  const { level, said } = judgeRisk(facts, monthsSince(new Date(newest)));
  return { name: target.package, version: target.version, level, reasons: said.map(({ message }) => message), said, facts };
}
