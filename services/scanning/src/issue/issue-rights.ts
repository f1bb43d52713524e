import { AppError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { mayIgnore, requireIgnoring } from '../ignore/ignore-rule.ts';
import { readProjects } from '../ignore/ignored-queries.ts';
import { readableRepositories } from '../summary/readable-targets.ts';
import { type CustomIssueRow, selectCustomIssue, selectIssueProjects } from './issue-queries.ts';

type Asking = Pick<Context, 'db' | 'peers'>;

/**
 * Tells whether somebody sees what a project knows: who is in the project, and who may read anything in its repositories, since it is told of there. What
 * is of no project everybody sees.
 */
export async function readSight(context: Pick<Context, 'peers'>, actor: Actor): Promise<(project: string | null) => boolean> {
  // Whoever keeps everything is asked about no repository: there may be very many.
  if (mayIgnore(actor, undefined)) return () => true;
  const readable = [...(await readableRepositories(context, actor)).values()];
  const reached = new Set(readable.flatMap(({ projectKey }) => projectKey ?? []));
  return (project) => project === null || mayIgnore(actor, project) || reached.has(project) || isAllowed(actor, 'read', { type: 'project', name: project });
}

/** Whose issues somebody is told of: those of a project, or all that they see. @throws AppError `project_not_found` */
export async function readSeen(context: Asking, actor: Actor, project: string | undefined): Promise<(string | null)[]> {
  const sees = await readSight(context, actor);
  if (project === undefined) return [null, ...(await selectIssueProjects(context.db)).filter(sees)];
  if (!sees(project)) throw new AppError('project_not_found');
  return [project];
}

/** An issue that somebody sees. Those of other projects are answered like what is not there. @throws AppError `not_found` */
export async function needIssue(context: Asking, actor: Actor, id: string): Promise<CustomIssueRow> {
  const row = await selectCustomIssue(context.db, await readProjects(context.peers), id);
  if (!row || !(await readSight(context, actor))(row.project)) throw new AppError(scanningWords.no_issue, { id });
  return row;
}

/** An issue that somebody may change. @throws AppError `not_found`, `forbidden` */
export async function needKept(context: Asking, actor: Actor, id: string): Promise<CustomIssueRow> {
  const row = await needIssue(context, actor, id);
  requireIgnoring(actor, row.project ?? undefined);
  return row;
}
