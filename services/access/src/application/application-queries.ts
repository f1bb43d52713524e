import { type Insertable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { ApplicationTable } from './application-schema.ts';

const columns = ['id', 'name', 'type', 'description', 'callback_urls', 'base_url', 'client_id', 'secret_hash', 'created_at'] as const;

export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof selectApplication>>>;

export function selectApplication(db: Db, clientId: string) {
  return db.selectFrom('application').select(columns).where('client_id', '=', clientId).executeTakeFirst();
}

/** All of them, with the number of users whose tokens still work or can be renewed. */
export function selectApplications(db: Db) {
  return db
    .selectFrom('application')
    .select(columns)
    .select((one) =>
      one
        .selectFrom('application_grant')
        .whereRef('application_grant.application_id', '=', 'application.id')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('access_token')
              .select(sql`1`.as('one'))
              .whereRef('access_token.grant_id', '=', 'application_grant.id')
              .where('access_token.revoked_at', 'is', null)
              .where(sql<boolean>`(access_token.expires_at > now() or access_token.refresh_hash is not null)`),
          ),
        )
        .select(sql<number>`count(distinct application_grant.user_id)::integer`.as('users'))
        .as('users'),
    )
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Nothing when the name is taken. */
export function insertApplication(db: Db, row: Insertable<ApplicationTable>) {
  return db
    .insertInto('application')
    .values(row)
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** What was granted to it and the tokens that came of it go with it. */
export function deleteApplicationRow(db: Db, clientId: string) {
  return db.deleteFrom('application').where('client_id', '=', clientId).returning(columns).executeTakeFirst();
}
