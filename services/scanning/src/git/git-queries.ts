import type { JudgedBy } from '@packhouse/contract/judged-by.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type Selectable, sql } from 'kysely';
import { speaksEverywhere } from '../match/advisory-place-queries.ts';
import { joinedSources, type KeptSource, toJudgedBy } from '../match/judged-by-queries.ts';
import type { Db } from '../schema.ts';
import type { PullRequest, RemoteRepository } from '../vendor/vendor.ts';
import type { GitListingTable, GitRepositoryTable, GitScanTable, NewFinding } from './git-tables.ts';

export type GitRepositoryRow = Selectable<GitRepositoryTable>;
export type GitScanRow = Selectable<GitScanTable>;

/** Seconds after which what nobody settled is taken again; longer than any look. */
const lease = 10 * 60;

/** Takes lists of repositories that are to be read. One that was broken off goes on, unless its integration was changed. */
export async function claimListings(db: Db, free: number): Promise<Selectable<GitListingTable>[]> {
  await sql`insert into git_listing (integration) select key from integration where type = 1 on conflict do nothing`.execute(db);
  const { rows } = await sql<Selectable<GitListingTable>>`
    update git_listing set lease_until = now() + make_interval(secs => ${lease}),
      began_at = case when git_listing.cursor is null or git_listing.began_at < due.updated_on then now() else git_listing.began_at end,
      cursor = case when git_listing.began_at < due.updated_on then null else git_listing.cursor end
    from (select one.integration, integration.updated_on from git_listing as one join integration on integration.key = one.integration
      where (one.next_at <= now() or one.began_at < integration.updated_on) and (one.lease_until is null or one.lease_until < now())
      order by one.next_at limit ${free} for update of one skip locked) as due
    where due.integration = git_listing.integration returning git_listing.*`.execute(db);
  return rows;
}

export interface ListedRepository extends RemoteRepository {
  selected: boolean;
}

/** Keeps what a vendor lists; `selected` is what the integration chooses, beside what was picked. */
export async function keepRepositories(db: Db, integration: string, repositories: readonly ListedRepository[]): Promise<void> {
  await sql`
    insert into git_repository (integration, vendor_id, full_name, clone_url, default_branch, private, selected)
    select ${integration}, "vendorId", "fullName", "cloneUrl", "defaultBranch", "isPrivate", selected
    from jsonb_to_recordset(${JSON.stringify(repositories)}::jsonb) as given
      ("vendorId" text, "fullName" text, "cloneUrl" text, "defaultBranch" text, "isPrivate" boolean, selected boolean)
    on conflict (integration, vendor_id) do update set full_name = excluded.full_name, clone_url = excluded.clone_url,
      default_branch = coalesce(excluded.default_branch, git_repository.default_branch), private = excluded.private,
      selected = excluded.selected or git_repository.picked, seen_at = now(), gone_at = null`.execute(db);
}

export async function settleListing(
  db: Db,
  integration: string,
  outcome: { cursor: string | null; isWhole: boolean; problem: Said | null; seconds: number },
): Promise<void> {
  if (outcome.isWhole)
    await sql`update git_repository set gone_at = now() from git_listing where git_listing.integration = git_repository.integration
      and git_repository.integration = ${integration} and git_repository.gone_at is null and git_repository.seen_at < git_listing.began_at`.execute(db);
  const { message, said } = keepSaid(outcome.problem);
  await sql`update git_listing set cursor = ${outcome.cursor}, listed_at = case when ${outcome.isWhole} then now() else listed_at end, lease_until = null,
    next_at = now() + make_interval(secs => ${outcome.seconds}), message = ${message}, said = ${said}::jsonb where integration = ${integration}`.execute(db);
}

/** Takes repositories that are to be looked at. */
export async function claimLooks(db: Db, free: number): Promise<GitRepositoryRow[]> {
  const { rows } = await sql<GitRepositoryRow>`
    update git_repository set lease_until = now() + make_interval(secs => ${lease}) where id in (
      select id from git_repository where selected and gone_at is null and next_look <= now() and (lease_until is null or lease_until < now())
      order by next_look limit ${free} for update skip locked) returning *`.execute(db);
  return rows;
}

export interface LookOutcome {
  head: string | null;
  defaultBranch: string | null;
  problem: Said | null;
  /** Seconds until the next look. */
  seconds: number;
  hookId: string | null;
  /** Pull requests that were looked at. */
  pulls: readonly number[];
}

/** Settles a look; a hint that came meanwhile is not lost: it moved `next_look`, so that everything is looked at once more, pull requests too. */
export async function settleLook(db: Db, row: GitRepositoryRow, outcome: LookOutcome): Promise<void> {
  const { message, said } = keepSaid(outcome.problem);
  await sql`
    update git_repository set lease_until = null, looked_at = now(), head = ${outcome.head}, default_branch = ${outcome.defaultBranch}, hook_id = ${outcome.hookId},
      message = ${message}, said = ${said}::jsonb, failures = case when ${message === null} then 0 else failures + 1 end,
      wanted = case when date_trunc('milliseconds', next_look) = ${row.next_look} then false else wanted end,
      pulls = case when date_trunc('milliseconds', next_look) = ${row.next_look} then array(select number from unnest(pulls) as number where number <> all(${[...outcome.pulls]}::integer[]))
        else pulls end,
      next_look = case when date_trunc('milliseconds', next_look) = ${row.next_look} then now() + make_interval(secs => ${outcome.seconds}) else next_look end
    where id = ${row.id}`.execute(db);
}

/** Has repositories looked at that a vendor's message names. */
export async function hintRepositories(db: Db, integration: string, vendorId: string, pull: number | undefined): Promise<void> {
  await sql`
    update git_repository set last_hook_at = now(), next_look = now(),
      pulls = case when ${pull ?? null}::integer is null or ${pull ?? null}::integer = any(pulls) or cardinality(pulls) > 100 then pulls else pulls || ${pull ?? null}::integer end
    where integration = ${integration} and vendor_id = ${vendorId}`.execute(db);
}

export async function hintListing(db: Db, integration: string): Promise<void> {
  await sql`update git_listing set next_at = now() where integration = ${integration}`.execute(db);
}

/** False for a message that was taken before. */
export async function keepDelivery(db: Db, integration: string, delivery: string): Promise<boolean> {
  const { rows } = await sql`insert into git_delivery (integration, delivery) values (${integration}, ${delivery}) on conflict do nothing returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Has a repository looked at, whatever is known of it; undefined where there is none. */
export async function wantLook(db: Db, integration: string, id: number): Promise<{ full_name: string } | undefined> {
  const { rows } = await sql<{ full_name: string }>`
    update git_repository set next_look = now(), wanted = true, selected = true, picked = picked or not selected
    where integration = ${integration} and id = ${id} and gone_at is null returning full_name`.execute(db);
  return rows[0];
}

/** Has every chosen repository of an integration looked at, whatever is known of it; answers how many. */
export async function wantLooks(db: Db, integration: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update git_repository set next_look = now(), wanted = true where integration = ${integration} and selected and gone_at is null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Under this ref the scan stands of what both sides of a pull request have in common. */
export const getBaseRef = (number: number): string => `refs/packhouse/base/${number}`;

/** Keeps how a pull request stands. */
export async function keepPull(db: Db, repository: number, { number, title, state, url, headRef, head, base }: PullRequest): Promise<void> {
  const told = { title: title.slice(0, 500), state, url: url ?? null, ref: headRef, head, base };
  await db
    .insertInto('git_pull')
    .values({ repository, number, ...told })
    .onConflict((conflict) => conflict.columns(['repository', 'number']).doUpdateSet({ ...told, seen_at: sql<Date>`now()` }))
    .execute();
}

/** Notes that a vendor has a pull request no more. Answers whether it was ever seen. */
export async function closePull(db: Db, repository: number, number: number): Promise<boolean> {
  const closed = db
    .updateTable('git_pull')
    .set({ state: 'closed', seen_at: sql<Date>`now()` })
    .where('repository', '=', repository)
    .where('number', '=', number);
  return (await closed.returning('number').executeTakeFirst()) !== undefined;
}

/** Old messages and scans go, and every repository is looked at once, spread over some hours. */
export async function keepUp(db: Db): Promise<void> {
  await sql`delete from git_delivery where at < now() - interval '7 days'`.execute(db);
  await sql`delete from git_scan where (not current and at < now() - interval '30 days') or (kind <> 'branch' and at < now() - interval '90 days')`.execute(db);
  await sql`update git_repository set wanted = true, next_look = now() + random() * interval '4 hours' where selected and gone_at is null`.execute(db);
}

const progressName = 'git-deltas';

/** Has repositories looked at whose lock files hold what new findings are about; the others are not touched. */
export async function hintFound(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with place as (select coalesce((select done_at from progress where name = ${progressName}), now() - interval '1 day') - interval '15 minutes' as at),
    fresh as (select distinct component_id from finding, place where found_at > place.at)
    update git_repository set next_look = now() where selected and gone_at is null and next_look > now() and id in (
      select git_scan.repository from fresh join inventory on inventory.component_id = fresh.component_id
      join git_scan_file on git_scan_file.subject_id = inventory.subject_id
      join git_scan on git_scan.id = git_scan_file.scan and git_scan.current and git_scan.kind = 'branch'
      join finding on finding.component_id = fresh.component_id, place where finding.found_at > greatest(place.at, git_scan.at)) returning id`.execute(db);
  await sql`insert into progress (name, done_at) values (${progressName}, now()) on conflict (name) do update set done_at = now()`.execute(db);
  return rows.length;
}

export interface ScannedFile {
  path: string;
  oid: string;
  subject_id: number | null;
  problem: Said | null;
}

/** Inventories of contents that were read before, by digest. */
export async function selectKnown(db: Db, digests: readonly string[], extractor: number): Promise<Map<string, { id: number; partial: string | null }>> {
  const { rows } = await sql<{ digest: string; id: number; partial: string | null }>`
    select digest, id, partial from subject where digest = any(${[...digests]}::text[]) and extractor = ${extractor}`.execute(db);
  return new Map(rows.map((row) => [row.digest, row]));
}

export function selectScan(db: Db, repository: number, ref: string, commit?: string): Promise<GitScanRow | undefined> {
  const query = db.selectFrom('git_scan').selectAll().where('repository', '=', repository).where('ref', '=', ref);
  return (commit === undefined ? query.where('current', '=', true) : query.where('commit', '=', commit)).executeTakeFirst();
}

/** Keeps a scan with its files as the newest one of its ref. */
export async function keepScan(
  tx: Db,
  scan: Pick<GitScanRow, 'repository' | 'ref' | 'kind' | 'pull_request' | 'commit' | 'base' | 'components'>,
  files: readonly ScannedFile[],
): Promise<GitScanRow> {
  await tx.updateTable('git_scan').set({ current: false }).where('repository', '=', scan.repository).where('ref', '=', scan.ref).execute();
  const counts = { files: files.length, files_read: files.filter(({ problem }) => problem === null).length, components: scan.components };
  const row = await tx
    .insertInto('git_scan')
    .values({ ...scan, ...counts, state: 'scanned' })
    .onConflict((conflict) =>
      conflict.columns(['repository', 'ref', 'commit']).doUpdateSet({ ...counts, base: scan.base, state: 'scanned', current: true, at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('git_scan_file').where('scan', '=', row.id).execute();
  const document = JSON.stringify(files.map(({ problem, ...file }) => ({ ...file, ...keepSaid(problem) })));
  await sql`
    insert into git_scan_file (scan, path, oid, subject_id, message, said)
    select ${row.id}, path, oid, subject_id, message, said::jsonb
    from jsonb_to_recordset(${document}::jsonb) as given (path text, oid text, subject_id bigint, message text, said text)`.execute(tx);
  return row;
}

export async function countComponents(db: Db, subjects: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct component_id)::integer as count from inventory where subject_id = any(${[...subjects]}::bigint[])`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface ScanFinding extends NewFinding {
  ecosystem: string;
  severity: Severity;
  /** Package URL of the component. */
  purl: string;
  found_at: Date;
}

/** What is known to be wrong with what the lock files of a scan fix. */
export async function selectScanFindings(db: Db, scan: number, most: number): Promise<ScanFinding[]> {
  const { rows } = await sql<ScanFinding>`
    select distinct on (advisory.canonical, component.ecosystem, component.name, file.path) advisory.canonical as advisory, finding.severity, component.ecosystem,
      component.name as component, component.version, component.purl, file.path, nullif(inventory.location, '')::integer as line, finding.fixed_versions as "fixedVersions", finding.found_at
    from git_scan_file as file join inventory on inventory.subject_id = file.subject_id join component on component.id = inventory.component_id
      join finding on finding.component_id = component.id and finding.confidence = 'known' join advisory on advisory.id = finding.advisory_id and advisory.withdrawn is null
        and ${speaksEverywhere}
    where file.scan = ${scan} order by advisory.canonical, component.ecosystem, component.name, file.path, finding.found_at limit ${most}`.execute(db);
  return rows;
}

/** By whom what the lock files of a scan name was judged. */
export interface ScanJudging {
  judgedBy: JudgedBy;
  /** Kinds of components that no source of advisories stands for. */
  notJudged: string[];
}

/** By whom scans were judged; those that name nothing are left out. */
export async function selectJudging(db: Db, scans: readonly number[]): Promise<Map<number, ScanJudging>> {
  const { rows } = await sql<{ scan: number; sources: KeptSource[] | null; unjudged: string[] | null }>`
    select kind.scan, ${joinedSources} as sources, array_agg(kind.ecosystem order by kind.ecosystem) filter (where coverage.name is null) as unjudged
    from (select distinct file.scan, component.ecosystem
      from git_scan_file as file join inventory on inventory.subject_id = file.subject_id join component on component.id = inventory.component_id
      where file.scan = any(${scans}::bigint[]) and component.ecosystem <> '') as kind left join coverage on coverage.ecosystem = kind.ecosystem group by kind.scan`.execute(
    db,
  );
  return new Map(rows.map(({ scan, sources, unjudged }) => [Number(scan), { judgedBy: toJudgedBy(sources), notJudged: unjudged ?? [] }]));
}

export async function keepNewFindings(db: Db, scan: number, findings: readonly NewFinding[] | null): Promise<void> {
  await db
    .updateTable('git_scan')
    .set({ new_findings: findings === null ? null : JSON.stringify(findings) })
    .where('id', '=', scan)
    .execute();
}

export async function keepTold(db: Db, scan: number, told: string, failing: boolean): Promise<void> {
  await db.updateTable('git_scan').set({ told, failing }).where('id', '=', scan).execute();
}
