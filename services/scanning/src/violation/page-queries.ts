import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import { decodePlace, encodePlace } from './violation-cursor.ts';
import { conditions, joined, type ListedViolation, states, told, type ViolationOrder, type ViolationSelection } from './violation-list-queries.ts';

type Asked = ViolationOrder & {
  limit: number;
  /** Places that a page before answered; `after` and `before` exclude each other, and both go before `offset`. */
  after?: string | undefined;
  before?: string | undefined;
  offset: number;
};

interface ViolationPage {
  rows: ListedViolation[];
  /** Where the pages after and before this one begin; null where there is none. */
  next: string | null;
  previous: string | null;
}

interface Key {
  column: RawBuilder<unknown>;
  /** As the database writes it in a place. */
  fits: RegExp;
  read: (text: string) => RawBuilder<unknown>;
}

const severity: Key = { column: sql`violation.severity`, fits: /^\d{1,3}$/, read: (text) => sql`${text}::smallint` };
const id: Key = { column: sql`violation.id`, fits: /^\d{1,18}$/, read: (text) => sql`${text}::bigint` };
const time: Key = {
  column: sql`violation.opened_at`,
  fits: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::?\d\d)?$/,
  read: (value) => sql`${value}::timestamptz`,
};
const text = (column: RawBuilder<unknown>): Key => ({ column, fits: /^[^\0]*$/, read: (value) => sql`${value}::text` });

/** By what is ordered; all of it goes the same way, so that one index serves both. */
const keys: Readonly<Record<ViolationOrder['order'], readonly Key[]>> = {
  severity: [severity, id],
  created: [time, id],
  package: [text(sql`lower(violation.package)`), severity, id],
  watch: [text(sql`watch.name`), severity, id],
};

const list = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql`, `);

function isBeyond(order: readonly Key[], ordering: string, place: string, isForward: boolean): RawBuilder<unknown> {
  const parts = decodePlace(
    ordering,
    place,
    order.map(({ fits }) => fits),
  );
  const columns = list(order.map(({ column }) => column));
  const values = list(order.map(({ read }, at) => read(parts[at] ?? '')));
  return isForward ? sql`(${columns}) > (${values})` : sql`(${columns}) < (${values})`;
}

/** One page of what fits. However far back it is, it costs as much as the first, where its place is known. */
export async function selectViolationPage(db: Db, selection: ViolationSelection, asked: Asked): Promise<ViolationPage> {
  const { order, direction, limit, after, before, offset } = asked;
  const ordering = `${order} ${direction}`;
  const isBack = after === undefined && before !== undefined;
  const isForward = (direction === 'asc') !== isBack;
  const way = isForward ? sql`asc` : sql`desc`;
  const place = after ?? before;
  const beyond = place === undefined ? sql`true` : isBeyond(keys[order], ordering, place, isForward);
  const skipped = place === undefined ? offset : 0;
  const { rows: found } = await sql<ListedViolation & { place: string[] }>`
    select ${told}, array[${list(keys[order].map(({ column }) => sql`(${column})::text`))}] as place
    from ${joined} where ${conditions(selection)} and violation.state <> 'closed' and ${states[selection.state]} and ${beyond}
    order by ${list(keys[order].map(({ column }) => sql`${column} ${way}`))} limit ${limit + 1} offset ${skipped}`.execute(db);
  const isMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBack) rows.reverse();
  const tell = (row: (typeof rows)[number] | undefined) => (row ? encodePlace(ordering, row.place) : null);
  const hasNext = isBack || isMore;
  const hasPrevious = isBack ? isMore : after !== undefined || skipped > 0;
  return { rows, next: hasNext ? tell(rows.at(-1)) : null, previous: hasPrevious ? tell(rows[0]) : null };
}

/** How many fit beyond the end of a page, as that page said where it is. */
export async function countBeyond(db: Db, selection: ViolationSelection, { order, direction }: ViolationOrder, place: string): Promise<number> {
  const beyond = isBeyond(keys[order], `${order} ${direction}`, place, direction === 'asc');
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${joined} where ${conditions(selection)} and violation.state <> 'closed' and ${states[selection.state]} and ${beyond}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
