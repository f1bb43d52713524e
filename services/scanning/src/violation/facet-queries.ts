import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import { conditions, joined, states, type ViolationSelection } from './violation-list-queries.ts';

type FacetName = 'types' | 'policies' | 'watches' | 'repositories';
export type Facets = Record<FacetName, { value: string; count: number }[]>;

const mostValues = 50;

/** The most frequent values of each facet, by how `rows` count. */
export async function sortFacets(db: Db, { count, rows: from }: { count: RawBuilder<unknown>; rows: RawBuilder<unknown> }): Promise<Facets> {
  const { rows } = await sql<{ facet: FacetName; value: string; count: number }>`
    with counted as (
      select case when grouping(violation.kind) = 0 then 'types' when grouping(policy.name) = 0 then 'policies'
          when grouping(watch.name) = 0 then 'watches' else 'repositories' end as facet,
        coalesce(violation.kind, policy.name, watch.name, violation.repository) as value, (${count})::integer as count
      from ${from} group by grouping sets ((violation.kind), (policy.name), (watch.name), (violation.repository))
    ), ranked as (
      select *, row_number() over (partition by facet order by count desc, value) as rank from counted where count > 0
    )
    select facet, value, count from ranked where rank <= ${mostValues} order by facet, rank`.execute(db);
  const of = (name: FacetName) => rows.filter(({ facet }) => facet === name).map(({ value, count: many }) => ({ value, count: many }));
  return { types: of('types'), policies: of('policies'), watches: of('watches'), repositories: of('repositories') };
}

/** How many fit, by each of what they can be narrowed to. */
export function countFacets(db: Db, selection: ViolationSelection): Promise<Facets> {
  return sortFacets(db, {
    count: sql`count(*)`,
    rows: sql`${joined} where ${conditions(selection)} and violation.state <> 'closed' and ${states[selection.state]}`,
  });
}
