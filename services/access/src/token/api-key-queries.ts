import type { Db } from '../schema.ts';

export function selectApiKey(db: Db, userId: number) {
  return db.selectFrom('api_key').select(['sealed']).where('user_id', '=', userId).executeTakeFirst();
}

export async function selectApiKeyOwner(db: Db, hash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('user', 'user.id', 'api_key.user_id')
    .select('user.name')
    .where('api_key.hash', '=', hash)
    .executeTakeFirst();
  return row?.name;
}

export async function upsertApiKey(db: Db, userId: number, key: { hash: string; sealed: string }): Promise<void> {
  await db
    .insertInto('api_key')
    .values({ user_id: userId, ...key })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...key, created_at: new Date() }))
    .execute();
}

/** Answers whether there was one. */
export async function deleteApiKey(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('api_key').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
