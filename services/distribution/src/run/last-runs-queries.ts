import type { Selectable } from 'kysely';
import type { Db, SiteTable } from '../schema.ts';

/** The last run that went to each target, by its name. */
export async function selectLastSites(db: Db): Promise<ReadonlyMap<string, Selectable<SiteTable>>> {
  const rows = await db.selectFrom('site').selectAll().distinctOn('target').orderBy('target').orderBy('id', 'desc').execute();
  return new Map(rows.map((row) => [row.target, row]));
}
