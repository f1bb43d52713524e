import type { Issue } from '@packhouse/contract/scanning/scanning-routes.ts';
import type { Assessment } from '@packhouse/contract/scanning/vex.ts';
import type { Context } from '../context.ts';
import { type FittedComponent, type FittedThing, fitsArtifact, fitsComponent } from '../ignore/fits-thing.ts';
import { readProjects } from '../ignore/ignored-queries.ts';
import { type AssessmentRow, selectAssessments } from './assessment-queries.ts';

/** So many of one vulnerability are told, the newest first. */
const mostOfOne = 50;

const toAssessment = ({ issuer, trusted, status, justification, impact, action, at, document, version }: AssessmentRow): Assessment => ({
  issuer,
  trusted,
  status,
  justification,
  impact,
  action,
  at: at.toISOString(),
  document,
  version,
});

/** A component and the vulnerability that is found in it. */
interface Found extends FittedComponent {
  canonical: string;
}

const nameIssue = ({ id, advisories, aliases }: Issue) => [id, ...advisories, ...aliases];

/** Vulnerabilities of a version with what others say of each in what it is found in there, whether they are trusted or not. */
export async function addAssessments(
  { db, peers }: Pick<Context, 'db' | 'peers'>,
  issues: readonly Issue[],
  found: readonly Found[],
  targets: readonly FittedThing[],
): Promise<Issue[]> {
  const projectOf = new Map((await readProjects(peers)).map(({ repository, project }) => [repository, project]));
  const projects = [...new Set(targets.flatMap(({ repository }) => projectOf.get(repository) ?? []))];
  const rows = await selectAssessments(db, [...new Set(issues.flatMap(nameIssue))], projects);
  if (rows.length === 0) return [...issues];
  const holds = (row: AssessmentRow, component: Found) =>
    fitsComponent(row, component) &&
    targets.some((target) => (row.project === null || row.project === projectOf.get(target.repository)) && fitsArtifact(row, target));
  return issues.map((issue) => {
    const names = new Set(nameIssue(issue));
    const components = found.filter(({ canonical }) => canonical === issue.id);
    const about = rows.filter((row) => row.names.some((name) => names.has(name)) && components.some((component) => holds(row, component)));
    const told = [...new Map(about.map((row) => [row.id, row])).values()].slice(0, mostOfOne);
    return told.length === 0 ? issue : { ...issue, assessments: told.map(toAssessment) };
  });
}
