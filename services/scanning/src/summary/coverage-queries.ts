import type { Judged } from '@packhouse/contract/scanning/scanning-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

interface JudgedRow {
  ecosystem: string;
  components: number;
  sources: { name: string; at: string }[];
}

/**
 * By which sources the components of some versions were judged, and how many of each ecosystem there are; what no source stands for comes last.
 * `named`: ecosystems of components that are in none of these versions, once for each of them.
 */
export async function selectJudged(db: Db, targetIds: readonly number[], named: readonly string[] = []): Promise<Judged[]> {
  const { rows } = await sql<JudgedRow>`
    with held as (
      select target.component_id from target where target.id = any(${targetIds}::bigint[]) and target.component_id is not null
      union
      select inventory.component_id from target join inventory on inventory.subject_id = target.subject_id where target.id = any(${targetIds}::bigint[])
    ), kind as (
      select ecosystem, count(*)::integer as components
      from (select component.ecosystem from held join component on component.id = held.component_id union all select unnest(${named}::text[])) as one (ecosystem)
      where ecosystem <> '' group by ecosystem
    )
    select kind.ecosystem, kind.components,
      coalesce((select jsonb_agg(jsonb_build_object('name', coverage.name, 'at', coverage.good_at) order by coverage.name)
        from coverage where coverage.ecosystem = kind.ecosystem), '[]'::jsonb) as sources
    from kind order by (select count(*) from coverage where coverage.ecosystem = kind.ecosystem) = 0, kind.ecosystem`.execute(db);
  return rows.map(({ sources, ...row }) => ({ ...row, sources: sources.map(({ name, at }) => ({ name, at: new Date(at).toISOString() })) }));
}
