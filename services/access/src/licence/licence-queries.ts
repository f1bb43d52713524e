import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Every installed licence, in the order in which they came. */
export function selectLicences(db: Db): Promise<{ id: string; jws: string }[]> {
  return db.selectFrom('licence').select(['id', 'jws']).orderBy('installed_at').orderBy('id').execute();
}

/** Which of these were not there before. */
export async function insertLicences(db: Db, rows: readonly { id: string; jws: string; installed_by: string }[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await db
    .insertInto('licence')
    .values([...rows])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** Which of these were there. */
export async function deleteLicences(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await db
    .deleteFrom('licence')
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  return gone.map(({ id }) => id);
}

/**
 * Notes that a mission control's order was heard of, and holds it until the transaction ends: of a call to install and one to withdraw the same order, one waits.
 * Answers whether it is withdrawn; once it is, it stays so.
 */
export async function holdOrder(db: Db, id: string, withdraws: boolean): Promise<boolean> {
  const row = await db
    .insertInto('licence_order')
    .values({ id, withdrawn: withdraws })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ withdrawn: sql<boolean>`licence_order.withdrawn or ${withdraws}`, heard_at: sql<Date>`now()` }),
    )
    .returning('withdrawn')
    .executeTakeFirstOrThrow();
  return row.withdrawn;
}

export async function deleteOldOrders(db: Db): Promise<void> {
  await db.deleteFrom('licence_order').where('heard_at', '<', sql<Date>`now() - interval '30 days'`).execute();
}

/** Every installed licence with how near its end was when somebody was told, held until the transaction ends: of two nodes the one waits. */
export function lockLicences(db: Db): Promise<{ id: string; jws: string; warned_days: number | null }[]> {
  return db.selectFrom('licence').select(['id', 'jws', 'warned_days']).orderBy('id').forUpdate().execute();
}

export async function markWarned(db: Db, ids: readonly string[], days: number): Promise<void> {
  await db
    .updateTable('licence')
    .set({ warned_days: days })
    .where('id', 'in', [...ids])
    .execute();
}
