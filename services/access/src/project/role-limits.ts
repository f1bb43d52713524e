import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { By } from '../audit/change.ts';
import type { Db } from '../schema.ts';
import { projectResource } from './project.ts';
import { type ProjectRow, selectGroupIds, selectHeldRoles, selectMemberId } from './project-queries.ts';
import type { RoleRow } from './role-queries.ts';

/** Who makes a change, what they may do, and from where they ask. */
export interface Call {
  actor: Actor;
  address: string;
}

export const nameDoer = ({ actor, address }: Call): By => ({ actor: actor.name, address });

type Owner = Pick<ProjectRow, 'key'>;
type Powers = Pick<RoleRow, 'actions' | 'environments'>;

/** The roles that somebody has in the project by this request; a token may leave some of them out. */
async function rolesHeld(db: Db, actor: Actor, { key }: Owner): Promise<Powers[]> {
  const groupIds = await selectGroupIds(db, actor.groups);
  const userId = (await selectMemberId(db, 'user', actor.name)) ?? null;
  const inUse = new Set(actor.grants.filter(({ project }) => project?.key === key).map(({ permission }) => permission));
  return (await selectHeldRoles(db, userId, groupIds)).filter((role) => role.key === key && inUse.has(role.name));
}

/** Whether one of these roles allows each of the actions in each of the environments. */
function covers(held: readonly Powers[], { actions, environments }: Powers): boolean {
  const places = environments.length > 0 ? environments : [undefined];
  const has = (place: string | undefined) => (role: Powers) => place === undefined || role.environments.includes(place);
  return places.every((place) => held.some(has(place)) && actions.every((action) => held.some((role) => has(place)(role) && role.actions.includes(action))));
}

/**
 * Nobody gives more than they have: only administrators of the project pass on what they do not hold in it themselves.
 * `before` is what whoever gets it has already.
 * @throws AppError `forbidden`
 */
export async function requireHeld(db: Db, actor: Actor, project: Owner, wanted: readonly Powers[], before: readonly Powers[] = []): Promise<void> {
  if (wanted.length === 0 || isAllowed(actor, 'manage', projectResource(project.key, 'settings'))) return;
  const held = [...(await rolesHeld(db, actor, project)), ...before];
  if (!wanted.every((role) => covers(held, role))) throw new AppError(accessWords.only_own_rights_can_be_given);
}

/** @throws AppError `forbidden` unless the actor may give and take these roles of the project */
export async function requireRightToAssign(
  db: Db,
  actor: Actor,
  project: Owner,
  { given, taken }: { given: readonly RoleRow[]; taken: readonly RoleRow[] },
): Promise<void> {
  if ([...given, ...taken].some(({ type }) => type === 'ADMIN')) authorise(actor, 'manage', projectResource(project.key, 'settings'));
  await requireHeld(db, actor, project, given);
}
