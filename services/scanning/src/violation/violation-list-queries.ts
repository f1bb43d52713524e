import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { ViolationRow } from './evaluation-queries.ts';
import { isActive, isIgnored } from './violation-count-queries.ts';
import { isWithin, type Repositories } from './within-queries.ts';

/** Packages, in lower case, and vulnerabilities, licences or levels of risk whose names hold a text; or that text, where these are too many to be listed. */
export type Named = { packages: readonly string[]; subjects: readonly string[] } | { holding: string };

export interface ViolationSelection {
  state: 'active' | 'ignored' | 'all';
  repositories: Repositories;
  /** Ids among which it looks, where only some of a repository may be read. */
  ids?: readonly number[] | undefined;
  ranks?: readonly number[] | undefined;
  type?: PolicyType | undefined;
  watch?: string | undefined;
  policy?: string | undefined;
  /** All ids of what it is about, as `selectSubjects` knows them: an index leads to their rows only when they are known before. */
  subjects?: readonly string[] | undefined;
  place?: {
    repository?: string | undefined;
    path?: string | undefined;
    format?: string | undefined;
    package?: string | undefined;
    version?: string | undefined;
  };
  /** Files, of which it looks at any. */
  places?: readonly { repository: string; path: string }[] | undefined;
  /** Package URL of what it is found in. */
  component?: string | undefined;
  /** Names that hold what was looked for: an index leads to their rows, as `selectNamed` knows them. */
  named?: Named | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

export interface ViolationOrder {
  order: 'severity' | 'created' | 'package' | 'watch';
  direction: 'asc' | 'desc';
}

export interface ListedViolation extends ViolationRow {
  watch: string;
  policy: string;
  summary: string;
  held: { name: string; version: string; type: string }[];
}

const makeLike = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
export const states = { active: isActive, ignored: isIgnored, all: sql<boolean>`violation.state <> 'closed'` };

/** What violations can call a vulnerability by any of its ids; a licence and a level of risk are called as they are. */
export async function selectSubjects(db: Db, name: string | undefined): Promise<string[] | undefined> {
  if (name === undefined) return undefined;
  const { rows } = await sql<{ subject: string }>`
    select ${name}::text as subject union select canonical from advisory where id = ${name} union select canonical from advisory where aliases @> array[${name}::text]`.execute(
    db,
  );
  return rows.map(({ subject }) => subject);
}

/** Names are listed up to so many of each kind. */
const mostNames = 5000;

/** What is called so among what has violations, from figures that are kept: there are few names, and very many rows. */
export async function selectNamed(db: Db, search: string | undefined): Promise<Named | undefined> {
  if (search === undefined) return undefined;
  const [packages, subjects] = await Promise.all([
    sql<{ name: string }>`select distinct lower(package) as name from place_step where lower(package) like ${makeLike(search)} limit ${mostNames + 1}`.execute(
      db,
    ),
    sql<{ name: string }>`select distinct subject as name from subject_step where lower(subject) like ${makeLike(search)} limit ${mostNames + 1}`.execute(db),
  ]);
  if (packages.rows.length > mostNames || subjects.rows.length > mostNames) return { holding: search };
  return { packages: packages.rows.map(({ name }) => name), subjects: subjects.rows.map(({ name }) => name) };
}

function isNamed(named: Named): RawBuilder<unknown> {
  if ('holding' in named) return sql`(lower(violation.package) like ${makeLike(named.holding)} or lower(violation.subject) like ${makeLike(named.holding)})`;
  const isPackage = sql`lower(violation.package) = any(${named.packages}::text[])`;
  return named.subjects.length === 0 ? isPackage : sql`(${isPackage} or violation.subject = any(${named.subjects}::text[]))`;
}

/** Ranks that stand beside each other are a range: an index gives what is in one by severity and then by age, and need not be sorted. */
function isRanked(ranks: readonly number[]): RawBuilder<unknown> {
  const [least, most] = [Math.min(...ranks), Math.max(...ranks)];
  if (least === most) return sql`violation.severity = ${least}::smallint`;
  const within = sql`violation.severity between ${least}::smallint and ${most}::smallint`;
  return new Set(ranks).size === most - least + 1 ? within : sql`${within} and violation.severity = any(${ranks}::smallint[])`;
}

function isAtAnyOf(places: readonly { repository: string; path: string }[]): RawBuilder<unknown> {
  const [repositories, paths] = [places.map(({ repository }) => repository), places.map(({ path }) => path)];
  return sql`(violation.repository, violation.path) in (select * from unnest(${repositories}::text[], ${paths}::text[]))`;
}

export function conditions({
  repositories,
  ids,
  ranks,
  type,
  watch,
  policy,
  subjects,
  place = {},
  places,
  component,
  named,
  since,
  until,
}: ViolationSelection): RawBuilder<unknown> {
  const { repository, path, format, package: name, version } = place;
  const all = [
    isWithin('violation.repository', repositories),
    ...(ids ? [sql`violation.id = any(${ids}::bigint[])`] : []),
    ...(ranks?.length ? [isRanked(ranks)] : []),
    ...(type ? [sql`violation.kind = ${type}`] : []),
    ...(watch === undefined ? [] : [sql`watch.name = ${watch}`]),
    ...(policy === undefined ? [] : [sql`policy.name = ${policy}`]),
    ...(subjects === undefined ? [] : [sql`violation.subject = any(${subjects}::text[])`]),
    ...(repository === undefined ? [] : [sql`violation.repository = ${repository}`]),
    ...(path === undefined ? [] : [sql`violation.path = ${path}`]),
    ...(format === undefined ? [] : [sql`violation.format = ${format}`]),
    ...(name === undefined ? [] : [sql`violation.package = ${name}`]),
    ...(version === undefined ? [] : [sql`violation.version = ${version}`]),
    ...(places === undefined ? [] : [isAtAnyOf(places)]),
    ...(component === undefined ? [] : [sql`violation.components && array(select component.id from component where component.purl = ${component})`]),
    ...(named === undefined ? [] : [isNamed(named)]),
    ...(since === undefined ? [] : [sql`violation.opened_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`violation.opened_at < ${until}::timestamptz`]),
  ];
  return sql.join(all, sql` and `);
}

export const joined = sql`violation join watch on watch.id = violation.watch_id join policy on policy.id = violation.policy_id`;

/** What a row is told with: names, the summary of the advisory and the first components. */
export const told = sql`violation.*, watch.name as watch, policy.name as policy,
  coalesce((select advisory.summary from advisory where advisory.canonical = violation.subject and advisory.summary <> '' order by advisory.id limit 1), '') as summary,
  coalesce((select jsonb_agg(jsonb_build_object('name', component.name, 'version', component.version, 'type', component.ecosystem) order by component.name, component.id)
    from component where component.id = any(violation.components[1:10])), '[]') as held`;

/** The worst that fit. */
export async function selectWorst(db: Db, selection: ViolationSelection, limit: number): Promise<ListedViolation[]> {
  const { rows } = await sql<ListedViolation>`
    select ${told} from ${joined} where ${conditions(selection)} and violation.state <> 'closed' and ${states[selection.state]}
    order by violation.severity, violation.id limit ${limit}`.execute(db);
  return rows;
}

/** Any violation that is there, a closed one too. */
export async function selectViolation(db: Db, id: number): Promise<ListedViolation | undefined> {
  const { rows } = await sql<ListedViolation>`select ${told} from ${joined} where violation.id = ${id}`.execute(db);
  return rows[0];
}

export interface BuildViolationRow extends ListedViolation {
  /** It fails builds, and no days of grace are left. */
  fails_now: boolean;
}

/** What is wrong with some versions, worst first. */
export async function selectViolationsIn(db: Db, targetIds: readonly number[], limit: number): Promise<BuildViolationRow[]> {
  const { rows } = await sql<BuildViolationRow>`
    select ${told}, violation.fails_build and violation.opened_at + make_interval(days => coalesce((
        select (rule.value -> 'actions' ->> 'build_failure_grace_period_in_days')::integer
        from jsonb_array_elements(policy.rules) rule where rule.value ->> 'name' = violation.rule limit 1), 0)) <= now() as fails_now
    from ${joined} where violation.target_id = any(${targetIds}::bigint[]) and ${isActive}
    order by fails_now desc, violation.severity, violation.id limit ${limit}`.execute(db);
  return rows;
}

export interface OpenViolation extends ListedViolation {
  is_ignored: boolean;
  /** The highest score of what vectors of the vulnerability say. */
  score: number | null;
}

/** What is wrong with some versions, the ignored included. */
export async function selectOpenIn(db: Db, targetIds: readonly number[]): Promise<OpenViolation[]> {
  const { rows } = await sql<OpenViolation>`
    select ${told}, ${isIgnored} as is_ignored, (select max((vector ->> 'score')::float8) from advisory, jsonb_array_elements(advisory.cvss) as vector
      where advisory.canonical = violation.subject) as score
    from ${joined} where violation.target_id = any(${targetIds}::bigint[]) and violation.state <> 'closed' order by violation.id`.execute(db);
  return rows;
}

export interface ViolationPlace {
  id: number;
  severity: number;
  repository: string;
  path: string;
}

/** Where violations are that fit, for whoever has to ask of each place who may read it. */
export async function selectViolationPlaces(
  db: Db,
  selection: ViolationSelection,
  { after, limit }: { after: ViolationPlace | undefined; limit: number },
): Promise<ViolationPlace[]> {
  const behind = after ? sql`(violation.severity, violation.id) > (${after.severity}::smallint, ${after.id}::bigint)` : sql`true`;
  const { rows } = await sql<ViolationPlace>`
    select violation.id, violation.severity, violation.repository, violation.path from ${joined}
    where ${conditions(selection)} and violation.state <> 'closed' and ${behind} order by violation.severity, violation.id limit ${limit}`.execute(db);
  return rows;
}

export interface ViolationFigures {
  rank: number;
  active: number;
  ignored: number;
  /** Active ones that a newer version mends. */
  fixable: number;
}

/** How many fit, by severity. */
export async function countBySeverity(db: Db, selection: ViolationSelection): Promise<ViolationFigures[]> {
  const { rows } = await sql<ViolationFigures>`
    select violation.severity as rank, (count(*) filter (where ${isActive}))::integer as active, (count(*) filter (where ${isIgnored}))::integer as ignored,
      (count(*) filter (where ${isActive} and violation.fixed_versions <> '{}'))::integer as fixable
    from ${joined} where ${conditions(selection)} and violation.state <> 'closed' group by violation.severity order by violation.severity`.execute(db);
  return rows;
}

/** Watches in which something is wrong with an issue, with the number of its active violations. */
export async function countByWatch(db: Db, selection: ViolationSelection): Promise<{ name: string; violations: number }[]> {
  const { rows } = await sql<{ name: string; violations: number }>`
    select watch.name, count(*)::integer as violations from ${joined} where ${conditions(selection)} and ${isActive} group by watch.name order by watch.name`.execute(
    db,
  );
  return rows;
}

export function selectViolationEvents(db: Db, id: number) {
  return db.selectFrom('violation_event').selectAll().where('violation_id', '=', id).orderBy('id').limit(200).execute();
}
