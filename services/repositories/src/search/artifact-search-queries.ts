import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { always, type Condition, every, some } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { readable, readableRepository } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';
import { withinTime } from './time-limit-queries.ts';

export interface FoundRow {
  repository_id: number;
  key: string;
  class: RepositoryClass;
  format: FormatId;
  path: string;
  name: string;
  size: number;
  modified_at: Date;
  id: number;
  /** This was found inside it; '' when archives were not looked into. */
  entry: string;
  /** `modified_at` to the microsecond, which dates do not hold. */
  position: string;
}

export interface SearchPosition {
  at: string;
  id: number;
  entry: string;
}

export interface ArtifactSelection {
  /** Over artifacts as `a`. */
  found: Condition;
  /** Over artifacts as `a` and repositories as `r`. */
  narrowed: Condition;
  /** Queries of the ids of which everything that is found is one; none where nothing tells ids. */
  ids: readonly RawBuilder<unknown>[];
  /** What is found are neighbours in the order of names, which an index tells with all that is needed to put them in order. */
  isStretch: boolean;
  /** Over entries of archives as `e`, when these are searched. */
  entry: Condition | undefined;
  /** Only in these repositories. */
  repositories: readonly number[] | undefined;
  after: SearchPosition | undefined;
  limit: number;
}

/** So many of the last changed artifacts are looked at one by one at first: what every tenth artifact is, is found among them, and they tell how frequent the rest is. */
const walkedFirst = 2000;
/** What no more artifacts than these are is fetched by index and ordered. */
const mostLookedUp = 10_000;
/** So few ids are looked up sooner than the last changed are looked at. */
const fewIds = 2500;
/** Of what is only offered while somebody types, so many are enough. */
const offered = 300;
/** Looking at so many of the last changed takes about as long as fetching the most that are looked up. */
const walkedFurther = 100_000;
/** Of so few repositories the index is asked for each. */
const fewRepositories = 25;

const mayRead = (actor: Actor) => readable(actor, { key: 'r.key', class: 'r.class', path: 'a.path' });

/** Repositories of which the actor may read something, when they are few. */
async function fewReadable(db: Db, actor: Actor): Promise<readonly number[] | undefined> {
  if (actor.administrator && !actor.scope) return undefined;
  const { rows } = await sql<{ id: number }>`
    select r.id from repository r where r.class <> 'virtual' and ${readableRepository(actor, { key: 'r.key', class: 'r.class' })} limit ${fewRepositories + 1}`.execute(
    db,
  );
  return rows.length > fewRepositories ? undefined : rows.map(({ id }) => id);
}

const shown = sql`a.id, a.repository_id, r.key, r.class, r.format, a.path, a.name, a.modified_at, a.modified_at::text as position, a.sha256`;

/** The first rows of what is found, with the sizes that only they need. */
async function page(db: Db, rows: RawBuilder<unknown>, limit: number): Promise<FoundRow[]> {
  const sized = sql<FoundRow>`
    select f.*, b.size from (${rows} limit ${limit}) f join blob b on b.sha256 = f.sha256 order by f.modified_at desc, f.id desc, f.entry collate "C" desc`;
  return (await sized.execute(db)).rows;
}

const newestFirst = sql`order by a.modified_at desc, a.id desc`;

function behind({ after }: ArtifactSelection): Condition {
  return after ? sql<SqlBool>`(a.modified_at, a.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : always;
}

/** The last changed artifacts as `a`, all of them or so many. Whose ids are known beforehand are told by the index alone, and only these are fetched. */
function lastChanged(selection: ArtifactSelection, most: number | undefined): RawBuilder<unknown> {
  if (most === undefined) return sql`artifact a`;
  const candidates = (columns: RawBuilder<unknown>) => sql`(select ${columns} from artifact a where ${behind(selection)} ${newestFirst} limit ${most})`;
  return selection.ids.length > 0 ? sql`${candidates(sql`a.id`)} c join artifact a on a.id = c.id` : sql`${candidates(sql`a.*`)} a`;
}

/** Looks at the last changed artifacts one by one and keeps what fits: quick for what many artifacts are. */
function walk(db: Db, actor: Actor, selection: ArtifactSelection, inRepositories: Condition, most?: number): Promise<FoundRow[]> {
  const fits = every([selection.found, selection.narrowed, inRepositories, mayRead(actor)]);
  const rows = sql`select ${shown}, '' as entry from ${lastChanged(selection, most)} join repository r on r.id = a.repository_id
    where ${fits} and ${behind(selection)} ${newestFirst}`;
  return page(db, rows, selection.limit);
}

interface LookedUp {
  rows: FoundRow[];
  /** Nothing that fits was left out. */
  isAll: boolean;
}

/** Asks the indexes for what fits, or for some `most` of it when that is more, and orders it. */
async function lookUp(db: Db, actor: Actor, selection: ArtifactSelection, inRepositories: Condition, most?: number): Promise<LookedUp> {
  const { isStretch, limit } = selection;
  // Kept apart, so that the planner does not walk by age once more in the hope of finding the rows soon.
  const matched = sql`select ${isStretch ? sql`a.id, a.modified_at` : sql`a.*`} from artifact a
    where ${every([selection.found, inRepositories])} ${most === undefined ? sql`` : sql`limit ${most + 1}`}`;
  const fetched = isStretch ? sql`(select * from matched m order by m.modified_at desc, m.id desc) m join artifact a on a.id = m.id` : sql`matched a`;
  const fits = every([selection.narrowed, behind(selection), mayRead(actor)]);
  const { rows } = await sql<FoundRow & { matched: number }>`
    with matched as materialized (${matched}), fitting as (
      select ${shown}, '' as entry from ${fetched} join repository r on r.id = a.repository_id
      where ${fits} ${isStretch ? sql`order by m.modified_at desc, m.id desc` : newestFirst} limit ${limit})
    select counted.matched, f.*, b.size from (select count(*) as matched from matched) counted
      left join (fitting f join blob b on b.sha256 = f.sha256) on true order by f.modified_at desc, f.id desc`.execute(db);
  const isAll = most === undefined || (rows[0]?.matched ?? 0) <= most;
  return { rows: rows.filter(({ id }) => id !== null), isAll };
}

/** Artifacts with what fits inside them, one row an entry. */
function lookInside(db: Db, actor: Actor, selection: ArtifactSelection, inRepositories: Condition): Promise<FoundRow[]> {
  const { after, entry = always } = selection;
  const position = after
    ? sql<SqlBool>`(a.modified_at, a.id, e.path collate "C") < (${after.at}::timestamptz, ${after.id}::bigint, ${after.entry}::text collate "C")`
    : always;
  const fits = every([selection.found, selection.narrowed, inRepositories, position, mayRead(actor)]);
  const rows = sql`
    with e as materialized (select c.sha256, e.path from archive_entry e join archive_content c on c.id = e.content_id where ${entry})
    select ${shown}, e.path as entry from e join artifact a on a.sha256 = e.sha256 join repository r on r.id = a.repository_id
    where ${fits} order by a.modified_at desc, a.id desc, e.path collate "C" desc`;
  // All entries that fit are found before it is known whose they are, however few are shown.
  return withinTime(db, (timed) => page(timed, rows, selection.limit));
}

/** How many of the last changed have a page of what `found` of so many are, half as many more to be sure; undefined where that is too far. */
function walkThatFills(found: number, walked: number, limit: number): number | undefined {
  const expected = Math.ceil((limit / found) * walked * 1.5);
  return expected <= walkedFurther ? expected : undefined;
}

/** Goes as far among the last changed as what is found there promises to fill the page; undefined where it does not. */
async function walkPromised(near: number, limit: number, further: (most: number) => Promise<FoundRow[]>): Promise<FoundRow[] | undefined> {
  let [found, walked] = [near, walkedFirst];
  for (;;) {
    const promised = walkThatFills(found, walked, limit);
    if (promised === undefined) return undefined;
    const rows = await further(promised);
    if (rows.length === limit) return rows;
    [found, walked] = [rows.length, promised];
  }
}

async function areMany(db: Db, ids: readonly RawBuilder<unknown>[]): Promise<boolean> {
  const counts = ids.map((one) => sql`select count(*) as ids from (${one} limit ${fewIds + 1}) counted`);
  const { rows } = await sql<{ ids: number }>`select min(ids)::int as ids from (${sql.join(counts, sql` union all `)}) each_of_them`.execute(db);
  return (rows[0]?.ids ?? 0) > fewIds;
}

export interface SearchOptions {
  /** The first that are found will do, however many are newer: for who is still typing. */
  anyWillDo?: boolean;
}

/** Artifacts that fit and that the actor may read, the last changed first. */
export async function selectArtifacts(db: Db, actor: Actor, selection: ArtifactSelection, { anyWillDo = false }: SearchOptions = {}): Promise<FoundRow[]> {
  const { ids, isStretch, limit } = selection;
  const few = selection.repositories ?? (await fewReadable(db, actor));
  if (few?.length === 0) return [];
  // Written out one by one, because that is what the index over letters and repositories can look up.
  const inRepositories = few ? some(few.map((id) => sql<SqlBool>`a.repository_id = ${id}::bigint`)) : always;
  if (selection.entry) return lookInside(db, actor, selection, inRepositories);
  const further = (most?: number) => walk(db, actor, selection, inRepositories, most);
  if (selection.found === always) return further();
  // What is frequent and all old is put in order as a whole.
  const inOrder = () => withinTime(db, async (timed) => (await lookUp(timed, actor, selection, inRepositories)).rows);
  const near = await further(walkedFirst);
  if (near.length === limit) return near;
  if (ids.length > 0) {
    const rows = (await areMany(db, ids)) ? await further(walkedFurther) : [];
    return rows.length === limit ? rows : inOrder();
  }
  const promised = anyWillDo || isStretch ? undefined : await walkPromised(near.length, limit, further);
  if (promised) return promised;
  const { rows, isAll } = await lookUp(db, actor, selection, inRepositories, anyWillDo ? offered : mostLookedUp);
  if (isAll || (anyWillDo && rows.length === limit)) return rows;
  const frequent = (isStretch ? await walkPromised(near.length, limit, further) : undefined) ?? (await further(walkedFurther));
  return frequent.length === limit ? frequent : inOrder();
}
