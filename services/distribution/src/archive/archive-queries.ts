import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, ExportTable } from '../schema.ts';

export type ExportRow = Selectable<ExportTable>;

export function selectExport(db: Db, bundleId: number): Promise<ExportRow | undefined> {
  return db.selectFrom('bundle_export').selectAll().where('bundle_id', '=', bundleId).executeTakeFirst();
}

/** Held until the transaction ends. */
export function lockExport(db: Db, bundleId: number): Promise<ExportRow | undefined> {
  return db.selectFrom('bundle_export').selectAll().where('bundle_id', '=', bundleId).forUpdate().executeTakeFirst();
}

/** Begins it, or begins it anew after it failed; false where it is under way or done. */
export async function beginExport(db: Db, row: Insertable<ExportTable>): Promise<boolean> {
  const begun = await db
    .insertInto('bundle_export')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('bundle_id')
        .doUpdateSet({ ...row, status: 'IN_PROGRESS' })
        .where('bundle_export.status', '=', 'FAILED'),
    )
    .returning('bundle_id')
    .executeTakeFirst();
  return begun !== undefined;
}

export async function updateExport(db: Db, bundleId: number, change: Updateable<ExportTable>): Promise<void> {
  await db.updateTable('bundle_export').set(change).where('bundle_id', '=', bundleId).execute();
}
