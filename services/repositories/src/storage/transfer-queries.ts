import type { PackageFacts } from '@packhouse/formats/format.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface Belongings {
  id: number;
  package: string | null;
  version: string | null;
  facts: PackageFacts | null;
  properties: Record<string, string[]> | null;
}

/** What belongs to files and goes with them, by their ids. */
export async function selectBelongings(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Belongings>> {
  const { rows } = await sql<Belongings>`
    select a.id, p.name as package, v.version, v.facts,
      (select json_object_agg(key, values) from (select key, json_agg(value) as values from property where artifact_id = a.id group by key) grouped) as properties
    from artifact a left join version v on v.id = a.version_id left join package p on p.id = v.package_id
    where a.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
