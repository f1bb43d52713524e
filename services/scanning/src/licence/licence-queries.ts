import { sql } from 'kysely';
import type { Projects } from '../ignore/ignored-queries.ts';
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

/** Licences of versions where somebody set one: that of their project, else the one that holds everywhere. */
export async function selectLicencesOf(db: Db, targetIds: readonly number[], projects: Projects): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; expression: string }>`
    select distinct on (target.id) target.id, custom_licence.expression from target
      left join unnest(${projects.map(({ repository }) => repository)}::text[], ${projects.map(({ project }) => project)}::text[])
        as placed (repository, project) on placed.repository = target.repository
      join custom_licence on custom_licence.component_id = target.component_id and custom_licence.project in ('', coalesce(placed.project, ''))
    where target.id = any(${targetIds}::bigint[]) order by target.id, custom_licence.project desc`.execute(db);
  return new Map(rows.map(({ id, expression }) => [id, [expression]]));
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

/** Has policies judge anew whatever is one of these components. */
export async function judgeAgain(tx: Db, componentIds: readonly number[]): Promise<void> {
  await sql`select judge_again(array(select id from target where component_id = any(${componentIds}::bigint[])))`.execute(tx);
}

/** Names of licences of what is in some repositories, and those that were set. */
export async function selectLicenceNames(db: Db, repositories: readonly string[], search: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with name as (
      select distinct unnest(licences) as name from target where repository = any(${repositories}::text[])
      union select custom_licence.expression from custom_licence join target on target.component_id = custom_licence.component_id
        where target.repository = any(${repositories}::text[])
    )
    select name from name where ${search} = '' or position(lower(${search}) in lower(name)) > 0 order by name collate "C" limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
