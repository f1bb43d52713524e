import { AppError } from '@packhouse/contract/errors.ts';
import type { Issue } from '@packhouse/contract/scanning/scanning-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import type { Match } from '../match/match.ts';
import { judgeComponents } from '../match/match-components.ts';
import type { Db } from '../schema.ts';
import type { FindingRow } from '../summary/finding.ts';
import { toIssues } from '../summary/issues.ts';
import { mayRead, readableRepositories } from '../summary/readable-targets.ts';
import { findComponent } from './component-id.ts';
import { selectAdvisories, selectLicences } from './judged-queries.ts';

/** More than this nobody could read, and no answer could hold. */
export const mostFindings = 50_000;

/** Findings in components that a client named; where purls stand in others, these have what the client calls a component. What was only skipped is left out. */
async function readRows(db: Db, ids: readonly string[], matches: readonly Match[]): Promise<FindingRow[]> {
  const known = matches.filter(({ confidence }) => confidence === 'known');
  const advisories = new Map((await selectAdvisories(db, [...new Set(known.map(({ advisory_id }) => advisory_id))])).map((one) => [one.advisory_id, one]));
  return known.flatMap((match): FindingRow[] => {
    const advisory = advisories.get(match.advisory_id);
    if (!advisory) return [];
    const held = { component_id: match.component_id, name: '', version: '', ecosystem: '', distro: '', location: '', layer: null, rule_id: null };
    return [
      { ...held, ...advisory, purl: ids[match.component_id]!, severity: match.severity as Severity, confidence: 'known', fixed_versions: match.fixed_versions },
    ];
  });
}

/** The vulnerabilities that were found in components that a client named, worst first. */
export async function readJudgedIssues(db: Db, ids: readonly string[], matches: readonly Match[]): Promise<Issue[]> {
  return toIssues(await readRows(db, ids, matches));
}

/** A component by the id that a client gives it, with what advisories and packages that the actor may read say of it. */
export interface JudgedComponent {
  id: string;
  issues: Issue[];
  licences: string[];
}

/** Judges components one by one; those that cannot be judged are left out. @throws AppError `too_large` when far too much was found */
export async function judgeEach(context: Pick<Context, 'db' | 'peers'>, actor: Actor, ids: readonly string[]): Promise<Map<string, JudgedComponent>> {
  const asked = [...new Set(ids)].flatMap((id) => {
    const component = findComponent(id);
    return component ? [{ id, component }] : [];
  });
  const components = asked.map(({ component }) => component);
  const matches = await judgeComponents(context, components, mostFindings);
  if (matches.length > mostFindings) throw new AppError('too_large');
  const names = asked.map(({ id }) => id);
  const rows = Map.groupBy(await readRows(context.db, names, matches), ({ component_id }) => component_id);
  const repositories = await readableRepositories(context, actor);
  const stored = (
    await selectLicences(
      context.db,
      components.map((component, place) => ({ place, component })),
    )
  ).filter((row) => mayRead(actor, repositories, row));
  const licences = Map.groupBy(stored, ({ place }) => place);
  return new Map(
    names.map((id, place) => {
      const told = (licences.get(place) ?? []).flatMap((row) => row.licences);
      return [id, { id, issues: toIssues(rows.get(place) ?? []), licences: [...new Set(told)] }];
    }),
  );
}
