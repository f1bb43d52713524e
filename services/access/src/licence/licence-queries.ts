import type { Db } from '../schema.ts';

const name = 'licence';

export async function selectLicence(db: Db): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function upsertLicence(db: Db, value: unknown): Promise<void> {
  const json = JSON.stringify(value);
  await db
    .insertInto('setting')
    .values({ name, value: json })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json }))
    .execute();
}

export async function deleteLicence(db: Db): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute();
}
