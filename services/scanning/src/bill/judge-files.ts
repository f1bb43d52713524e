import { AppError } from '@packhouse/contract/errors.ts';
import type { FilesVerdict } from '@packhouse/contract/scanning/verdict-routes.ts';
import { type Severity, severities } from '@packhouse/contract/severities.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Component } from '../component/component.ts';
import type { Context } from '../context.ts';
import { findComponent } from '../graph/component-id.ts';
import { mostFindings, readJudgedIssues } from '../graph/judged-issues.ts';
import { judgeComponents } from '../match/match-components.ts';
import { countBySeverity } from '../summary/count-by-severity.ts';
import { judgeVersions } from '../summary/judge-versions.ts';
import { findTargetsOf, type NamedFile } from './bill.ts';

/** Vulnerabilities of packages by their names and versions, each with its severity. */
async function judgeNamed(context: Pick<Context, 'db'>, named: ReadonlyMap<string, Component>): Promise<Map<string, Severity>> {
  const matches = await judgeComponents(context, [...named.values()], mostFindings);
  if (matches.length > mostFindings) throw new AppError('too_large');
  return new Map((await readJudgedIssues(context.db, [...named.keys()], matches)).map(({ id, severity }) => [id, severity]));
}

const isWorse = (one: Severity, other: Severity | undefined) => other === undefined || severities.indexOf(one) < severities.indexOf(other);

/**
 * What is known to be vulnerable in several files together: of what was read here and the actor may read by its scan, of what else is called like a
 * package by its name and version. Of which files nothing is known is told beside, so that it counts as found free of nothing. @throws AppError `too_large`
 */
export async function judgeFiles(context: Pick<Context, 'db' | 'peers'>, actor: Actor, files: readonly NamedFile[]): Promise<FilesVerdict> {
  const targets = await findTargetsOf(context, actor, files);
  const findRead = ({ sha256 }: NamedFile) => (sha256 === undefined ? undefined : targets.get(sha256));
  const ids = new Set<number>();
  const named = new Map<string, Component>();
  let known = 0;
  for (const file of files) {
    const target = findRead(file);
    const component = target?.scanned_at || file.id === undefined ? undefined : findComponent(file.id);
    if (target?.scanned_at) ids.add(target.id);
    else if (component) named.set(file.id!, component);
    else continue;
    known += 1;
  }
  const ecosystems = [...named.values()].map(({ ecosystem }) => ecosystem);
  const [{ found, partial, judged }, byName] = await Promise.all([judgeVersions(context, [...ids], ecosystems), judgeNamed(context, named)]);
  for (const [id, severity] of byName) if (isWorse(severity, found.get(id))) found.set(id, severity);
  const isPartial = known < files.length || partial !== null || judged.some(({ sources }) => sources.length === 0);
  const counts = { ...countBySeverity(found.values()), partial: isPartial, notJudged: !judged.some(({ sources }) => sources.length > 0) };
  return { files: files.length, known, vulnerabilities: known === 0 ? null : counts, judged };
}
