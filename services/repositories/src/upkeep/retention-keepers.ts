import type { RetentionSelection } from '@packhouse/contract/repositories/retention-routes.ts';
import { type Actor, isAllowed, isAllowedSomewhere, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Db } from '../schema.ts';
import { selectProjectsOfPolicies } from './policy-queries.ts';

const isAdministrator = (actor: Actor) => actor.administrator && !actor.scope;

/** Administrators keep every policy; whoever administers a project, and its repositories with it, those that belong to it. */
export function mayKeep(actor: Actor, project: string | null | undefined): boolean {
  const mayManage = (path: string) => isAllowed(actor, 'manage', { type: 'project', name: project ?? '', path });
  return isAdministrator(actor) || (Boolean(project) && mayManage('settings') && mayManage('resources'));
}

/** Before it is known what is meant. @throws AppError `unauthenticated`, `forbidden` for those who can keep no policy at all */
export function requireKeeper(actor: Actor): void {
  if (!isAllowedSomewhere(actor, 'manage', 'project')) requireAdministrator(actor);
}

/** Projects whose policies somebody keeps, undefined for all; or the one that is asked for. @throws AppError as above, and for a project that is not theirs */
export async function findKeptProjects(db: Db, actor: Actor, project?: string): Promise<readonly string[] | undefined> {
  requireKeeper(actor);
  if (project !== undefined) {
    if (!mayKeep(actor, project)) requireAdministrator(actor);
    return [project];
  }
  return isAdministrator(actor) ? undefined : (await selectProjectsOfPolicies(db)).filter((key) => mayKeep(actor, key));
}

/** @throws AppError `forbidden` for those who ask about more than the projects that they keep */
export function requireKept(actor: Actor, { projectKeys }: RetentionSelection): void {
  if (projectKeys.length === 0 || !projectKeys.every((key) => mayKeep(actor, key))) requireAdministrator(actor);
}
