import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { conditions, joined, states, type ViolationSelection } from './violation-list-queries.ts';

type FacetName = 'types' | 'policies' | 'watches' | 'repositories';

const mostValues = 50;

/** How many fit, by each of what they can be narrowed to; the most frequent values first. */
export async function countFacets(db: Db, selection: ViolationSelection): Promise<Record<FacetName, { value: string; count: number }[]>> {
  const { rows } = await sql<{ facet: FacetName; value: string; count: number }>`
    with counted as (
      select case when grouping(violation.kind) = 0 then 'types' when grouping(policy.name) = 0 then 'policies'
          when grouping(watch.name) = 0 then 'watches' else 'repositories' end as facet,
        coalesce(violation.kind, policy.name, watch.name, violation.repository) as value, count(*)::integer as count
      from ${joined} where ${conditions(selection)} and violation.state <> 'closed' and ${states[selection.state]}
      group by grouping sets ((violation.kind), (policy.name), (watch.name), (violation.repository))
    ), ranked as (
      select *, row_number() over (partition by facet order by count desc, value) as rank from counted
    )
    select facet, value, count from ranked where rank <= ${mostValues} order by facet, rank`.execute(db);
  const of = (name: FacetName) => rows.filter(({ facet }) => facet === name).map(({ value, count }) => ({ value, count }));
  return { types: of('types'), policies: of('policies'), watches: of('watches'), repositories: of('repositories') };
}
