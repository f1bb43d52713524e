import type { PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { NotedCause, ViolationTable } from '../governance-tables.ts';
import type { IgnoreRuleRow } from '../ignore/ignore-queries.ts';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';

export type ViolationRow = Selectable<ViolationTable>;

/** Builds and release bundles of one transaction consist of so many files at most, unless one alone consists of more. */
const mostParts = 5000;

/** What waits to be judged: since when, why, and whether what it consists of now was never judged. */
export interface Due {
  target_id: number;
  at: Date;
  unjudged: boolean;
  /** What changed since. */
  causes: readonly NotedCause[];
}

/** Takes some of what waits to be judged, of all or of some, the newest change first, and keeps others from taking it. */
export async function takeDue(tx: Db, limit: number, among?: readonly number[]): Promise<Due[]> {
  const chosen = among ? sql`target_id = any(${among}::bigint[])` : sql`true`;
  const { rows } = await sql<Due & { parts: number }>`
    with taken as (select target_id, mark, at, unjudged, causes from evaluation_due where ${chosen} order by mark desc limit ${limit} for update skip locked)
    select target_id, at, unjudged, causes, (select count(*) from assembly_part where assembly_id = target_id)::integer as parts from taken order by mark desc`.execute(
    tx,
  );
  const taken: Due[] = [];
  let parts = 0;
  for (const row of rows) {
    parts += row.parts;
    if (parts > mostParts && taken.length > 0) break;
    taken.push(row);
  }
  return taken;
}

/**
 * Holds the rules that are about one occurrence in some versions, and answers the versions of which somebody else holds one. Whoever ends or narrows a rule holds it and then has its
 * versions judged again, for which they wait; whoever judges holds the versions and then ends rules. So that the two never wait for each other, judging waits for no rule.
 */
export async function holdRules(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ target_id: number }>`
    with wanted as materialized (
      select rule.id, violation.target_id from ignore_rule rule join violation on violation.id = rule.violation_id
      where rule.deleted_at is null and rule.violation_id is not null and violation.target_id = any(${ids}::bigint[])
    ), held as materialized (select id from ignore_rule where id in (select id from wanted) for update skip locked)
    select distinct target_id from wanted where id not in (select id from held)`.execute(tx);
  return new Set(rows.map(({ target_id }) => target_id));
}

/**
 * Keeps the rules by which something is about to be ignored from being ended or changed until that is written, so that whoever does so has it judged again; answers those that
 * still hold and that nobody is about to end. As above, judging waits for no rule.
 */
export async function holdUsedRules(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from ignore_rule where id = any(${ids}::bigint[]) and deleted_at is null for share skip locked`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Gives the mark of the newest change that waits to be judged; undefined where nothing waits. */
export async function selectNewestMark(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('evaluation_due').select('mark').orderBy('mark', 'desc').limit(1).executeTakeFirst();
  return row?.mark;
}

/** Waits until whoever holds the newest of what changed up to a mark has judged it, or has given up; false where nothing of it is left. */
export async function awaitOthers(db: Db, newest: number): Promise<boolean> {
  return awaitOne(db, sql<boolean>`mark <= ${newest}`);
}

/** Waits until whoever holds one of these has judged it, or has given up; false where none of them waits to be judged. */
export async function awaitOthersOf(db: Db, ids: readonly number[]): Promise<boolean> {
  return awaitOne(db, sql<boolean>`target_id = any(${ids}::bigint[])`);
}

async function awaitOne(db: Db, isWanted: RawBuilder<boolean>): Promise<boolean> {
  const row = await db.selectFrom('evaluation_due').select('target_id').where(isWanted).orderBy('mark', 'desc').limit(1).executeTakeFirst();
  if (!row) return false;
  // One row and no more: nobody who waits holds what somebody else waits for.
  await db.selectFrom('evaluation_due').select('target_id').where('target_id', '=', row.target_id).forUpdate().execute();
  return true;
}

/** Has each statement of a transaction planned by what tables hold by now: they grow by thousands of rows at once, and a plan that was kept could read them whole for each of these. */
export async function planAnew(tx: Db): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
}

export async function deleteDue(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('evaluation_due').where('target_id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

/** Has versions judged anew whose violations come back by the clock, or whose repositories are otherwise now. */
export async function markLapsed(db: Db): Promise<void> {
  await sql`select judge_again(array(select target_id from violation where state = 'ignored' and ignored_until <= now()))`.execute(db);
}

export async function markRepository(db: Db, repository: string): Promise<void> {
  await sql`select judge_because(array(select id from target where repository = ${repository} union select id from assembly where repository = ${repository}
    union select target_id from violation where repository = ${repository} and state <> 'closed'), 'repository changed')`.execute(db);
}

/** Has versions judged anew whose files, or what lies in a folder, are described otherwise now, where a watch looks at that. */
export async function markDescribed(db: Db, repository: string, { path, recursive }: { path: string; recursive: boolean }): Promise<void> {
  const folder = `${path.replace(/[\\%_]/g, '\\$&')}${path === '' ? '' : '/'}%`;
  await sql`
    select judge_because(array(select id from target where repository = ${repository} and (path = ${path} or (${recursive} and path like ${folder}))), 'properties changed')
    where exists (select from watch where jsonb_path_exists(resources, '$[*].filters[*] ? (@.type == "property")'))`.execute(db);
}

/** Which of some vulnerabilities no advisory stands for any more: all that did were withdrawn, or are gone. */
export async function selectWithdrawn(db: Db, canonicals: readonly string[]): Promise<Set<string>> {
  if (canonicals.length === 0) return new Set();
  const { rows } = await sql<{ canonical: string }>`
    select canonical from unnest(${canonicals}::text[]) as named (canonical)
    where not exists (select from advisory where advisory.canonical = named.canonical and withdrawn is null and not missing)`.execute(db);
  return new Set(rows.map(({ canonical }) => canonical));
}

export function selectTargetsById(db: Db, ids: readonly number[]): Promise<TargetRow[]> {
  return db.selectFrom('target').selectAll().where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

export interface ActiveWatch {
  id: number;
  name: string;
  project: string | null;
  resources: WatchResource[];
  modified_at: Date;
  /** `modified` as text. */
  policies: { id: number; name: string; type: PolicyType; rules: PolicyRule[]; modified: string }[];
}

export async function selectActiveWatches(db: Db): Promise<ActiveWatch[]> {
  const { rows } = await sql<ActiveWatch>`
    select watch.id, watch.name, watch.project, watch.resources, watch.modified_at,
      jsonb_agg(jsonb_build_object('id', policy.id, 'name', policy.name, 'type', policy.type, 'rules', policy.rules, 'modified', policy.modified_at) order by policy.id) as policies
    from watch join watch_policy on watch_policy.watch_id = watch.id join policy on policy.id = watch_policy.policy_id
    where watch.active group by watch.id order by watch.id`.execute(db);
  return rows;
}

/** What each version consists of: itself, and what was found in it; of a build or a release bundle, all of that in each of its files. */
export async function selectHeldPairs(db: Db, ids: readonly number[]): Promise<{ target_id: number; component_id: number }[]> {
  const { rows } = await sql<{ target_id: number; component_id: number }>`
    select id as target_id, component_id from target where id = any(${ids}::bigint[]) and component_id is not null and scanned_at is not null
    union select target.id, inventory.component_id from target join inventory on inventory.subject_id = target.subject_id
      where target.id = any(${ids}::bigint[]) and target.scanned_at is not null
    union select part.assembly_id, target.component_id from assembly_part part join target on target.sha256 = part.sha256
      where part.assembly_id = any(${ids}::bigint[]) and target.component_id is not null and target.scanned_at is not null
    union select part.assembly_id, inventory.component_id from assembly_part part join target on target.sha256 = part.sha256
      join inventory on inventory.subject_id = target.subject_id where part.assembly_id = any(${ids}::bigint[]) and target.scanned_at is not null`.execute(db);
  return rows;
}

export interface FindingRow {
  component_id: number;
  advisory_id: string;
  rank: number;
  fixed_versions: string[];
  found_at: Date;
}

export async function selectFindingsOf(db: Db, components: readonly number[]): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select component_id, advisory_id, coalesce(array_position(${[...severities]}::text[], severity), ${severities.length})::integer as rank, fixed_versions, found_at
    from finding where component_id = any(${components}::bigint[]) and confidence = 'known'`.execute(db);
  return rows;
}

export interface AdvisoryRow {
  id: string;
  canonical: string;
  aliases: string[];
  score: number | null;
  /** It speaks of what lies in repositories of this project alone. */
  project: string | null;
  exploited: boolean;
  epss: number | null;
  signalled_at: Date | null;
}

const notAsked = sql`select false as exploited, null::real as epss, null::timestamptz as signalled_at`;
const exploitation = sql`
  select coalesce(bool_or(cve_signal.kev is not null), false) as exploited, max(cve_signal.epss) as epss, max(cve_signal.at) as signalled_at from cve_signal
  where cve_signal.cve = any(array[advisory.canonical, advisory.id] || advisory.aliases || advisory.upstream)`;

/** Advisories as rules look at them; with what is known of their exploitation where a rule asks for that. */
export async function selectAdvisories(db: Db, ids: readonly string[], withExploitation: boolean): Promise<AdvisoryRow[]> {
  const { rows } = await sql<AdvisoryRow>`
    select id, canonical, aliases, project, (select max((vector ->> 'score')::float8) from jsonb_array_elements(cvss) as vector) as score,
      signal.exploited, signal.epss, signal.signalled_at
    from advisory cross join lateral (${withExploitation ? exploitation : notAsked}) as signal where id = any(${ids}::text[])`.execute(db);
  return rows;
}

export interface ComponentRow {
  id: number;
  ecosystem: string;
  distro: string;
  name: string;
  version: string;
  purl: string;
}

export function selectComponents(db: Db, ids: readonly number[]): Promise<ComponentRow[]> {
  return db
    .selectFrom('component')
    .select(['id', 'ecosystem', 'distro', 'name', 'version', 'purl'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Rules that hold now, with those of some vulnerabilities that each is about; '' stands for all of them. Of those that statements of others come to, which may be many, only these. */
export async function selectLiveRules(db: Db, canonicals: readonly string[]): Promise<(IgnoreRuleRow & { canonicals: string[] })[]> {
  const { rows } = await sql<IgnoreRuleRow & { canonicals: string[] }>`
    select rule.*, case when rule.names = '{}' then array[''] when rule.names is null then '{}' else array(
      select distinct canonical from advisory where canonical = any(${canonicals}::text[])
        and (id = any(rule.names) or canonical = any(rule.names) or aliases && rule.names)) end as canonicals
    from ignore_rule rule where rule.state = 'approved' and rule.deleted_at is null and (rule.expires_at is null or rule.expires_at > now())
      and (rule.vex_statement is null or rule.names && array(
        select unnest(array[id, canonical] || aliases) from advisory where canonical = any(${canonicals}::text[])))
    order by rule.expires_at desc nulls first, rule.id`.execute(db);
  return rows;
}

export async function selectViolationsOf(db: Db, targets: readonly number[]): Promise<ViolationRow[]> {
  const rows = await db.selectFrom('violation').selectAll().where('target_id', '=', sql<number>`any(${targets}::bigint[])`).orderBy('id').execute();
  // The driver gives the members of such a list as texts.
  return rows.map((row) => ({ ...row, components: row.components.map(Number) }));
}

export interface BlockRow {
  repository: string;
  sha256: string;
  violation_id: number;
  from_at: Date;
}

/** Blocks by violations. It asks for these alone, and joins nothing: a plan that was made while the tables were small stays good when they have grown. */
export async function selectBlocksOf(db: Db, violations: readonly number[]): Promise<BlockRow[]> {
  if (violations.length === 0) return [];
  const { rows } = await sql<BlockRow>`select repository, sha256, violation_id, from_at from block where violation_id = any(${violations}::bigint[])`.execute(
    db,
  );
  return rows;
}
