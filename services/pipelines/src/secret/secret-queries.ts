import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, SecretTable } from '../schema.ts';

export type SecretRow = Selectable<SecretTable>;

export const selectSecrets = (db: Db): Promise<SecretRow[]> => db.selectFrom('secret').selectAll().orderBy('name').execute();

export const selectSecretsNamed = (db: Db, names: readonly string[]): Promise<SecretRow[]> =>
  names.length === 0 ? Promise.resolve([]) : db.selectFrom('secret').selectAll().where('name', 'in', names).execute();

export const lockSecret = (db: Db, name: string): Promise<SecretRow | undefined> =>
  db.selectFrom('secret').selectAll().where('name', '=', name).forUpdate().executeTakeFirst();

/** Makes it, or replaces what is said of it. */
export const putSecret = (db: Db, values: Insertable<SecretTable>): Promise<SecretRow> =>
  db
    .insertInto('secret')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({
        description: ref('excluded.description'),
        sealed: ref('excluded.sealed'),
        users: ref('excluded.users'),
        groups: ref('excluded.groups'),
        modified_at: sql<Date>`now()`,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteSecret = (db: Db, name: string): Promise<SecretRow | undefined> =>
  db.deleteFrom('secret').where('name', '=', name).returningAll().executeTakeFirst();

export async function noteUse(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.updateTable('secret').set({ used_at: sql<Date>`now()` }).where('name', 'in', names).execute();
}
