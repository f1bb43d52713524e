import type { Issue } from '@packhouse/contract/scanning/scanning-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { Match } from '../match/match.ts';
import type { Db } from '../schema.ts';
import type { FindingRow } from '../summary/finding.ts';
import { toIssues } from '../summary/issues.ts';
import { selectAdvisories } from './judged-queries.ts';

/**
 * The vulnerabilities that were found in components that a client named, worst first; what was only skipped is left out.
 * Where purls stand in other issues, these have what the client calls a component.
 */
export async function readJudgedIssues(db: Db, ids: readonly string[], matches: readonly Match[]): Promise<Issue[]> {
  const known = matches.filter(({ confidence }) => confidence === 'known');
  const advisories = new Map((await selectAdvisories(db, [...new Set(known.map(({ advisory_id }) => advisory_id))])).map((one) => [one.advisory_id, one]));
  const rows = known.flatMap((match): FindingRow[] => {
    const advisory = advisories.get(match.advisory_id);
    if (!advisory) return [];
    const held = { component_id: match.component_id, name: '', version: '', ecosystem: '', distro: '', location: '', layer: null, rule_id: null };
    return [
      { ...held, ...advisory, purl: ids[match.component_id]!, severity: match.severity as Severity, confidence: 'known', fixed_versions: match.fixed_versions },
    ];
  });
  return toIssues(rows);
}
