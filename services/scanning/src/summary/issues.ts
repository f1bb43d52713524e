import type { IgnoredBy } from '@packhouse/contract/scanning/ignored-by.ts';
import type { HeldComponent, Issue } from '@packhouse/contract/scanning/scanning-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import type { FindingRow, HeldRow } from './finding.ts';

export const toHeld = (row: HeldRow): HeldComponent => ({
  name: row.ecosystem === '' ? row.name.replace(/^[a-z]+:/, '') : row.name,
  version: row.version,
  ecosystem: row.distro === '' ? row.ecosystem : `${row.ecosystem}:${row.distro}`,
  purl: row.purl,
  location: row.location,
  layer: row.layer,
});

/** Known before unknown, worse before better, the longer text before the shorter. */
function moreTelling(a: FindingRow, b: FindingRow): number {
  return (
    Number(a.confidence === 'unknown') - Number(b.confidence === 'unknown') ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    b.details.length - a.details.length
  );
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values)];

/** Every number of a CVE that a vulnerability goes by. */
export const readCves = ({ id, advisories, aliases }: Pick<Issue, 'id' | 'advisories' | 'aliases'>) => [
  ...new Set([id, ...advisories, ...aliases].filter((name) => name.startsWith('CVE-'))),
];

/** Components of an issue, each place once, with all the fixes that any advisory names. */
function getComponents(rows: readonly FindingRow[]): Issue['components'] {
  const places = Map.groupBy(rows, (row) => `${row.component_id} ${row.location}`);
  return [...places.values()].map((same) => ({ ...toHeld(same[0]!), fixed_versions: unique(same.flatMap((row) => row.fixed_versions)) }));
}

function toIssue(rows: readonly FindingRow[], ignoredBy: (ruleId: number) => IgnoredBy | undefined): Issue {
  const sorted = rows.toSorted(moreTelling);
  const [main] = sorted as [FindingRow, ...FindingRow[]];
  const known = sorted.filter(({ confidence }) => confidence === main.confidence);
  return {
    id: main.canonical,
    advisories: unique(sorted.map((row) => row.advisory_id)),
    aliases: unique(sorted.flatMap((row) => row.aliases)).filter((alias) => alias !== main.canonical),
    severity: main.severity,
    skipped: main.confidence === 'unknown',
    summary: sorted.find(({ summary }) => summary !== '')?.summary ?? '',
    details: sorted.find(({ details }) => details !== '')?.details ?? '',
    published: main.published?.toISOString() ?? null,
    modified: main.modified.toISOString(),
    cvss: [...new Map(sorted.flatMap((row) => row.cvss).map((one) => [one.vector, one])).values()],
    cwes: unique(sorted.flatMap((row) => row.cwes)),
    references: [...new Map(sorted.flatMap((row) => row.links).map((one) => [one.url, one])).values()],
    source: main.source,
    epss: sorted.reduce<number | null>((most, { epss }) => (epss === null ? most : Math.max(most ?? 0, epss)), null),
    exploited: sorted.flatMap(({ exploited }) => exploited ?? []).sort()[0] ?? null,
    components: getComponents(known),
    ignored: (main.rule_id === null ? undefined : ignoredBy(main.rule_id)) ?? null,
  };
}

/** Findings as people look at them: one vulnerability once, worst first, what was skipped last. */
export function toIssues(rows: readonly FindingRow[], ignoredBy: (ruleId: number) => IgnoredBy | undefined = () => undefined): Issue[] {
  const issues = [...Map.groupBy(rows, (row) => row.canonical).values()].map((same) => toIssue(same, ignoredBy));
  return issues.sort(
    (a, b) => Number(a.skipped) - Number(b.skipped) || severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.id < b.id ? -1 : 1),
  );
}
