import type { SummaryIssue, SummaryLicence } from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import type { Issue } from '@packhouse/contract/scanning/scanning-routes.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { TargetRow } from '../target/target.ts';
import { selectFindings, selectIssuePage } from './finding-queries.ts';
import { readCves, toIssues } from './issues.ts';

/** The active issues of a file; undefined when there are more than may be told of. */
export async function readTargetIssues(context: Pick<Context, 'db' | 'peers'>, target: TargetRow, most: number): Promise<Issue[] | undefined> {
  const { ids, active } = await selectIssuePage(context, [target.id], { ignored: false, skipped: false, limit: most, offset: 0 });
  return active > most ? undefined : toIssues(await selectFindings(context, [target.id], { ids, ignored: false }));
}

export const toSummaryLicences = (names: readonly string[], componentId: string): z.output<typeof SummaryLicence>[] =>
  names.map((name) => ({ name, full_name: name, more_info_url: [], components: [componentId] }));

function scoreText(issue: Issue, types: readonly string[]): string | undefined {
  const found = issue.cvss.find(({ type }) => types.includes(type));
  return found && `${found.score}/${found.vector}`;
}

/** An issue as existing clients read it. `place`: where it was found, a file or what stands for one. */
export function toSummaryIssue(issue: Issue, place: string): SummaryIssue {
  const [second, third] = [scoreText(issue, ['CVSS_V2']), scoreText(issue, ['CVSS_V3'])];
  const scores = { ...(second ? { cvss_v2: second } : {}), ...(third ? { cvss_v3: third } : {}), cwe: issue.cwes };
  return {
    issue_id: issue.advisories[0] ?? issue.id,
    summary: issue.summary,
    description: issue.details || issue.summary,
    issue_type: 'security',
    severity: issue.severity,
    provider: issue.source ?? '',
    cves: readCves(issue).map((cve) => ({ cve, ...scores })),
    created: issue.published ?? issue.modified,
    impact_path: issue.components.map(({ location }) => (location === '' ? place : `${place}/${location}`)),
    components: issue.components.map(({ purl, fixed_versions }) => ({ component_id: purl, fixed_versions })),
    component_physical_paths: issue.components.map(({ location }) => location).filter((location) => location !== ''),
  };
}
