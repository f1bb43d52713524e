import { type Insertable, sql } from 'kysely';
import type { AccessTokenTable, Db } from '../schema.ts';

const columns = ['id', 'user_id', 'subject', 'scope', 'audience', 'description', 'created_by', 'issued_at', 'expires_at', 'last_used_at', 'grant_id'] as const;
const isAlive = sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`;

export async function insertToken(db: Db, row: Insertable<AccessTokenTable>): Promise<void> {
  await db.insertInto('access_token').values(row).execute();
}

export function selectToken(db: Db, id: string) {
  return db
    .selectFrom('access_token')
    .select([...columns, sql<boolean>`refresh_hash is not null`.as('refreshable'), sql<boolean>`reference_hash is not null`.as('has_reference')])
    .where('id', '=', id)
    .where(isAlive)
    .executeTakeFirst();
}

export function selectTokenByReference(db: Db, hash: string) {
  return db.selectFrom('access_token').select(columns).where('reference_hash', '=', hash).where(isAlive).executeTakeFirst();
}

/** The token that this refresh token belongs to, held until the transaction ends: of two callers at the same moment the second finds nothing. */
export function selectRefreshed(db: Db, hash: string) {
  return db.selectFrom('access_token').select(columns).where('refresh_hash', '=', hash).where('revoked_at', 'is', null).forUpdate().executeTakeFirst();
}

/** Uses a refresh token up. Its token lives on for a minute, for other processes of the client that still hold it. */
export async function retireRefreshed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('access_token')
    .set({ refresh_hash: null, expires_at: sql<Date>`least(coalesce(expires_at, 'infinity'), now() + interval '1 minute')` })
    .where('id', '=', id)
    .execute();
}

export interface TokenFilter {
  subject?: string | undefined;
  description?: string | undefined;
  search?: string | undefined;
  refreshable?: boolean | undefined;
}

function filtered(db: Db, filter: TokenFilter) {
  let query = db.selectFrom('access_token').where(isAlive);
  if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject);
  if (filter.description !== undefined) query = query.where('description', '=', filter.description);
  if (filter.refreshable !== undefined) query = query.where('refresh_hash', filter.refreshable ? 'is not' : 'is', null);
  if (filter.search) query = query.where(sql<boolean>`strpos(lower(concat_ws(' ', id, subject, description)), ${filter.search.toLowerCase()}) > 0`);
  return query;
}

export function selectTokens(db: Db, filter: TokenFilter, after: { at: Date; id: string } | undefined, limit: number) {
  let query = filtered(db, filter).select([
    ...columns,
    sql<boolean>`refresh_hash is not null`.as('refreshable'),
    sql<boolean>`reference_hash is not null`.as('has_reference'),
  ]);
  if (after) query = query.where(sql<boolean>`(issued_at, id) < (${after.at}, ${after.id})`);
  return query.orderBy('issued_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countTokens(db: Db, filter: TokenFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Answers whose token it was; nothing when it was revoked already. */
export function revokeToken(db: Db, id: string) {
  return db
    .updateTable('access_token')
    .set({ revoked_at: sql<Date>`now()`, refresh_hash: null, reference_hash: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'subject', 'description'])
    .executeTakeFirst();
}

/** Ends the tokens of a user that they made themselves; answers how many those were. */
export async function revokeOwnTokens(db: Db, user: { id: number; name: string }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('access_token')
    .set({ revoked_at: sql<Date>`now()`, refresh_hash: null, reference_hash: null })
    .where('user_id', '=', user.id)
    .where('created_by', '=', user.name)
    .where(isAlive)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function markUsed(db: Db, id: string): Promise<void> {
  await sql`update access_token set last_used_at = now() where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db);
}

/** Forgets tokens that ended long ago. */
export async function deleteOldTokens(db: Db): Promise<void> {
  await sql`delete from access_token where expires_at < now() - interval '30 days' or revoked_at < now() - interval '30 days'`.execute(db);
}
