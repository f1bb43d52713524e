import type { ReleaseBundleRow } from '../release-bundle/release-bundle-queries.ts';
import type { Db } from '../schema.ts';

/** Versions that were written down and have not become visible to their end. */
const expected = (db: Db) => db.selectFrom('bundle').where('type', '=', 'target').where('incoming', '=', true);

/** Notes that a version is still coming in. Whoever holds its row decides about it anyway, and is not waited for. */
export async function noteArrival(db: Db, { name, version }: { name: string; version: string }): Promise<void> {
  const found = expected(db).select('id').where('name', '=', name).where('version', '=', version).forUpdate().skipLocked();
  await db
    .updateTable('bundle')
    .set({ modified_at: new Date() })
    .where('id', '=', ({ selectFrom }) => selectFrom(found.as('found')).select('found.id'))
    .execute();
}

export function selectSilent(db: Db, before: Date): Promise<{ id: number; name: string; version: string }[]> {
  return expected(db).select(['id', 'name', 'version']).where('modified_at', '<', before).orderBy('id').execute();
}

/** Held until the transaction ends; nothing when it goes on, or somebody else holds it. */
export function lockSilent(db: Db, id: number, before: Date): Promise<ReleaseBundleRow | undefined> {
  return expected(db).selectAll().where('id', '=', id).where('modified_at', '<', before).forUpdate().skipLocked().executeTakeFirst();
}
