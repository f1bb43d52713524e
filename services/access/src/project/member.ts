import type { ProjectMember } from '@packhouse/contract/access/access-project-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { deleteMember, insertMember, type ProjectRow, selectMemberId, selectMembers, selectRoleIdsOfMember } from './project-queries.ts';
import { type Call, nameDoer, requireRightToAssign } from './role-limits.ts';
import { type RoleRow, selectRoles } from './role-queries.ts';

type Kind = ProjectMember['kind'];

export async function readMembers(db: Db, projectId: number): Promise<ProjectMember[]> {
  const rows = await selectMembers(db, projectId);
  return rows.map(({ user, group, roles }) => ({ kind: user === null ? 'group' : 'user', name: user ?? group ?? '', roles }));
}

async function findMember(db: Db, projectId: number, kind: Kind, name: string): Promise<ProjectMember | undefined> {
  return (await readMembers(db, projectId)).find((member) => member.kind === kind && member.name.toLowerCase() === name.toLowerCase());
}

/** @throws AppError `user_not_found` or `group_not_found` */
export async function needMember(db: Db, projectId: number, kind: Kind, name: string): Promise<ProjectMember> {
  const member = await findMember(db, projectId, kind, name);
  if (!member) throw new AppError(accessWords.no_member, { name }, { code: kind === 'user' ? 'user_not_found' : 'group_not_found' });
  return member;
}

async function readIds(db: Db, kind: Kind, name: string): Promise<{ userId: number | null; groupId: number | null }> {
  const id = await selectMemberId(db, kind, name);
  if (id === undefined && kind === 'user') throw new AppError(accessWords.no_user, { name });
  if (id === undefined) throw new AppError(accessWords.no_group, { name });
  return kind === 'user' ? { userId: id, groupId: null } : { userId: null, groupId: id };
}

function getIdsOfRoles(roles: readonly RoleRow[], names: readonly string[]): number[] {
  const known = new Map(roles.map(({ id, name }) => [name.toLowerCase(), id]));
  return [
    ...new Set(
      names.map((name) => {
        const id = known.get(name.toLowerCase());
        if (id === undefined) throw namedFieldRefusal('roles', say(accessWords.no_role, { name }));
        return id;
      }),
    ),
  ];
}

/** Puts these roles in place of those that a user or a group has, when the actor may give and take what differs. */
async function replaceRoles(db: Db, { actor }: Call, project: ProjectRow, ids: Awaited<ReturnType<typeof readIds>>, names: readonly string[]): Promise<void> {
  const known = await selectRoles(db, project.id);
  const before = await selectRoleIdsOfMember(db, project.id, ids);
  const after = getIdsOfRoles(known, names);
  await requireRightToAssign(db, actor, project, {
    given: known.filter(({ id }) => after.includes(id) && !before.includes(id)),
    taken: known.filter(({ id }) => before.includes(id) && !after.includes(id)),
  });
  await deleteMember(db, project.id, ids);
  if (after.length > 0) await insertMember(db, project.id, ids, after);
}

/** Gives a user or a group exactly these roles in a project. */
export function setMember(context: Context, project: ProjectRow, wanted: ProjectMember, call: Call): Promise<ProjectMember> {
  const { kind, name, roles } = wanted;
  return inChange(context, nameDoer(call), async (transaction, record) => {
    const ids = await readIds(transaction, kind, name);
    const before = await findMember(transaction, project.id, kind, name);
    await replaceRoles(transaction, call, project, ids, roles);
    const after = await needMember(transaction, project.id, kind, name);
    await record({ action: before ? 'project.member.changed' : 'project.member.added', subject: `${project.key}/${name}`, before, after });
    return after;
  });
}

export async function removeMember(context: Context, project: ProjectRow, kind: Kind, name: string, call: Call): Promise<void> {
  await inChange(context, nameDoer(call), async (transaction, record) => {
    const before = await needMember(transaction, project.id, kind, name);
    await replaceRoles(transaction, call, project, await readIds(transaction, kind, name), []);
    await record({ action: 'project.member.removed', subject: `${project.key}/${name}`, before });
  });
}
