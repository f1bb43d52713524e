import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import type { KeptAction } from '@packhouse/contract/access/kept-rights.ts';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db, PermissionTable } from '../schema.ts';

type Section = Permission['sections'][number];

const principals = (side: 'user' | 'group'): RawBuilder<string> => sql`(
  select coalesce(json_agg(json_strip_nulls(json_build_object('name', p.name, 'actions', g.actions, 'keptActions', nullif(g.kept_rights, '{}'))) order by p.name), '[]')
  from permission_grant g join ${sql.id(side)} p on p.id = ${sql.ref(`g.${side}_id`)} where g.section_id = s.id)`;

const sections = sql<Section[]>`(
  select coalesce(json_agg(json_build_object(
    'resourceType', s.resource_type, 'names', s.names, 'include', s.include, 'exclude', s.exclude,
    'users', ${principals('user')}, 'groups', ${principals('group')}) order by s.position), '[]')
  from permission_section s where s.permission_id = permission.id)`;

function withSections(db: Db) {
  return db.selectFrom('permission').select(['id', 'name', 'description', 'created_at', 'modified_at', sections.as('sections')]);
}

const byName = (name: string) => sql<boolean>`lower(permission.name) = ${name.toLowerCase()}`;

export type PermissionRow = NonNullable<Awaited<ReturnType<typeof selectPermission>>>;

export function selectPermission(db: Db, name: string) {
  return withSections(db).where(byName(name)).executeTakeFirst();
}

export function lockPermission(db: Db, name: string) {
  return db.selectFrom('permission').select(['id', 'name']).where(byName(name)).forUpdate().executeTakeFirst();
}

export interface PermissionFilter {
  search?: string | undefined;
  user?: string | undefined;
  group?: string | undefined;
  repository?: string | undefined;
}

function grantTo(side: 'user' | 'group', name: string) {
  return sql<boolean>`exists (select 1 from permission_section s join permission_grant g on g.section_id = s.id join ${sql.id(side)} p on p.id = ${sql.ref(`g.${side}_id`)}
    where s.permission_id = permission.id and lower(p.name) = ${name.toLowerCase()})`;
}

function filtered(db: Db, filter: PermissionFilter) {
  let query = db.selectFrom('permission');
  if (filter.search) query = query.where(sql<boolean>`strpos(lower(permission.name || ' ' || permission.description), ${filter.search.toLowerCase()}) > 0`);
  if (filter.user) query = query.where(grantTo('user', filter.user));
  if (filter.group) query = query.where(grantTo('group', filter.group));
  if (filter.repository)
    query = query.where(
      sql<boolean>`exists (select 1 from permission_section s where s.permission_id = permission.id and s.resource_type = 'repository' and ${filter.repository} = any(s.names))`,
    );
  return query;
}

export function selectPermissions(db: Db, filter: PermissionFilter, after: string | undefined, limit: number) {
  let query = filtered(db, filter).select(['id', 'name', 'description', 'created_at', 'modified_at', sections.as('sections')]);
  if (after !== undefined) query = query.where('name', '>', after);
  return query.orderBy('name').limit(limit).execute();
}

export interface NamePage {
  cursor?: string | undefined;
  limit: number;
  descending: boolean;
}

/** Names of permissions after the cursor, in the order asked for. */
export function selectPermissionNames(db: Db, { cursor, limit, descending }: NamePage) {
  let query = db.selectFrom('permission').select('name');
  if (cursor !== undefined) query = query.where('name', descending ? '<' : '>', cursor);
  return query
    .orderBy('name', descending ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

export async function countPermissions(db: Db, filter: PermissionFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Answers the new id, or nothing when the name is taken. */
export async function insertPermission(db: Db, row: { name: string; description: string }): Promise<number | undefined> {
  const inserted = await db
    .insertInto('permission')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updatePermissionRow(db: Db, id: number, change: Updateable<PermissionTable>): Promise<void> {
  await db
    .updateTable('permission')
    .set({ ...change, modified_at: new Date() })
    .where('id', '=', id)
    .execute();
}

export async function deletePermissionRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('permission').where('id', '=', id).execute();
}

/** The ids behind these names, in any spelling of their case. */
export async function selectIds(db: Db, side: 'user' | 'group', names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const lower = names.map((name) => name.toLowerCase());
  const rows = await db.selectFrom(side).select(['id', 'name']).where(sql<string>`lower(name)`, 'in', lower).execute();
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
}

export async function deleteSections(db: Db, permissionId: number): Promise<void> {
  await db.deleteFrom('permission_section').where('permission_id', '=', permissionId).execute();
}

export interface NewGrant {
  userId: number | null;
  groupId: number | null;
  actions: Section['users'][number]['actions'];
  keptActions: KeptAction[];
}

export async function insertSection(db: Db, permissionId: number, position: number, section: Section, grants: readonly NewGrant[]): Promise<void> {
  const { names, include, exclude } = section;
  const { id } = await db
    .insertInto('permission_section')
    .values({ permission_id: permissionId, position, resource_type: section.resourceType, names, include, exclude })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (grants.length === 0) return;
  await db
    .insertInto('permission_grant')
    .values(
      grants.map(({ userId, groupId, actions, keptActions }) => ({ section_id: id, user_id: userId, group_id: groupId, actions, kept_rights: keptActions })),
    )
    .execute();
}
