import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface CustomLicenceRow {
  component_id: number;
  project: string;
  expression: string;
  author: string;
  at: Date;
}

/** Licences that somebody set for components, by component and project. */
export function selectCustomLicences(db: Db, componentIds: readonly number[]): Promise<CustomLicenceRow[]> {
  return db.selectFrom('custom_licence').selectAll().where('component_id', '=', sql<number>`any(${componentIds}::bigint[])`).execute();
}

export async function keepCustomLicence(tx: Db, row: Omit<CustomLicenceRow, 'at'>): Promise<void> {
  await tx
    .insertInto('custom_licence')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['component_id', 'project'])
        .doUpdateSet(({ ref }) => ({ expression: ref('excluded.expression'), author: ref('excluded.author'), at: sql`now()` })),
    )
    .execute();
}

export async function deleteCustomLicence(tx: Db, componentId: number, project: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('custom_licence').where('component_id', '=', componentId).where('project', '=', project).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Names of licences of what is in some repositories, and those that were set. */
export async function selectLicenceNames(db: Db, repositories: readonly string[], search: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with name as (
      select distinct unnest(licences) as name from target where repository = any(${repositories}::text[])
      union select own_licence.name from own_licence
      union select custom_licence.expression from custom_licence join target on target.component_id = custom_licence.component_id
        where target.repository = any(${repositories}::text[])
    )
    select name from name where ${search} = '' or position(lower(${search}) in lower(name)) > 0 order by name collate "C" limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
