import { sql } from 'kysely';
import type { Projects } from '../ignore/ignored-queries.ts';
import type { Db } from '../schema.ts';

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

export interface HeldLicences {
  component_id: number;
  licences: string[];
  /** Somebody here set them, whatever is written there. */
  custom: boolean;
}

/** Licences of what versions hold beside themselves, by version, where any are known: what was set, else what was written there. */
export async function selectHeldLicences(db: Db, targetIds: readonly number[], projects: Projects): Promise<Map<number, HeldLicences[]>> {
  const { rows } = await sql<HeldLicences & { id: number }>`
    select distinct target.id, inventory.component_id, chosen.expression is not null as custom, case when chosen.expression is null then inventory.licences else array[chosen.expression] end as licences
    from target join inventory on inventory.subject_id = target.subject_id and inventory.component_id is distinct from target.component_id
      left join unnest(${projects.map(({ repository }) => repository)}::text[], ${projects.map(({ project }) => project)}::text[])
        as placed (repository, project) on placed.repository = target.repository
      left join lateral (select expression from custom_licence
        where component_id = inventory.component_id and project in ('', coalesce(placed.project, '')) order by project desc limit 1) chosen on true
    where target.id = any(${targetIds}::bigint[]) and (inventory.licences <> '{}' or chosen.expression is not null)`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}

/** Names of licences that were described here, by what packages write, in small letters. */
export async function selectSpellings(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; spelling: string }>`
    select name, unnest(array_append(spellings, lower(name))) as spelling from own_licence`.execute(db);
  return new Map(rows.map(({ name, spelling }) => [spelling, name]));
}

/** Components that are risky to go on with. */
export async function selectRisks(db: Db, componentIds: readonly number[]): Promise<{ component_id: number; level: 'High' | 'Medium' | 'Low' }[]> {
  const { rows } = await sql<{ component_id: number; level: 'High' | 'Medium' | 'Low' }>`
    select component_id, level from operational where component_id = any(${componentIds}::bigint[]) and level <> 'None'`.execute(db);
  return rows;
}
