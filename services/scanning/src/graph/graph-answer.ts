import type { GraphVulnerability, ScanAnswer } from '@packhouse/contract/scanning/scanning-graph-routes.ts';
import type { Issue } from '@packhouse/contract/scanning/scanning-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { readCves } from '../summary/issues.ts';
import { mayRead, readableRepositories } from '../summary/readable-targets.ts';
import { findPlaced, type Graph, impactPaths } from './graph.ts';
import type { GraphScan } from './graph-scan-queries.ts';
import { readJudgedIssues } from './judged-issues.ts';
import { selectLicences } from './judged-queries.ts';

type Paths = ReturnType<typeof impactPaths>;

/** Its CVEs with their scores; one entry without a number where it has only scores. */
function toCves(issue: Issue): GraphVulnerability['cves'] {
  const second = issue.cvss.find(({ type }) => type === 'CVSS_V2');
  const third = issue.cvss.find(({ type }) => type === 'CVSS_V3');
  const scores = {
    ...(second ? { cvss_v2_score: String(second.score), cvss_v2_vector: second.vector } : {}),
    ...(third ? { cvss_v3_score: String(third.score), cvss_v3_vector: third.vector } : {}),
    cwe: issue.cwes,
  };
  const cves = readCves(issue);
  return cves.length > 0 ? cves.map((cve) => ({ cve, ...scores })) : [scores];
}

export function toVulnerability(issue: Issue, pathsOf: (id: string) => { component_id: string }[][]): GraphVulnerability {
  return {
    issue_id: issue.advisories[0] ?? issue.id,
    summary: issue.summary,
    severity: issue.severity,
    cves: toCves(issue),
    components: Object.fromEntries(issue.components.map(({ purl, fixed_versions }) => [purl, { fixed_versions, impact_paths: pathsOf(purl) }])),
    references: issue.references.map(({ url }) => url),
  };
}

/** Licences of the components by their name: what the client told, and what packages stored here say to who may read them. */
async function readLicences(context: Context, actor: Actor, graph: Graph, paths: Paths): Promise<ScanAnswer['licenses']> {
  const asked = graph.ids.flatMap((_, place) => {
    const component = findPlaced(graph, place);
    return component ? [{ place, component }] : [];
  });
  const repositories = await readableRepositories(context, actor);
  const stored = (await selectLicences(context.db, asked)).filter((row) => mayRead(actor, repositories, row));
  const told = Object.entries(graph.licences).map(([place, licences]) => ({ place: Number(place), licences }));
  const byName = new Map<string, Set<number>>();
  for (const { place, licences } of [...told, ...stored]) for (const name of licences) byName.set(name, (byName.get(name) ?? new Set<number>()).add(place));
  return [...byName].map(([name, places]) => ({
    license_key: name,
    name,
    components: Object.fromEntries([...places].map((place) => [graph.ids[place]!, { impact_paths: paths(place) }])),
    custom: false,
    references: [],
  }));
}

/** What clients read of a scan. */
export async function writeAnswer(
  context: Context,
  actor: Actor,
  scan: GraphScan,
  wants: { include_vulnerabilities: boolean; include_licenses: boolean },
): Promise<ScanAnswer> {
  const { graph, state } = scan;
  const [root = ''] = graph.ids;
  const type = /^([a-z]+):\/\//i.exec(root)?.[1];
  const answer: ScanAnswer = {
    scan_id: scan.id,
    status: state,
    progress_percentage: state === 'in progress' ? 0 : 100,
    component_id: root,
    ...(type === undefined ? {} : { package_type: type }),
    ...(state === 'failed' ? { error: scanningWords.graph_scan_failed.en } : {}),
  };
  if (state !== 'completed') return answer;
  const paths = impactPaths(graph);
  const places = new Map(graph.ids.map((id, place) => [id, place]));
  const issues = wants.include_vulnerabilities ? await readJudgedIssues(context.db, graph.ids, scan.findings) : undefined;
  return {
    ...answer,
    violations: [],
    ...(issues ? { vulnerabilities: issues.map((issue) => toVulnerability(issue, (id) => paths(places.get(id)!))) } : {}),
    ...(wants.include_licenses ? { licenses: await readLicences(context, actor, graph, paths) } : {}),
    unjudged: graph.ids.filter((_, place) => findPlaced(graph, place) === undefined),
  };
}
