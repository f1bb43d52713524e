import type { Db } from '../schema.ts';

/** The stored settings for mail, undefined when nobody has made any. */
export async function selectMailSettings(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}
