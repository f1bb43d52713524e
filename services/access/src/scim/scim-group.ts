import { NewGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { GroupName } from '@packhouse/contract/access/access-names.ts';
import { type ScimOperation, scimBase, scimUrns } from '@packhouse/contract/access/access-scim-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { z } from 'zod';
import type { By } from '../audit/change.ts';
import { checked } from '../compatible/checked.ts';
import type { Context } from '../context.ts';
import { changeGroup, createGroup, deleteGroup, type GroupChanges } from '../group/group.ts';
import type { Db } from '../schema.ts';
import { scimError } from './scim-error.ts';
import { canonical, type Json, patched, type Shape } from './scim-patch.ts';
import { type ScimGroupRow, selectScimGroup, selectScimGroupId, selectUserNames } from './scim-queries.ts';
import { getId } from './scim-user.ts';

const shape: Shape = {
  id: { name: 'id', kind: 'readOnly' },
  meta: { name: 'meta', kind: 'readOnly' },
  schemas: { name: 'schemas', kind: 'ignored' },
  displayname: { name: 'displayName', kind: 'single' },
  externalid: { name: 'externalId', kind: 'single' },
  members: { name: 'members', kind: 'elements' },
};

const Told = z.object({
  displayName: GroupName,
  externalId: z.string().trim().max(500).nullish(),
  members: z
    .array(z.object({ value: z.string(), type: z.string().nullish() }))
    .max(10_000)
    .nullish(),
});

/** A group as SCIM shows it. `base` is the public address of the platform. */
export function toScimGroup(row: ScimGroupRow, base: string): Json {
  return {
    schemas: [scimUrns.group],
    id: String(row.id),
    ...(row.external_id === '' ? {} : { externalId: row.external_id }),
    displayName: row.name,
    members: row.members.map(({ value, display }) => ({ value: String(value), $ref: `${base}${scimBase}/Users/${value}`, display, type: 'User' })),
    meta: {
      resourceType: 'Group',
      created: row.created_at.toISOString(),
      lastModified: row.modified_at.toISOString(),
      location: `${base}${scimBase}/Groups/${row.id}`,
    },
  };
}

export async function readScimGroup(db: Db, id: string, withMembers = true): Promise<ScimGroupRow> {
  const row = await selectScimGroup(db, getId(id), withMembers);
  if (!row) throw new AppError('group_not_found');
  return row;
}

/** The names of the members, who can be users only. */
async function readNames(db: Db, members: readonly { value: string; type?: string | null | undefined }[]): Promise<string[]> {
  if (members.some(({ type }) => type?.toLowerCase() === 'group')) throw scimError('invalidValue', say(signInWords.group_in_group));
  const ids = [...new Set(members.map(({ value }) => value))];
  const found = await selectUserNames(db, ids.map(getId));
  const known = new Map(found.map(({ id, name }) => [String(id), name]));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) throw scimError('invalidValue', say(signInWords.no_user_of_id, { ids: missing.slice(0, 5).join(', ') }));
  return [...known.values()];
}

export async function createScimGroup(context: Context, body: Json, by: By): Promise<ScimGroupRow> {
  const told = checked(Told, canonical(body, shape));
  const members = await readNames(context.db, told.members ?? []);
  await createGroup(context, checked(NewGroup, { name: told.displayName, externalId: told.externalId ?? '', members }), by);
  return readScimGroup(context.db, String(await selectScimGroupId(context.db, told.displayName)));
}

/** Tells what differs between the group as it is and as it is wanted. */
async function differences(db: Db, row: ScimGroupRow, wanted: Json): Promise<GroupChanges> {
  const told = checked(Told, wanted);
  const before = new Set(row.members.map(({ value }) => String(value)));
  const after = new Set((told.members ?? []).map(({ value }) => value));
  const sameMembers = before.size === after.size && [...after].every((id) => before.has(id));
  return {
    ...(told.displayName === row.name ? {} : { name: told.displayName }),
    ...((told.externalId ?? '') === row.external_id ? {} : { externalId: told.externalId ?? '' }),
    ...(sameMembers ? {} : { members: await readNames(db, told.members ?? []) }),
  };
}

/** Works the wish out while the group is locked: two providers, or one in a hurry, add members at the same moment. */
async function change(context: Context, id: string, wish: (now: Json) => Json, by: By): Promise<ScimGroupRow> {
  const { name } = await readScimGroup(context.db, id, false);
  await changeGroup(
    context,
    name,
    async (_, transaction) => {
      const row = await readScimGroup(transaction, id);
      return differences(transaction, row, wish(canonical(toScimGroup(row, ''), shape)));
    },
    by,
  );
  return readScimGroup(context.db, id);
}

export function replaceScimGroup(context: Context, id: string, body: Json, by: By): Promise<ScimGroupRow> {
  return change(context, id, () => canonical(body, shape), by);
}

export function patchScimGroup(context: Context, id: string, operations: readonly ScimOperation[], by: By): Promise<ScimGroupRow> {
  return change(context, id, (now) => patched(now, operations, shape), by);
}

export async function deleteScimGroup(context: Context, id: string, by: By): Promise<void> {
  await deleteGroup(context, (await readScimGroup(context.db, id, false)).name, by);
}
