import type { groupings, ViolationGroup } from '@packhouse/contract/scanning/violation-group-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import { severityOf } from '../policy/judge-rules.ts';
import type { Db } from '../schema.ts';
import { findPlaced, isTallied, tallied as tally } from './tally-queries.ts';
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
  /** Rows `key, title, rank, count, fixable` of all that fits. */
  grouped: (selection: ViolationSelection) => RawBuilder<unknown>;
  /** Of a group of the page that is shown. */
  title?: RawBuilder<unknown>;
  narrow: RawBuilder<unknown>;
}

const fits = (selection: ViolationSelection) => sql`${conditions(selection)} and violation.state <> 'closed' and ${states[selection.state]}`;
const figures = sql`min(violation.severity)::integer as rank, count(*) as count, count(*) filter (where violation.fixed_versions <> '{}') as fixable`;

const counted = (selection: ViolationSelection, key: RawBuilder<unknown>) =>
  sql`select ${key} as key, ${figures} from ${joined} where ${fits(selection)} group by 1`;

/** The same from figures that are kept, where they tell apart what is asked for. */
const tallied = (selection: ViolationSelection, key: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
  select key, min(severity)::integer as rank, sum(active) as count, sum(fixable) as fixable from (
    select ${key} as key, violation.severity, sum(violation.active) as active, sum(violation.fixable) as fixable
    from ${from} where ${conditions(selection)} group by 1, 2 having sum(violation.active) > 0
  ) as by_severity group by key`;

const isKept = (selection: ViolationSelection) => selection.state === 'active' && isTallied(selection);
/** Components are kept by repository and severity alone. */
const isByComponent = ({ type, watch, policy, ...selection }: ViolationSelection) =>
  isKept(selection) && [type, watch, policy].every((one) => one === undefined);

const byName = (key: RawBuilder<unknown>, name: string): Shape => ({
  grouped: (selection) => (isKept(selection) ? tallied(selection, key, tally) : counted(selection, key)),
  narrow: sql`jsonb_build_object(${name}::text, key)`,
});

const shapes: Readonly<Record<Grouping, Shape>> = {
  component: {
    // Many have the same components: these are looked up once, and not for each row.
    grouped: (selection) =>
      isByComponent(selection)
        ? sql`select component.purl as key, min(component.name || ' ' || component.version) as title, min(rank) as rank, sum(count) as count, sum(fixable) as fixable
            from (${tallied(selection, sql`violation.component_id`, sql`component_tally violation`)}) as one join component on component.id = one.key group by component.purl`
        : sql`
      select component.purl as key, min(component.name || ' ' || component.version) as title, min(rank) as rank, sum(count) as count, sum(fixable) as fixable
      from (select violation.components, ${figures} from ${joined} where ${fits(selection)} group by 1) as one
        cross join lateral unnest(one.components) as held join component on component.id = held group by component.purl`,
    title: sql`title`,
    narrow: sql`jsonb_build_object('component', key)`,
  },
  subject: {
    grouped: (selection) =>
      isKept(selection) && selection.watch === undefined && selection.policy === undefined
        ? tallied(selection, sql`violation.subject`, sql`subject_tally violation`)
        : counted(selection, sql`violation.subject`),
    narrow: sql`jsonb_build_object('subject', key)`,
  },
  watch: byName(sql`watch.name`, 'watch'),
  policy: byName(sql`policy.name`, 'policy'),
  artifact: {
    grouped: (selection) => {
      const placed = selection.state === 'active' ? findPlaced(selection) : undefined;
      if (placed) return tallied(selection, sql`violation.repository || '/' || violation.path`, placed);
      return sql`
      select repository || '/' || path as key, rank, count, fixable
      from (select violation.repository, violation.path, ${figures} from ${joined} where ${fits(selection)} group by 1, 2) as one`;
    },
    title: sql`(select violation.package || ' ' || violation.version from violation
      where violation.repository = split_part(key, '/', 1) and violation.path = substr(key, strpos(key, '/') + 1) and violation.state <> 'closed' limit 1)`,
    narrow: sql`jsonb_build_object('repository', split_part(key, '/', 1), 'path', substr(key, strpos(key, '/') + 1))`,
  },
};

/** What fits, put together by what it has in common, the worst first and of those the largest. `after` is a place that a page before answered. */
export async function selectGroups(
  db: Db,
  selection: ViolationSelection,
  { by, after, limit }: { by: Grouping; after?: string | undefined; limit: number },
): Promise<{ items: ViolationGroup[]; total: number; next: string | null }> {
  const { grouped, title = sql`key`, narrow } = shapes[by];
  const ordering = `groups by ${by}`;
  const [rank, count, name] = after === undefined ? [] : decodePlace(ordering, after, [/^\d{1,3}$/, /^\d{1,15}$/, /^[^\0]*$/]);
  const beyond = name === undefined ? sql`true` : sql`(rank, -count, key) > (${rank}::integer, -${count}::bigint, ${name}::text)`;
  const { rows: found } = await sql<GroupRow>`
    with grouped as materialized (${grouped(selection)}),
      page as (select * from grouped where ${beyond} order by rank, -count, key limit ${limit + 1})
    select key, ${title} as title, rank, count::integer, fixable::integer, (select count(*)::integer from grouped) as total, ${narrow} as narrow
    from page order by rank, -count, key`.execute(db);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    items: rows.map((row) => ({ key: row.key, title: row.title, severity: severityOf(row.rank), count: row.count, fixable: row.fixable, narrow: row.narrow })),
    total: found[0]?.total ?? 0,
    next: found.length > limit && last ? encodePlace(ordering, [String(last.rank), String(last.count), last.key]) : null,
  };
}
