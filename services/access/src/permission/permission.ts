import { actionsOfType, type Permission, type PermissionChange, type PermissionInput } from '@packhouse/contract/access/access-permission-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { z } from 'zod';
import { type By, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import {
  deletePermissionRow,
  deleteSections,
  insertPermission,
  insertSection,
  lockPermission,
  type NewGrant,
  type PermissionRow,
  selectIds,
  selectPermission,
  updatePermissionRow,
} from './permission-queries.ts';

type Section = Permission['sections'][number];

export function toPermission(row: PermissionRow): Permission {
  const { name, description, sections } = row;
  return { name, description, sections, createdAt: row.created_at.toISOString(), modifiedAt: row.modified_at.toISOString() };
}

export async function readPermission(db: Db, name: string): Promise<Permission> {
  const row = await selectPermission(db, name);
  if (!row) throw new AppError('permission_not_found');
  return toPermission(row);
}

/** Joins what was said twice about the same user or group. */
function merged(principals: Section['users']): Section['users'] {
  const byName = new Map<string, Section['users'][number]>();
  for (const { name, actions, keptActions } of principals) {
    const known = byName.get(name.toLowerCase());
    byName.set(name.toLowerCase(), {
      name,
      actions: [...new Set([...(known?.actions ?? []), ...actions])],
      keptActions: [...new Set([...(known?.keptActions ?? []), ...(keptActions ?? [])])],
    });
  }
  return [...byName.values()];
}

function requireFitting(section: Section, index: number): void {
  const allowed = section.resourceType === 'repository' ? ['ANY', 'ANY LOCAL', 'ANY REMOTE', 'ANY DISTRIBUTION'] : ['ANY'];
  const wrong = section.names.find((name) => /^any( |$)/i.test(name) && !allowed.includes(name));
  if (wrong) throw namedFieldRefusal(`sections.${index}.names`, say(accessWords.not_one_of, { name: wrong, choices: allowed.join(', ') }));
  requireMeaning(section, index);
}

/** Refuses what would be kept and never looked at. */
function requireMeaning({ resourceType, include, exclude, users, groups }: Section, index: number): void {
  const known: readonly string[] = actionsOfType[resourceType];
  for (const [side, principals] of Object.entries({ users, groups })) {
    const idle = principals.flatMap(({ actions }) => actions).find((action) => !known.includes(action));
    if (idle) throw namedFieldRefusal(`sections.${index}.${side}`, say(accessWords.not_one_of, { name: idle, choices: known.join(', ') }));
  }
  if (resourceType === 'pipeline' && [...include, ...exclude].length > 0)
    throw namedFieldRefusal(`sections.${index}.${include.length > 0 ? 'include' : 'exclude'}`, say(accessWords.pipelines_without_patterns));
}

async function readGrants(transaction: ChangeTransaction, section: Section, index: number): Promise<NewGrant[]> {
  const grants: NewGrant[] = [];
  for (const side of ['user', 'group'] as const) {
    const principals = merged(section[`${side}s`]);
    const ids = await selectIds(
      transaction,
      side,
      principals.map(({ name }) => name),
    );
    for (const { name, actions, keptActions = [] } of principals) {
      const id = ids.get(name.toLowerCase());
      if (id === undefined)
        throw namedFieldRefusal(`sections.${index}.${side}s`, side === 'user' ? say(accessWords.no_user, { name }) : say(accessWords.no_group, { name }));
      grants.push({ userId: side === 'user' ? id : null, groupId: side === 'group' ? id : null, actions, keptActions });
    }
  }
  return grants;
}

async function replaceSections(transaction: ChangeTransaction, permissionId: number, sections: readonly Section[]): Promise<void> {
  await deleteSections(transaction, permissionId);
  for (const [index, section] of sections.entries()) {
    requireFitting(section, index);
    await insertSection(transaction, permissionId, index, section, await readGrants(transaction, section, index));
  }
}

export function createPermission(context: Context, input: z.output<typeof PermissionInput>, by: By): Promise<Permission> {
  return inChange(context, by, async (transaction, record) => {
    const id = await insertPermission(transaction, { name: input.name, description: input.description });
    if (id === undefined) throw new AppError('permission_exists');
    await replaceSections(transaction, id, input.sections);
    const created = await readPermission(transaction, input.name);
    await record({ action: 'permission.created', subject: input.name, after: created });
    return created;
  });
}

type Wanted = z.output<typeof PermissionChange>;

/** Changes a permission. A change that depends on how the permission is now is worked out while nobody else can change it. */
export function changePermission(context: Context, given: string, wanted: Wanted | ((before: Permission) => Wanted), by: By): Promise<Permission> {
  return inChange(context, by, async (transaction, record) => {
    const found = await lockPermission(transaction, given);
    if (!found) throw new AppError('permission_not_found');
    const before = await readPermission(transaction, found.name);
    const change = typeof wanted === 'function' ? wanted(before) : wanted;
    const name = change.name ?? found.name;
    if (name.toLowerCase() !== found.name.toLowerCase() && (await lockPermission(transaction, name))) throw new AppError('permission_exists');
    await updatePermissionRow(transaction, found.id, { name, ...(change.description === undefined ? {} : { description: change.description }) });
    if (change.sections) await replaceSections(transaction, found.id, change.sections);
    const after = await readPermission(transaction, name);
    await record({ action: 'permission.changed', subject: name, before, after });
    return after;
  });
}

export async function deletePermission(context: Context, name: string, by: By): Promise<void> {
  await inChange(context, by, async (transaction, record) => {
    const found = await lockPermission(transaction, name);
    if (!found) throw new AppError('permission_not_found');
    const before = await readPermission(transaction, found.name);
    await deletePermissionRow(transaction, found.id);
    await record({ action: 'permission.deleted', subject: found.name, before });
  });
}
