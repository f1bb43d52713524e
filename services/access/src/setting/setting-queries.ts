import type { Db } from '../schema.ts';

export function selectSettings(db: Db) {
  return db.selectFrom('setting').select(['name', 'value']).execute();
}

/** Sets a value; with `keep`, only when there is none yet. */
export async function upsertSetting(db: Db, name: string, value: unknown, options: { keep?: boolean } = {}): Promise<void> {
  const json = JSON.stringify(value);
  await db
    .insertInto('setting')
    .values({ name, value: json })
    .onConflict((conflict) => (options.keep ? conflict.doNothing() : conflict.column('name').doUpdateSet({ value: json })))
    .execute();
}
