import type { Db } from '../schema.ts';

/** The stored settings for mail, undefined when nobody has made any. */
export async function selectMailSettings(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function upsertMailSettings(db: Db, name: string, settings: object): Promise<void> {
  const value = JSON.stringify(settings);
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
