import { type Insertable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { ApplicationGrantTable } from './application-schema.ts';

const columns = [
  'application_grant.id',
  'application_grant.application_id',
  'application_grant.user_id',
  'application_grant.scope',
  'application_grant.code_expires_at',
  'application_grant.code_used_at',
  'application_grant.callback_url',
  'application_grant.callback_named',
  'application_grant.challenge',
] as const;

export type GrantRow = NonNullable<Awaited<ReturnType<typeof selectGrantByCode>>>;

export async function insertGrant(db: Db, row: Insertable<ApplicationGrantTable>): Promise<void> {
  await db.insertInto('application_grant').values(row).execute();
}

const grants = (db: Db) =>
  db
    .selectFrom('application_grant')
    .innerJoin('user', 'user.id', 'application_grant.user_id')
    .select([...columns, 'user.name as user_name'])
    .forUpdate('application_grant');

/** The grant that a code stands for, held until the transaction ends: of two that use it at the same moment the second finds it used. */
export function selectGrantByCode(db: Db, codeHash: string) {
  return grants(db).where('code_hash', '=', codeHash).executeTakeFirst();
}

/** The grant and the token that a refresh token belongs to, held until the transaction ends. */
export async function selectGrantByRefresh(db: Db, refreshHash: string) {
  const good = db
    .selectFrom('access_token')
    .select(['id', 'grant_id'])
    .where('refresh_hash', '=', refreshHash)
    .where('revoked_at', 'is', null)
    .where('grant_id', 'is not', null);
  const known = await good.executeTakeFirst();
  // The grant before the token, as when it is taken back: in another order the two would wait for each other.
  const grant = known && (await grants(db).where('application_grant.id', '=', known.grant_id).executeTakeFirst());
  const token = grant && (await good.forUpdate().executeTakeFirst());
  return token && { grant, tokenId: token.id };
}

/** The grant whose refresh token this once was. */
export function selectGrantBySpent(db: Db, refreshHash: string) {
  return grants(db)
    .innerJoin('application_spent_refresh', 'application_spent_refresh.grant_id', 'application_grant.id')
    .where('application_spent_refresh.hash', '=', refreshHash)
    .executeTakeFirst();
}

export async function insertSpentRefresh(db: Db, hash: string, grantId: number): Promise<void> {
  await db.insertInto('application_spent_refresh').values({ hash, grant_id: grantId }).execute();
}

export async function markCodeUsed(db: Db, id: number): Promise<void> {
  await db.updateTable('application_grant').set({ code_used_at: new Date() }).where('id', '=', id).execute();
}

/** The tokens that came of it go with it. */
export async function deleteGrant(db: Db, id: number): Promise<void> {
  await db.deleteFrom('application_grant').where('id', '=', id).execute();
}

/** Everything that a user allowed an application; answers how much it was. */
export async function deleteGrantsOf(db: Db, applicationId: number, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('application_grant')
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Applications that can act for a user, or are about to: with a code not yet used, a good token, or one that can be renewed. */
export function selectApplicationsOf(db: Db, userId: number) {
  return db
    .selectFrom('application_grant as g')
    .innerJoin('application as a', 'a.id', 'g.application_id')
    .leftJoin('access_token as t', (join) =>
      join.onRef('t.grant_id', '=', 'g.id').on('t.revoked_at', 'is', null).on(sql<boolean>`(t.expires_at > now() or t.refresh_hash is not null)`),
    )
    .where('g.user_id', '=', userId)
    .where(sql<boolean>`(t.id is not null or (g.code_used_at is null and g.code_expires_at > now()))`)
    .select(['a.client_id', 'a.name', 'a.type', 'a.description', 'a.callback_urls', 'a.base_url'])
    .select([
      sql<string[]>`array_agg(distinct g.scope)`.as('scopes'),
      sql<Date>`max(g.created_at)`.as('allowed_at'),
      sql<Date | null>`max(t.last_used_at)`.as('last_used_at'),
    ])
    .groupBy('a.id')
    .orderBy(sql`lower(a.name)`)
    .execute();
}

/** Forgets what no token came of, or whose tokens are forgotten. */
export async function deleteOldGrants(db: Db): Promise<void> {
  await sql`
    delete from application_grant g where code_expires_at < now() - interval '1 day'
    and not exists (select 1 from access_token t where t.grant_id = g.id)`.execute(db);
}
