import type { groupings, ViolationGroup } from '@packhouse/contract/scanning/violation-group-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import { severityOf } from '../policy/judge-rules.ts';
import type { Db } from '../schema.ts';
import { decodePlace, encodePlace } from './violation-cursor.ts';
import { conditions, joined, states, type ViolationSelection } from './violation-list-queries.ts';

type Grouping = (typeof groupings)[number];

interface GroupRow {
  key: string;
  rank: number;
  count: number;
  fixable: number;
  title: string;
  total: number;
  narrow: ViolationGroup['narrow'];
}

interface Shape {
  from: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  /** Of any row of the group. */
  title: RawBuilder<unknown>;
  narrow: RawBuilder<unknown>;
}

const lastPart = sql`violation.package || ' ' || violation.version`;
const shapes: Readonly<Record<Grouping, Shape>> = {
  component: {
    from: sql`${joined} join component on component.id = any(violation.components)`,
    key: sql`component.purl`,
    title: sql`min(component.name || ' ' || component.version)`,
    narrow: sql`jsonb_build_object('component', key)`,
  },
  subject: { from: joined, key: sql`violation.subject`, title: sql`violation.subject`, narrow: sql`jsonb_build_object('subject', key)` },
  watch: { from: joined, key: sql`watch.name`, title: sql`watch.name`, narrow: sql`jsonb_build_object('watch', key)` },
  policy: { from: joined, key: sql`policy.name`, title: sql`policy.name`, narrow: sql`jsonb_build_object('policy', key)` },
  artifact: {
    from: joined,
    key: sql`violation.repository || '/' || violation.path`,
    title: sql`min(${lastPart})`,
    narrow: sql`jsonb_build_object('repository', split_part(key, '/', 1), 'path', substr(key, strpos(key, '/') + 1))`,
  },
};

/** What fits, put together by what it has in common, the worst first and of those the largest. `after` is a place that a page before answered. */
export async function selectGroups(
  db: Db,
  selection: ViolationSelection,
  { by, after, limit }: { by: Grouping; after?: string | undefined; limit: number },
): Promise<{ items: ViolationGroup[]; total: number; next: string | null }> {
  const { from, key, title, narrow } = shapes[by];
  const ordering = `groups by ${by}`;
  const [rank, count, name] = after === undefined ? [] : decodePlace(ordering, after, [/^\d{1,3}$/, /^\d{1,15}$/, /^[^\0]*$/]);
  const beyond = name === undefined ? sql`true` : sql`(rank, -count, key) > (${rank}::integer, -${count}::bigint, ${name}::text)`;
  const { rows: found } = await sql<GroupRow>`
    with grouped as materialized (
      select ${key} as key, ${title} as title, min(violation.severity)::integer as rank, count(*) as count, count(*) filter (where violation.fixed_versions <> '{}') as fixable
      from ${from} where ${conditions(selection)} and violation.state <> 'closed' and ${states[selection.state]} group by ${key}
    )
    select key, title, rank, count::integer, fixable::integer, (select count(*)::integer from grouped) as total, ${narrow} as narrow
    from grouped where ${beyond} order by rank, -count, key limit ${limit + 1}`.execute(db);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    items: rows.map((row) => ({ key: row.key, title: row.title, severity: severityOf(row.rank), count: row.count, fixable: row.fixable, narrow: row.narrow })),
    total: found[0]?.total ?? 0,
    next: found.length > limit && last ? encodePlace(ordering, [String(last.rank), String(last.count), last.key]) : null,
  };
}
