import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, GroupTable } from '../schema.ts';

const memberCount = sql<number>`(select count(*) from membership m where m.group_id = "group".id)`;
const byName = (name: string) => sql<boolean>`lower("group".name) = ${name.toLowerCase()}`;

function withDetails(db: Db) {
  return db
    .selectFrom('group')
    .select([
      'id',
      'name',
      'description',
      'realm',
      'realm_attributes',
      'external_id',
      'auto_join',
      'administrator',
      'kept_rights',
      'created_at',
      memberCount.as('member_count'),
    ]);
}

export type GroupRow = NonNullable<Awaited<ReturnType<typeof selectGroup>>>;

export function selectGroup(db: Db, name: string) {
  return withDetails(db).where(byName(name)).executeTakeFirst();
}

export function lockGroup(db: Db, name: string) {
  return db.selectFrom('group').select(['id', 'name']).where(byName(name)).forUpdate().executeTakeFirst();
}

function filtered(db: Db, search: string | undefined) {
  const query = withDetails(db);
  return search ? query.where(sql<boolean>`strpos(lower("group".name || ' ' || "group".description), ${search.toLowerCase()}) > 0`) : query;
}

export function selectGroups(db: Db, search: string | undefined, after: string | undefined, limit: number) {
  const query = filtered(db, search);
  return (after === undefined ? query : query.where('name', '>', after)).orderBy('name').limit(limit).execute();
}

export interface NamePage {
  cursor?: string | undefined;
  limit: number;
  descending: boolean;
}

/** Names of groups after the cursor, in the order asked for. */
export function selectGroupNames(db: Db, search: string | undefined, { cursor, limit, descending }: NamePage) {
  let query = db.selectFrom('group').select('name');
  if (search) query = query.where(sql<boolean>`strpos(lower(name), ${search.toLowerCase()}) > 0`);
  if (cursor !== undefined) query = query.where('name', descending ? '<' : '>', cursor);
  return query
    .orderBy('name', descending ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

export async function countGroups(db: Db, search: string | undefined): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, search).as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function selectMembers(db: Db, groupId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select('user.name')
    .where('membership.group_id', '=', groupId)
    .orderBy('user.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Answers the new id, or nothing when the name is taken. */
export async function insertGroup(db: Db, row: Insertable<GroupTable>): Promise<number | undefined> {
  const inserted = await db
    .insertInto('group')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateGroupRow(db: Db, id: number, change: Updateable<GroupTable>): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('group').set(change).where('id', '=', id).execute();
}

export async function deleteGroupRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('group').where('id', '=', id).execute();
}

/** Makes exactly these users the members; answers the names that are no users. */
export async function replaceMembers(db: Db, groupId: number, names: readonly string[]): Promise<readonly string[]> {
  const users = names.length > 0 ? await db.selectFrom('user').select(['id', 'name']).where('name', 'in', names).execute() : [];
  const known = new Set(users.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) return unknown;
  await db.deleteFrom('membership').where('group_id', '=', groupId).execute();
  if (users.length > 0)
    await db
      .insertInto('membership')
      .values(users.map(({ id }) => ({ user_id: id, group_id: groupId })))
      .execute();
  return [];
}
