import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, UserTable } from '../schema.ts';

const groupsOfUser = sql<string[]>`array(select g.name from membership m join "group" g on g.id = m.group_id where m.user_id = "user".id order by g.name)`;
export const isEffectiveAdministrator = sql<boolean>`("user".administrator or exists (
  select 1 from membership m join "group" g on g.id = m.group_id where m.user_id = "user".id and g.administrator))`;

function withDetails(db: Db) {
  return db
    .selectFrom('user')
    .select([
      'id',
      'name',
      'email',
      'realm',
      'enabled',
      'administrator',
      'profile_updatable',
      'console_access',
      'password_enabled',
      'password_expired',
      'kept_rights',
      'last_logged_in_at',
      'created_at',
      groupsOfUser.as('groups'),
      isEffectiveAdministrator.as('effective_administrator'),
    ]);
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof selectUser>>>;

export function selectUser(db: Db, name: string) {
  return withDetails(db).where('name', '=', name).executeTakeFirst();
}

/** Holds the row until the transaction ends. */
export function lockUser(db: Db, name: string) {
  return db.selectFrom('user').select(['id', 'realm']).where('name', '=', name).forUpdate().executeTakeFirst();
}

export interface UserFilter {
  search?: string | undefined;
  status?: 'enabled' | 'disabled' | undefined;
  onlyAdministrators: boolean;
  includeAnonymous: boolean;
}

function filtered(db: Db, filter: UserFilter) {
  let query = withDetails(db);
  if (!filter.includeAnonymous) query = query.where('name', '<>', anonymousUser);
  if (filter.status) query = query.where('enabled', '=', filter.status === 'enabled');
  if (filter.onlyAdministrators) query = query.where(isEffectiveAdministrator);
  if (filter.search) query = query.where(sql<boolean>`strpos(lower(name || ' ' || email), ${filter.search.toLowerCase()}) > 0`);
  return query;
}

export function selectUsers(db: Db, filter: UserFilter, after: string | undefined, limit: number) {
  const query = filtered(db, filter);
  return (after === undefined ? query : query.where('name', '>', after)).orderBy('name').limit(limit).execute();
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Answers the new id, or nothing when the name is taken. */
export async function insertUser(db: Db, row: Insertable<UserTable>): Promise<number | undefined> {
  const inserted = await db
    .insertInto('user')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateUserRow(db: Db, id: number, change: Updateable<UserTable>): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('user').set(change).where('id', '=', id).execute();
}

export async function deleteUserRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('user').where('id', '=', id).execute();
}

/** Makes the user a member of exactly these groups; answers the names that are no groups. */
export async function replaceGroups(db: Db, userId: number, names: readonly string[]): Promise<readonly string[]> {
  const wanted = names.map((name) => name.toLowerCase());
  const groups = wanted.length > 0 ? await db.selectFrom('group').select(['id', 'name']).where(sql<string>`lower(name)`, 'in', wanted).execute() : [];
  const known = new Set(groups.map(({ name }) => name.toLowerCase()));
  const unknown = names.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) return unknown;
  await db.deleteFrom('membership').where('user_id', '=', userId).execute();
  if (groups.length > 0)
    await db
      .insertInto('membership')
      .values(groups.map(({ id }) => ({ user_id: userId, group_id: id })))
      .execute();
  return [];
}

export async function insertAutoJoined(db: Db, userId: number): Promise<void> {
  await sql`insert into membership (user_id, group_id) select ${userId}, id from "group" where auto_join on conflict do nothing`.execute(db);
}

/** Where administrators who can sign in are written to, each address once. */
export async function selectAdministratorAddresses(db: Db): Promise<string[]> {
  const query = db.selectFrom('user').select('email').distinct().where('enabled', '=', true).where('email', '<>', '');
  return (await query.where(isEffectiveAdministrator).orderBy('email').execute()).map(({ email }) => email);
}
