import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Packages page by page, in the order of their formats and names. */
export async function selectPackages(db: Db, after: { format: string; name: string }, limit: number): Promise<{ format: FormatId; name: string }[]> {
  const { rows } = await sql<{ format: FormatId; name: string }>`
    select distinct format, package as name from target where (format, package) > (${after.format}, ${after.name}) and component_id is not null
    order by format, package limit ${limit}`.execute(db);
  return rows;
}

/** Packages of which versions came, the longest waiting first. */
export async function selectDue(db: Db, limit: number): Promise<{ format: FormatId; name: string; mark: string }[]> {
  const { rows } = await sql<{ format: FormatId; name: string; mark: string }>`
    select format, package as name, mark::text from risk_due order by risk_due.mark limit ${limit}`.execute(db);
  return rows;
}

/** Forgets packages that were judged, but for those of which more came meanwhile. */
export async function deleteDue(db: Db, judged: readonly { format: FormatId; name: string; mark: string }[]): Promise<void> {
  await sql`
    delete from risk_due using jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as given (format text, name text, mark bigint)
    where risk_due.format = given.format and risk_due.package = given.name and risk_due.mark = given.mark`.execute(db);
}

/** A version, with the ids of the files that are it. */
interface VersionRow {
  format: FormatId;
  package: string;
  version: string;
  component_id: number;
  targets: number[];
}

export async function selectVersionsOf(db: Db, format: FormatId, name: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select format, package, version, component_id, array_agg(id order by id) as targets from target
    where format = ${format} and package = ${name} and component_id is not null group by format, package, version, component_id`.execute(db);
  // The driver gives the members of such a list as texts.
  return rows.map((row) => ({ ...row, targets: row.targets.map(Number) }));
}

/** Keeps how risky components are; answers those whose level is another than before. */
export async function keepRisks(db: Db, rows: readonly { component_id: number; level: string; facts: object }[]): Promise<number[]> {
  const known = await sql<{ component_id: number }>`
    with given as (
      select distinct on (component_id) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (component_id bigint, level text, facts jsonb) order by component_id
    ), before as (select operational.component_id, operational.level from operational join given using (component_id)
    ), kept as (
      insert into operational (component_id, level, facts) select component_id, level, facts from given
      on conflict (component_id) do update set level = excluded.level, facts = excluded.facts, at = now()
      where (operational.level, operational.facts) is distinct from (excluded.level, excluded.facts)
    )
    select given.component_id from given left join before using (component_id) where before.level is distinct from given.level`.execute(db);
  return known.rows.map(({ component_id }) => component_id);
}
