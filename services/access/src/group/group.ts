import type { Group, GroupChange, GroupDetails, NewGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { z } from 'zod';
import { keepingAdministrator } from '../administrator/administrators.ts';
import { type By, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { changeDuties, tellDuties } from '../permission/kept-duties.ts';
import type { Db } from '../schema.ts';
import { deleteGroupRow, type GroupRow, insertGroup, lockGroup, replaceMembers, selectGroup, selectMembers, updateGroupRow } from './group-queries.ts';

type Details = z.output<typeof GroupDetails>;

export function toGroup(row: GroupRow): Group {
  return {
    name: row.name,
    description: row.description,
    realm: row.realm,
    externalId: row.external_id,
    autoJoin: row.auto_join,
    administrator: row.administrator,
    ...(row.realm_attributes === '' ? {} : { realmAttributes: row.realm_attributes }),
    ...tellDuties(row.kept_rights),
    memberCount: row.member_count,
    createdAt: row.created_at.toISOString(),
  };
}

export async function readGroup(db: Db, name: string): Promise<Details> {
  const row = await selectGroup(db, name);
  if (!row) throw new AppError('group_not_found');
  return { ...toGroup(row), members: await selectMembers(db, row.id) };
}

async function setMembers(transaction: ChangeTransaction, groupId: number, members: readonly string[]): Promise<void> {
  if (members.includes(anonymousUser)) throw namedFieldRefusal('members', say(accessWords.anonymous_not_member));
  const unknown = await replaceMembers(transaction, groupId, [...new Set(members)]);
  if (unknown.length > 0) throw namedFieldRefusal('members', say(accessWords.no_user, { name: unknown.join(', ') }));
}

export function createGroup(context: Context, input: z.output<typeof NewGroup>, by: By): Promise<Details> {
  return inChange(context, by, async (transaction, record) => {
    const { name, description, externalId, realmAttributes, autoJoin, administrator } = input;
    const row = { name, description, external_id: externalId, realm_attributes: realmAttributes, auto_join: autoJoin, administrator };
    const id = await insertGroup(transaction, { ...row, kept_rights: changeDuties([], input.keptDuties) });
    if (id === undefined) throw new AppError('group_exists');
    await setMembers(transaction, id, input.members);
    const created = await readGroup(transaction, name);
    await record({ action: 'group.created', subject: name, after: created });
    return created;
  });
}

/** This changes about a group; only identity providers may give it another name. */
export type GroupChanges = z.output<typeof GroupChange> & { name?: string };

async function rename(transaction: ChangeTransaction, id: number, name: string): Promise<void> {
  const taken = await selectGroup(transaction, name);
  if (taken && taken.id !== id) throw new AppError('group_exists');
  await updateGroupRow(transaction, id, { name });
}

/** Changes a group. A change that depends on how the group is now is worked out while nobody else can change it. */
export function changeGroup(
  context: Context,
  name: string,
  wanted: GroupChanges | ((before: Details, transaction: ChangeTransaction) => Promise<GroupChanges>),
  by: By,
): Promise<Details> {
  return inChange(context, by, (transaction, record) =>
    keepingAdministrator(transaction, async () => {
      const found = await lockGroup(transaction, name);
      if (!found) throw new AppError('group_not_found');
      const before = await readGroup(transaction, name);
      const change = typeof wanted === 'function' ? await wanted(before, transaction) : wanted;
      await updateGroupRow(transaction, found.id, {
        ...(change.description === undefined ? {} : { description: change.description }),
        ...(change.externalId === undefined ? {} : { external_id: change.externalId }),
        ...(change.realmAttributes === undefined ? {} : { realm_attributes: change.realmAttributes }),
        ...(change.keptDuties ? { kept_rights: changeDuties(before.keptDuties, change.keptDuties) } : {}),
        ...(change.autoJoin === undefined ? {} : { auto_join: change.autoJoin }),
        ...(change.administrator === undefined ? {} : { administrator: change.administrator }),
      });
      if (change.members) await setMembers(transaction, found.id, change.members);
      if (change.name !== undefined) await rename(transaction, found.id, change.name);
      const after = await readGroup(transaction, change.name ?? name);
      await record({ action: 'group.changed', subject: found.name, before, after });
      return after;
    }),
  );
}

export async function deleteGroup(context: Context, name: string, by: By): Promise<void> {
  await inChange(context, by, (transaction, record) =>
    keepingAdministrator(transaction, async () => {
      const found = await lockGroup(transaction, name);
      if (!found) throw new AppError('group_not_found');
      const before = await readGroup(transaction, name);
      await deleteGroupRow(transaction, found.id);
      await record({ action: 'group.deleted', subject: found.name, before });
    }),
  );
}
