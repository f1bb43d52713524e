import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { ProjectTable } from './project-schema.ts';

const columns = [
  'id',
  'key',
  'name',
  'description',
  'manage_members',
  'manage_resources',
  'index_resources',
  'quota_bytes',
  'soft_limit',
  'quota_notification',
  'created_at',
] as const;

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof selectProject>>>;

export function selectProjects(db: Db) {
  return db.selectFrom('project').select(columns).orderBy('key').execute();
}

export function selectProject(db: Db, key: string) {
  return db.selectFrom('project').select(columns).where('key', '=', key).executeTakeFirst();
}

export function lockProject(db: Db, key: string) {
  return db.selectFrom('project').select(columns).where('key', '=', key).forUpdate().executeTakeFirst();
}

/** Answers whether it was made; it is not when the key or the name is taken. */
export async function insertProject(db: Db, row: Insertable<ProjectTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('project')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function hasProjectNamed(db: Db, name: string, exceptId: number): Promise<boolean> {
  const found = await db
    .selectFrom('project')
    .select('id')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateProjectRow(db: Db, id: number, change: Updateable<ProjectTable>): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('project').set(change).where('id', '=', id).execute();
}

export async function deleteProjectRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('project').where('id', '=', id).execute();
}

/** The roles that this user and these groups have in projects. */
export function selectHeldRoles(db: Db, userId: number | null, groupIds: readonly number[]) {
  return db
    .selectFrom('project_member as member')
    .innerJoin('role', 'role.id', 'member.role_id')
    .innerJoin('project', 'project.id', 'member.project_id')
    .leftJoin('group', 'group.id', 'member.group_id')
    .select([
      'role.name',
      'role.type',
      'role.environments',
      'role.actions',
      'project.key',
      'project.manage_members',
      'project.manage_resources',
      'group.name as group',
    ])
    .where(({ eb, or }) => or([eb('member.user_id', '=', userId ?? -1), eb('member.group_id', 'in', groupIds.length > 0 ? groupIds : [-1])]))
    .orderBy('project.key')
    .orderBy('role.name')
    .execute();
}

/** Roles by name, in any spelling of their case, that members of a project can have: its own and those of every project. */
export function selectRolesNamed(db: Db, project: string, names: readonly string[]) {
  const lower = names.map((name) => name.toLowerCase());
  return db
    .selectFrom('role')
    .innerJoin('project', (join) => join.on(({ eb, or, ref }) => or([eb('role.project_id', 'is', null), eb('role.project_id', '=', ref('project.id'))])))
    .select(['role.name', 'role.type', 'role.environments', 'role.actions', 'project.key', 'project.manage_members', 'project.manage_resources'])
    .where('project.key', '=', project)
    .where(({ fn, eb }) => eb(fn('lower', ['role.name']), 'in', lower.length > 0 ? lower : ['']))
    .orderBy('role.name')
    .execute();
}

/** Users and groups of a project, each with its roles. */
export function selectMembers(db: Db, projectId: number) {
  return db
    .selectFrom('project_member as member')
    .innerJoin('role', 'role.id', 'member.role_id')
    .leftJoin('user', 'user.id', 'member.user_id')
    .leftJoin('group', 'group.id', 'member.group_id')
    .select(({ fn }) => ['user.name as user', 'group.name as group', fn.agg<string[]>('array_agg', ['role.name']).orderBy('role.name').as('roles')])
    .where('member.project_id', '=', projectId)
    .groupBy(['user.name', 'group.name'])
    .orderBy('user.name')
    .orderBy('group.name')
    .execute();
}

/** The id of a user or group by name, in any spelling of its case. */
export async function selectMemberId(db: Db, kind: 'user' | 'group', name: string): Promise<number | undefined> {
  const row = await db.selectFrom(kind).select('id').where(sql<string>`lower(name)`, '=', name.toLowerCase()).executeTakeFirst();
  return row?.id;
}

type Member = { userId: number | null; groupId: number | null };

export async function deleteMember(db: Db, projectId: number, { userId, groupId }: Member): Promise<void> {
  await db
    .deleteFrom('project_member')
    .where('project_id', '=', projectId)
    .where('user_id', 'is not distinct from', userId)
    .where('group_id', 'is not distinct from', groupId)
    .execute();
}

/** Ids of the roles that a user or a group has in a project. */
export async function selectRoleIdsOfMember(db: Db, projectId: number, { userId, groupId }: Member): Promise<number[]> {
  const rows = await db
    .selectFrom('project_member')
    .select('role_id')
    .where('project_id', '=', projectId)
    .where('user_id', 'is not distinct from', userId)
    .where('group_id', 'is not distinct from', groupId)
    .execute();
  return rows.map(({ role_id: id }) => id);
}

export async function insertMember(db: Db, projectId: number, { userId, groupId }: Member, roleIds: readonly number[]): Promise<void> {
  await db
    .insertInto('project_member')
    .values(roleIds.map((role_id) => ({ project_id: projectId, user_id: userId, group_id: groupId, role_id })))
    .execute();
}

/** Ids of the groups with these names; names that no group has are left out. */
export async function selectGroupIds(db: Db, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const lowered = names.map((name) => name.toLowerCase());
  const rows = await db
    .selectFrom('group')
    .select('id')
    .where(({ fn, eb }) => eb(fn('lower', ['name']), 'in', lowered))
    .execute();
  return rows.map(({ id }) => id);
}
