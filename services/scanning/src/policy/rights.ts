import type { Duty } from '@packhouse/contract/duties.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, isAllowed, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';

const isAdministrator = (actor: Actor) => actor.administrator && !actor.scope;

/** Whether a role in a project lets somebody keep what governs it. Whoever keeps watches chooses among policies, so that they see these; others are let see them alone. */
function governsProject(actor: Actor, project: string, duty: Duty, action: 'read' | 'manage'): boolean {
  const parts = ['settings', duty, ...(duty === 'policies' && action === 'read' ? ['watches', 'seen-policies'] : [])];
  return parts.some((path) => isAllowed(actor, 'manage', { type: 'project', name: project, path }));
}

/** Whether somebody keeps what governs a project, by a role in it; or everything of a kind, as an administrator of the platform or by duty. */
export function mayGovern(actor: Actor, project: string | undefined, duty: Duty, action: 'read' | 'manage' = 'manage'): boolean {
  return (
    isAdministrator(actor) || isAllowed(actor, action, { type: 'duty', name: duty }) || (project !== undefined && governsProject(actor, project, duty, action))
  );
}

/** @throws AppError `unauthenticated`, `forbidden`, `project_not_found` */
export async function requireGoverning({ peers }: Pick<Context, 'peers'>, actor: Actor, project: string | undefined, duty: Duty): Promise<void> {
  if (!mayGovern(actor, project, duty)) requireAdministrator(actor);
  if (project !== undefined && peers.projects && !(await peers.projects.find(project))) throw new AppError('project_not_found');
}

/** Whose policies and watches somebody may see: all of them, or those of some projects among `known`. @throws AppError `forbidden` for those who keep none */
export function seenProjects(actor: Actor, project: string | undefined, known: readonly (string | null)[], duty: Duty): readonly string[] | undefined {
  if (project !== undefined) {
    if (!mayGovern(actor, project, duty, 'read')) requireAdministrator(actor);
    return [project];
  }
  if (mayGovern(actor, undefined, duty, 'read')) return undefined;
  const kept = [...new Set(known)].filter((key) => key !== null).filter((key) => mayGovern(actor, key, duty, 'read'));
  if (kept.length === 0 && !keepsProjects(actor)) requireAdministrator(actor);
  return kept;
}

/** Whether somebody administers any project. */
export function keepsProjects(actor: Actor): boolean {
  return actor.grants.some(({ resourceType, actions }) => resourceType === 'project' && actions.includes('manage'));
}
