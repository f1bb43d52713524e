import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { Db } from '../schema.ts';
import {
  type AdvisoryRow,
  type ComponentRow,
  type FindingRow,
  selectAdvisories,
  selectComponents,
  selectFindingsOf,
  selectHeldPairs,
} from './evaluation-queries.ts';

/** A vulnerability in one component, whatever the number of advisories about it. */
export interface Finding {
  component: ComponentRow;
  canonical: string;
  rank: number;
  score: number | null;
  fixed_versions: string[];
  names: string[];
  /** What is known of its exploitation, and since when; only where a rule asks for that. */
  exploited: boolean;
  epss: number | null;
  signalledAt: Date | null;
  /** When it was found in the component. */
  foundAt: Date;
  /** It is known in repositories of this project alone. */
  project: string | null;
}

const takeLater = (one: Date | null, other: Date | null) => (one && other ? (one > other ? one : other) : (one ?? other));

function join(component: ComponentRow, rows: readonly FindingRow[], advisories: ReadonlyMap<string, AdvisoryRow>): Finding[] {
  const found = new Map<string, Finding>();
  for (const row of rows) {
    const advisory = advisories.get(row.advisory_id);
    if (!advisory) continue;
    const { canonical, score, project, exploited, epss, signalled_at: signalledAt } = advisory;
    const names = [advisory.id, canonical, ...advisory.aliases];
    const known = found.get(canonical);
    if (!known) {
      found.set(canonical, {
        component,
        canonical,
        rank: row.rank,
        score,
        fixed_versions: [...row.fixed_versions],
        names,
        exploited,
        epss,
        signalledAt,
        foundAt: row.found_at,
        project,
      });
      continue;
    }
    known.rank = Math.min(known.rank, row.rank);
    known.exploited ||= exploited;
    if (epss !== null) known.epss = Math.max(known.epss ?? 0, epss);
    known.signalledAt = takeLater(known.signalledAt, signalledAt);
    known.foundAt = takeLater(known.foundAt, row.found_at)!;
    known.score = Math.max(known.score ?? -1, score ?? -1);
    known.fixed_versions = [...new Set([...known.fixed_versions, ...row.fixed_versions])];
    known.names = [...new Set([...known.names, ...names])];
  }
  for (const one of found.values()) {
    one.fixed_versions.sort();
    if (one.score !== null && one.score < 0) one.score = null;
  }
  return [...found.values()];
}

/** What is known to be in some versions, as far as it is known in their projects. Each component is read once, however many versions hold it. `exploitation`: some rule asks for it. */
export async function readFindings(
  db: Db,
  targets: readonly { id: number; repository: string }[],
  repositories: ReadonlyMap<string, Pick<DirectoryEntry, 'projectKey'>>,
  exploitation: boolean,
): Promise<Map<number, Finding[]>> {
  const held = await selectHeldPairs(
    db,
    targets.map(({ id }) => id),
  );
  const ids = [...new Set(held.map(({ component_id }) => component_id))];
  const rows = await selectFindingsOf(db, ids);
  const withFindings = [...new Set(rows.map(({ component_id }) => component_id))];
  const [components, advisories] = await Promise.all([
    selectComponents(db, withFindings),
    selectAdvisories(db, [...new Set(rows.map((row) => row.advisory_id))], exploitation),
  ]);
  const byAdvisory = new Map(advisories.map((one) => [one.id, one]));
  const byComponent = Map.groupBy(rows, (row) => row.component_id);
  const joined = new Map(components.map((component) => [component.id, join(component, byComponent.get(component.id) ?? [], byAdvisory)]));
  const projects = new Map(targets.map(({ id, repository }) => [id, repositories.get(repository)?.projectKey]));
  const result = new Map<number, Finding[]>();
  for (const { target_id, component_id } of held) {
    const found = joined.get(component_id)?.filter(({ project }) => project === null || project === projects.get(target_id));
    if (!found?.length) continue;
    const list = result.get(target_id);
    if (list) list.push(...found);
    else result.set(target_id, [...found]);
  }
  return result;
}
