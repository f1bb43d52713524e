import type { Db } from '../schema.ts';

export async function updateEmail(db: Db, userId: number, email: string): Promise<string | undefined> {
  const row = await db.selectFrom('user').select('email').where('id', '=', userId).forUpdate().executeTakeFirst();
  await db.updateTable('user').set({ email }).where('id', '=', userId).execute();
  return row?.email;
}
