import { givenRoleActions, idleRoleActions, type RoleAction } from '@packhouse/contract/access/access-project-names.ts';
import type { NewRole, Role, RoleChange } from '@packhouse/contract/access/access-project-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { z } from 'zod';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { environmentNames } from './environment.ts';
import type { ProjectRow } from './project-queries.ts';
import { type Call, nameDoer, requireHeld } from './role-limits.ts';
import { deleteRoleRow, insertRole, type RoleRow, selectRoles, updateRoleRow } from './role-queries.ts';

/** Where a role belongs: a project, or none for a role of every project. */
type Owner = Pick<ProjectRow, 'id' | 'key'> | null;

function toRole({ name, description, type, environments, actions }: RoleRow): Role {
  return {
    name,
    description,
    type,
    environments,
    actions: type === 'ADMIN' ? [...givenRoleActions] : actions.filter((action) => !idleRoleActions.includes(action)),
  };
}

export async function readRoles(db: Db, owner: Owner): Promise<Role[]> {
  return (await selectRoles(db, owner?.id ?? null)).map(toRole);
}

async function findRole(db: Db, owner: Owner, name: string): Promise<RoleRow | undefined> {
  return (await selectRoles(db, owner?.id ?? null)).find((role) => role.name.toLowerCase() === name.toLowerCase());
}

export async function needRole(db: Db, owner: Owner, name: string): Promise<Role> {
  const role = await findRole(db, owner, name);
  if (!role) throw new AppError('role_not_found');
  return toRole(role);
}

/** Only roles that somebody made can be changed, where they were made. */
async function needOwnRole(db: Db, owner: Owner, name: string): Promise<RoleRow> {
  const role = await findRole(db, owner, name);
  if (!role) throw new AppError('role_not_found');
  if (role.type === 'ADMIN' || role.type === 'PREDEFINED') throw new AppError(accessWords.role_stays, { role: role.name });
  if (role.project_id !== (owner?.id ?? null)) throw new AppError(accessWords.role_of_every_project, { role: role.name });
  return role;
}

async function requireEnvironments(db: Db, owner: Owner, environments: readonly string[] | undefined): Promise<void> {
  const known = await environmentNames(db, owner?.id ?? null);
  const foreign = environments?.find((name) => !known.includes(name));
  if (foreign !== undefined) throw namedFieldRefusal('environments', say(sharedWords.no_environment_here, { name: foreign }));
}

/** Refuses what would be kept and decide nothing. @throws AppError `invalid_input` */
function requireMeaning(actions: readonly RoleAction[] | undefined): void {
  const idle = actions?.find((action) => idleRoleActions.includes(action));
  if (idle === undefined) return;
  const words = idle.endsWith('_PIPELINE') ? accessWords.role_reaches_no_pipelines : accessWords.readers_see_findings;
  throw namedFieldRefusal('actions', say(words, { name: idle }));
}

const readSubject = (owner: Owner, name: string) => (owner ? `${owner.key}/${name}` : name);

export function createRole(context: Context, owner: Owner, input: z.output<typeof NewRole>, call: Call): Promise<Role> {
  requireMeaning(input.actions);
  return inChange(context, nameDoer(call), async (transaction, record) => {
    if (await findRole(transaction, owner, input.name)) throw new AppError('role_exists');
    await requireEnvironments(transaction, owner, input.environments);
    if (owner) await requireHeld(transaction, call.actor, owner, [input]);
    const row = { ...input, project_id: owner?.id ?? null, type: owner ? ('CUSTOM' as const) : ('CUSTOM_GLOBAL' as const) };
    if (!(await insertRole(transaction, row))) throw new AppError('role_exists');
    const created = await needRole(transaction, owner, input.name);
    await record({ action: 'role.created', subject: readSubject(owner, created.name), after: created });
    return created;
  });
}

export function changeRole(context: Context, owner: Owner, name: string, change: z.output<typeof RoleChange>, call: Call): Promise<Role> {
  requireMeaning(change.actions);
  return inChange(context, nameDoer(call), async (transaction, record) => {
    const before = await needOwnRole(transaction, owner, name);
    await requireEnvironments(transaction, owner, change.environments);
    const { description, environments, actions } = change;
    if (owner)
      await requireHeld(transaction, call.actor, owner, [{ ...before, ...(environments ? { environments } : {}), ...(actions ? { actions } : {}) }], [before]);
    await updateRoleRow(transaction, before.id, {
      ...(description === undefined ? {} : { description }),
      ...(environments ? { environments } : {}),
      ...(actions ? { actions } : {}),
    });
    const after = await needRole(transaction, owner, name);
    await record({ action: 'role.changed', subject: readSubject(owner, before.name), before: toRole(before), after });
    return after;
  });
}

export async function deleteRole(context: Context, owner: Owner, name: string, call: Call): Promise<void> {
  await inChange(context, nameDoer(call), async (transaction, record) => {
    const before = await needOwnRole(transaction, owner, name);
    await deleteRoleRow(transaction, before.id);
    await record({ action: 'role.deleted', subject: readSubject(owner, before.name), before: toRole(before) });
  });
}
