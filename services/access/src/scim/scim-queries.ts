import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { sql, type Updateable } from 'kysely';
import type { Db, ScimUserTable } from '../schema.ts';
import type { Filter } from './scim-filter.ts';
import { type Attributes, getCondition } from './scim-filter-queries.ts';

/** Membership seen from one side: the id and the name of what is on the other. */
export interface Linked {
  value: number;
  display: string;
}

const groupsOfUser = sql<Linked[]>`coalesce((
  select jsonb_agg(jsonb_build_object('value', g.id, 'display', g.name) order by g.name)
  from membership m join "group" g on g.id = m.group_id where m.user_id = "user".id), '[]'::jsonb)`;
const membersOfGroup = sql<Linked[]>`coalesce((
  select jsonb_agg(jsonb_build_object('value', u.id, 'display', u.name) order by u.id)
  from membership m join "user" u on u.id = m.user_id where m.group_id = "group".id), '[]'::jsonb)`;
const told = (column: keyof ScimUserTable) => sql<string>`coalesce(${sql.ref(`scim_user.${column}`)}, '')`;

const userAttributes: Attributes = {
  id: { kind: 'text', column: sql`"user".id::text`, exact: true },
  externalid: { kind: 'text', column: told('external_id'), exact: true },
  username: { kind: 'text', column: sql`"user".name` },
  displayname: { kind: 'text', column: told('display_name') },
  'name.givenname': { kind: 'text', column: told('given_name') },
  'name.familyname': { kind: 'text', column: told('family_name') },
  'name.formatted': { kind: 'text', column: told('formatted_name') },
  active: { kind: 'truth', column: sql`"user".enabled` },
  'meta.created': { kind: 'moment', column: sql`"user".created_at` },
  'meta.lastmodified': { kind: 'moment', column: sql`"user".modified_at` },
  emails: {
    kind: 'elements',
    has: (condition) => sql<boolean>`("user".email <> '' and ${condition})`,
    of: {
      value: { kind: 'text', column: sql`"user".email` },
      type: { kind: 'text', column: sql`'work'::text` },
      primary: { kind: 'truth', column: sql`true` },
    },
  },
  groups: {
    kind: 'elements',
    has: (condition) => sql<boolean>`exists (select 1 from membership m join "group" g on g.id = m.group_id where m.user_id = "user".id and ${condition})`,
    of: { value: { kind: 'text', column: sql`g.id::text`, exact: true }, display: { kind: 'text', column: sql`g.name` } },
  },
};

const groupAttributes: Attributes = {
  id: { kind: 'text', column: sql`"group".id::text`, exact: true },
  externalid: { kind: 'text', column: sql`"group".external_id`, exact: true },
  displayname: { kind: 'text', column: sql`"group".name` },
  'meta.created': { kind: 'moment', column: sql`"group".created_at` },
  'meta.lastmodified': { kind: 'moment', column: sql`"group".modified_at` },
  members: {
    kind: 'elements',
    has: (condition) => sql<boolean>`exists (select 1 from membership m join "user" u on u.id = m.user_id where m.group_id = "group".id and ${condition})`,
    of: { value: { kind: 'text', column: sql`u.id::text`, exact: true }, display: { kind: 'text', column: sql`u.name` } },
  },
};

function users(db: Db, filter: Filter | undefined) {
  const query = db.selectFrom('user').leftJoin('scim_user', 'scim_user.user_id', 'user.id').where('user.name', '<>', anonymousUser);
  return filter ? query.where(getCondition(filter, userAttributes)) : query;
}

function withUserDetails(query: ReturnType<typeof users>) {
  return query.select([
    'user.id',
    'user.name',
    'user.email',
    'user.enabled',
    'user.created_at',
    'user.modified_at',
    told('external_id').as('external_id'),
    told('display_name').as('display_name'),
    told('given_name').as('given_name'),
    told('family_name').as('family_name'),
    told('formatted_name').as('formatted_name'),
    groupsOfUser.as('groups'),
  ]);
}

export type ScimUserRow = NonNullable<Awaited<ReturnType<typeof selectScimUser>>>;

export function selectScimUser(db: Db, id: number) {
  return withUserDetails(users(db, undefined)).where('user.id', '=', id).executeTakeFirst();
}

export function selectScimUsers(db: Db, filter: Filter | undefined, offset: number, limit: number) {
  return withUserDetails(users(db, filter)).orderBy('user.id').offset(offset).limit(limit).execute();
}

export async function countScimUsers(db: Db, filter: Filter | undefined): Promise<number> {
  const { count } = await users(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function upsertScimUser(db: Db, userId: number, columns: Omit<Updateable<ScimUserTable>, 'user_id'>): Promise<void> {
  await db
    .insertInto('scim_user')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

function groups(db: Db, filter: Filter | undefined) {
  const query = db.selectFrom('group');
  return filter ? query.where(getCondition(filter, groupAttributes)) : query;
}

function withGroupDetails(query: ReturnType<typeof groups>, withMembers: boolean) {
  return query.select([
    'group.id',
    'group.name',
    'group.external_id',
    'group.created_at',
    'group.modified_at',
    (withMembers ? membersOfGroup : sql<Linked[]>`'[]'::jsonb`).as('members'),
  ]);
}

export type ScimGroupRow = NonNullable<Awaited<ReturnType<typeof selectScimGroup>>>;

export function selectScimGroup(db: Db, id: number, withMembers = true) {
  return withGroupDetails(groups(db, undefined), withMembers).where('group.id', '=', id).executeTakeFirst();
}

export async function selectScimGroupId(db: Db, name: string): Promise<number | undefined> {
  const row = await db.selectFrom('group').select('id').where(sql<boolean>`lower(name) = ${name.toLowerCase()}`).executeTakeFirst();
  return row?.id;
}

export function selectScimGroups(db: Db, filter: Filter | undefined, offset: number, limit: number, withMembers: boolean) {
  return withGroupDetails(groups(db, filter), withMembers).orderBy('group.id').offset(offset).limit(limit).execute();
}

export async function countScimGroups(db: Db, filter: Filter | undefined): Promise<number> {
  const { count } = await groups(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The users behind these ids; ids that nobody has are left out. */
export function selectUserNames(db: Db, ids: readonly number[]) {
  return ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).where('name', '<>', anonymousUser).execute();
}
