import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, isAllowed, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';

const isAdministrator = (actor: Actor) => actor.administrator && !actor.scope;

/** Whether somebody keeps what governs a project, or, as a platform administrator, everything. */
export function mayGovern(actor: Actor, project: string | undefined): boolean {
  return isAdministrator(actor) || (project !== undefined && isAllowed(actor, 'manage', { type: 'project', name: project, path: 'settings' }));
}

/** @throws AppError `unauthenticated`, `forbidden`, `project_not_found` */
export async function requireGoverning({ peers }: Pick<Context, 'peers'>, actor: Actor, project: string | undefined): Promise<void> {
  if (!mayGovern(actor, project)) requireAdministrator(actor);
  if (project !== undefined && peers.projects && !(await peers.projects.find(project))) throw new AppError('project_not_found');
}

/** Whose policies and watches somebody may see: all of them, or those of some projects among `known`. @throws AppError `forbidden` for those who keep none */
export function seenProjects(actor: Actor, project: string | undefined, known: readonly (string | null)[]): readonly string[] | undefined {
  if (project !== undefined) {
    if (!mayGovern(actor, project)) requireAdministrator(actor);
    return [project];
  }
  if (isAdministrator(actor)) return undefined;
  const kept = [...new Set(known)].filter((key) => key !== null).filter((key) => mayGovern(actor, key));
  if (kept.length === 0 && !actor.grants.some(({ resourceType, actions }) => resourceType === 'project' && actions.includes('manage')))
    requireAdministrator(actor);
  return kept;
}
