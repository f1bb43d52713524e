import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { CustomIssueInput } from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { readVersionRange } from '@packhouse/contract/scanning/version-range.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { findEcosystem } from '../component/ecosystem.ts';
import { type Advisory, isReject, readRecord } from '../osv/osv-record.ts';

/** `[1.0.0,2.0.0)` as events of OSV. An open lower bound with a version cannot be said there. */
function readRange(range: string): object[] | undefined {
  const found = readVersionRange(range);
  if (!found || (!found.includesFrom && found.from !== '') || (found.to === '' && found.includesTo)) return undefined;
  const { from, to, includesTo } = found;
  const end = to === '' ? [] : [includesTo ? { last_affected: to } : { fixed: to }];
  return [{ introduced: from || '0' }, ...end];
}

function readAffected({ components }: CustomIssueInput): object[] {
  return components.map(({ id, vulnerable_versions, vulnerable_ranges }, index) => {
    const named = parsePackageId(id);
    const ecosystem = named && findEcosystem(named.format);
    if (!named || ecosystem === undefined) throw fieldRefusal(`components.${index}.id`, say(scanningWords.issue_component_unknown, { id }));
    const ranges = vulnerable_ranges.map((range) => {
      const events = readRange(range);
      if (!events) throw fieldRefusal(`components.${index}.vulnerable_ranges`, say(scanningWords.issue_range_unreadable, { range }));
      return { type: 'ECOSYSTEM', events };
    });
    const everything = vulnerable_versions.length + ranges.length === 0 ? [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }] : ranges;
    return { package: { ecosystem, name: named.name }, versions: vulnerable_versions, ranges: everything };
  });
}

/**
 * What somebody describes, as the advisory that it is matched by. One of a project counts as a vulnerability of its own, whatever else it is known as:
 * what a project says of a CVE never changes how that is told, and ignored, elsewhere.
 * @throws AppError `invalid_input`
 */
export function toAdvisory(input: CustomIssueInput, project: string | null): Advisory {
  const record = {
    id: input.id,
    modified: new Date().toISOString(),
    summary: input.summary,
    details: input.description,
    aliases: input.cves,
    affected: readAffected(input),
    references: input.sources.map((url) => ({ type: 'WEB', url })),
    database_specific: { severity: input.severity },
  };
  const advisory = readRecord(JSON.stringify(record), input.id);
  if (isReject(advisory)) throw fieldRefusal('id', advisory.said ?? { message: advisory.reason });
  return { ...advisory, severity: input.severity, ...(project === null ? {} : { canonical: input.id }) };
}
