import type { UserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export function selectCustomData(db: Db, userId: number) {
  return db.selectFrom('user_custom_data').select('data').where('user_id', '=', userId).executeTakeFirst();
}

/** Keeps what is named; the rest stays. Answers all of it. */
export function mergeCustomData(db: Db, userId: number, change: Partial<UserCustomData>) {
  return db
    .insertInto('user_custom_data')
    .values({ user_id: userId, data: JSON.stringify(change) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ data: sql`user_custom_data.data || excluded.data` }))
    .returning('data')
    .executeTakeFirstOrThrow();
}
