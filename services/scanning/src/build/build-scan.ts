import { AppError } from '@packhouse/contract/errors.ts';
import type { GraphVulnerability } from '@packhouse/contract/scanning/scanning-graph-routes.ts';
import type { Issue } from '@packhouse/contract/scanning/scanning-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { BuildContents, BuildFile } from '@packhouse/peers/builds.ts';
import type { Context } from '../context.ts';
import { toVulnerability } from '../graph/graph-answer.ts';
import { judgeEach } from '../graph/judged-issues.ts';
import { mayRead, readableRepositories } from '../summary/readable-targets.ts';
import { readTargetIssues } from '../summary/target-issues.ts';
import type { TargetRow } from '../target/target.ts';
import { selectTargetsOf } from './build-target-queries.ts';

/** Stored files of one build that are looked at, and issues of one answer. */
const mostTargets = 2000;
const mostIssues = 20_000;

export interface BuildRef {
  name: string;
  number: string;
  projectKey: string | undefined;
}

/** A file of a build with what is known of it. */
export interface BuildPart {
  file: BuildFile;
  /** How clients call it: where it is stored, else its type, name and version. */
  id: string;
  target: TargetRow | undefined;
  issues: Issue[];
  licences: string[];
}

/** The run of a build, as far as the actor may read it. @throws AppError `not_found` in the words that clients look for */
export async function needBuild({ peers }: Pick<Context, 'peers'>, actor: Actor, { name, number, projectKey }: BuildRef): Promise<BuildContents> {
  const build = await peers.builds?.contents(actor, { name, number, projectKey });
  if (!build) throw new AppError(scanningWords.build_not_in_artifactory, { name, number });
  return build;
}

/** Versions that the actor may read which consist of some contents, the first of each content first. */
export async function findReadableOf(context: Pick<Context, 'db' | 'peers'>, actor: Actor, contents: readonly string[]): Promise<TargetRow[]> {
  const repositories = await readableRepositories(context, actor);
  return (await selectTargetsOf(context.db, contents)).filter((target) => mayRead(actor, repositories, target));
}

/** Every version that the actor may read of what a build names, the first of each content first. */
export async function findReadable(context: Context, actor: Actor, build: BuildContents): Promise<TargetRow[]> {
  return findReadableOf(context, actor, [...new Set(build.files.flatMap(({ sha256 }) => sha256 ?? []))]);
}

/** The first version that the actor may read of each content that a build names. */
export async function findTargets(context: Context, actor: Actor, build: BuildContents): Promise<Map<string, TargetRow>> {
  const found = new Map<string, TargetRow>();
  for (const target of await findReadable(context, actor, build)) if (!found.has(target.sha256)) found.set(target.sha256, target);
  return found;
}

/** What is known of each file of a build: from its scan where it is stored and the actor may read it, else by its name and version. @throws AppError `too_large` */
export async function readParts(context: Context, actor: Actor, build: BuildContents): Promise<BuildPart[]> {
  const targets = await findTargets(context, actor, build);
  if (targets.size > mostTargets) throw new AppError('too_large');
  const issues = new Map<number, Issue[]>();
  let left = mostIssues;
  for (const target of targets.values()) {
    const found = target.scanned_at === null ? [] : await readTargetIssues(context, target, left);
    if (!found) throw new AppError('too_large');
    left -= found.length;
    issues.set(target.id, found);
  }
  const names = new Map(build.files.map((file) => [file, `${file.type ?? ''}://${file.name}`]));
  const readTarget = (file: BuildFile) => (file.sha256 === null ? undefined : targets.get(file.sha256));
  const judged = await judgeEach(
    context,
    actor,
    build.files.filter((file) => readTarget(file)?.component_id == null).map((file) => names.get(file)!),
  );
  return build.files.map((file) => {
    const target = readTarget(file);
    if (target)
      return { file, id: `${target.format}://${target.package}:${target.version}`, target, issues: issues.get(target.id) ?? [], licences: target.licences };
    const known = judged.get(names.get(file)!);
    return { file, id: names.get(file)!, target, issues: known?.issues ?? [], licences: known?.licences ?? [] };
  });
}

/** Files that are still being read. */
export const countWaiting = (parts: readonly Pick<BuildPart, 'target'>[]) => parts.filter(({ target }) => target?.state === 'in progress').length;

/** Every vulnerability of a build once, with the ways by which it came in: the build, the file, and what is in it. */
export function toVulnerabilities({ name, number }: BuildContents, parts: readonly BuildPart[]): GraphVulnerability[] {
  const root = { component_id: `build://${name}:${number}` };
  const found = new Map<string, GraphVulnerability>();
  for (const part of new Map(parts.map((one) => [one.id, one])).values())
    for (const issue of part.issues) {
      const paths = (id: string) => [[root, { component_id: part.id }, ...(id === part.id ? [] : [{ component_id: id }])]];
      const one = toVulnerability(issue, paths);
      const known = found.get(issue.id);
      if (!known) found.set(issue.id, one);
      else
        for (const [id, place] of Object.entries(one.components)) {
          const before = known.components[id];
          known.components[id] = before ? { ...place, impact_paths: [...before.impact_paths, ...place.impact_paths] } : place;
        }
    }
  return [...found.values()];
}
